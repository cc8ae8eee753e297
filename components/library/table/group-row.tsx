'use client';

import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { classNames } from '@/components/ui/class-names';
import type { SessionRow } from '@/lib/api/contract/contract';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { groupKey, type LibraryItem } from '../library-items';
import { isSubAgent } from '@/lib/api/contract/session-filter';
import { Cell, Mark } from './cells';
import { ago, dateTime } from './clock';
import { LIBRARY_GRID, shownFrom, stuck } from './session-columns';
import { replayWords } from './replay-words';
import { rowElementId } from './session-row';
import { useSourceLabel } from './source-label';

/** All sessions of one file, agent or model in one row: how many, and their sums. */
export const GroupRow = memo(function GroupRow(props: {
  readonly group: Extract<LibraryItem, { readonly kind: 'group' }>;
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly selection: 'none' | 'some' | 'all';
  readonly now: number;
  readonly onToggle: (index: number, how: { readonly range: boolean }) => void;
  readonly onToggleGroup: (id: string) => void;
}) {
  const { group, index, top, active, selection, now, onToggle, onToggleGroup } = props;
  const { id, rows, open } = group;
  const label = useSourceLabel();
  const [first] = rows;
  if (first === undefined) return null;
  const sum = (read: (row: SessionRow) => number): number =>
    rows.reduce((total, row) => total + read(row), 0);
  const models = new Set(rows.map(({ model }) => model));
  const agents = new Set(rows.map(({ agent }) => agent));
  const labels = new Set(rows.map((row) => replayWords(row).label));
  const name = withoutControls(group.name);
  const parts = rows.filter(isSubAgent).length;
  const words = `${open ? 'Hide' : 'Show'} the sessions of ${name}`;
  return (
    <div
      role="row"
      id={rowElementId(groupKey(id))}
      data-group={id}
      aria-rowindex={index + 3}
      aria-selected={selection === 'all'}
      onClick={(event) => {
        const { target } = event;
        if (target instanceof Element && target.closest('label, button')) return;
        onToggleGroup(id);
      }}
      style={{ transform: `translateY(${top}px)` }}
      className={classNames(
        'absolute inset-x-0 h-[34px] cursor-pointer items-center border-b border-line2 contain-strict',
        LIBRARY_GRID,
        active || selection === 'all' ? 'bg-sel' : 'bg-bg hover:bg-sel',
        active &&
          'in-focus-visible:outline-2 in-focus-visible:-outline-offset-2 in-focus-visible:outline-accent',
      )}
    >
      <span role="gridcell" className={classNames('flex h-full items-stretch', stuck.box)}>
        <label className="flex w-full items-center justify-center">
          <input
            type="checkbox"
            tabIndex={-1}
            checked={selection === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = selection === 'some';
            }}
            aria-label={`Select the sessions of ${name}`}
            onChange={() => undefined}
            onClick={(event) => onToggle(index, { range: event.shiftKey })}
          />
        </label>
      </span>
      <span
        role="gridcell"
        className={classNames('flex h-full min-w-0 items-center gap-1.5 px-2', stuck.name)}
      >
        <button
          type="button"
          tabIndex={-1}
          aria-label={words}
          aria-expanded={open}
          onClick={() => onToggleGroup(id)}
          className="-ml-1.5 inline-flex size-6 shrink-0 items-center justify-center text-ink3"
        >
          <ChevronRight size={13} aria-hidden="true" className={open ? 'rotate-90' : ''} />
        </button>
        <span className="min-w-0 truncate font-semibold" title={name}>
          <ForeignText text={group.name} />
        </span>
        <span className="shrink-0 text-sm text-ink3">
          {counted(rows.length, 'session')}
          {parts === 0 ? null : `, ${counted(parts, 'sub-agent')}`}
        </span>
      </span>
      <Cell className={classNames(shownFrom.source, 'text-ink2')}>
        <ForeignText text={label(first)} />
      </Cell>
      <Cell className={classNames(shownFrom.agent, 'text-ink2')}>
        <ForeignText text={agents.size === 1 ? first.agent : counted(agents.size, 'agent')} />
      </Cell>
      <Cell className={classNames(shownFrom.model, 'text-ink2')}>
        <ForeignText
          text={models.size === 1 ? (first.model ?? '–') : counted(models.size, 'model')}
        />
      </Cell>
      <Cell right>{formatInteger(sum(({ steps }) => steps))}</Cell>
      <Cell right>{''}</Cell>
      <Cell right>
        <Mark count={sum(({ recordedCompactions }) => recordedCompactions)} kind="recorded" />
      </Cell>
      <Cell className={classNames(shownFrom.policy, 'text-ink2')}>
        <ForeignText
          text={
            labels.size === 1
              ? replayWords(first).label
              : counted(labels.size, 'policy', 'policies')
          }
        />
      </Cell>
      <Cell right>
        <Mark count={sumKnown(rows, ({ compactions }) => compactions)} kind="replayed" />
      </Cell>
      <Cell right>
        <Mark count={sumKnown(rows, ({ overflowSteps }) => overflowSteps)} kind="overflow" />
      </Cell>
      <Cell right className={classNames(shownFrom.findings, 'text-ink2')}>
        {numberOrDash(sumKnown(rows, ({ findings }) => findings))}
      </Cell>
      <Cell
        right
        className={classNames(shownFrom.imported, 'text-ink2')}
        title={dateTime(first.importedAt)}
      >
        {ago(first.importedAt, now)}
      </Cell>
    </div>
  );
});

const numberOrDash = (value: number | null): string =>
  value === null ? '–' : formatInteger(value);

/** The sum of what is known; null where nothing is. */
function sumKnown(
  rows: readonly SessionRow[],
  read: (row: SessionRow) => number | null,
): number | null {
  const known = rows.map(read).filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((total, count) => total + count, 0);
}
