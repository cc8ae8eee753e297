'use client';

import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { classNames } from '@/components/ui/class-names';
import type { SessionGroup } from '@/lib/api/contract/session-listing';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { SelectionState } from '../use-selection';
import { groupKey } from './item-key';
import { Cell, Mark } from './cells';
import { ago, dateTime } from './clock';
import { LIBRARY_GRID, shownFrom, stuck } from './session-columns';
import { replayWords } from './replay-words';
import { rowElementId } from './session-row';
import { useSourceLabel } from './source-label';

/** All sessions of one file, agent or model in one row: how many, and their sums. */
export const GroupRow = memo(function GroupRow(props: {
  readonly group: SessionGroup;
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly selection: SelectionState;
  readonly now: number;
  readonly onToggle: (index: number, how: { readonly range: boolean }) => void;
  readonly onToggleGroup: (id: string) => void;
}) {
  const { group, index, top, active, selection, now, onToggle, onToggleGroup } = props;
  const { id, open, first, sessions, subAgents } = group;
  const label = useSourceLabel();
  const name = withoutControls(group.name);
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
          {counted(sessions, 'session')}
          {subAgents === 0 ? null : `, ${counted(subAgents, 'sub-agent')}`}
        </span>
      </span>
      <Cell className={classNames(shownFrom.source, 'text-ink2')}>
        <ForeignText text={label(first)} />
      </Cell>
      <Cell className={classNames(shownFrom.agent, 'text-ink2')}>
        <ForeignText text={group.agents === 1 ? first.agent : counted(group.agents, 'agent')} />
      </Cell>
      <Cell className={classNames(shownFrom.model, 'text-ink2')}>
        <ForeignText
          text={group.models === 1 ? (first.model ?? '–') : counted(group.models, 'model')}
        />
      </Cell>
      <Cell right>{formatInteger(group.steps)}</Cell>
      <Cell right>{''}</Cell>
      <Cell right>
        <Mark count={group.recordedCompactions} kind="recorded" />
      </Cell>
      <Cell className={classNames(shownFrom.policy, 'text-ink2')}>
        <ForeignText
          text={
            group.policies === 1
              ? replayWords(first).label
              : counted(group.policies, 'policy', 'policies')
          }
        />
      </Cell>
      <Cell right>
        <Mark count={group.compactions} kind="replayed" />
      </Cell>
      <Cell right>
        <Mark count={group.overflowSteps} kind="overflow" />
      </Cell>
      <Cell right className={classNames(shownFrom.findings, 'text-ink2')}>
        {group.findings === null ? '–' : formatInteger(group.findings)}
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
