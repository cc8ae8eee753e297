'use client';

import { memo, type MouseEvent } from 'react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { classNames } from '@/components/ui/class-names';
import type { SessionRow } from '@/lib/api/contract/contract';
import { formatFixed, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { ago, dateTime } from './clock';
import { Cell, Mark } from './cells';
import { LIBRARY_GRID, peakShare, shownFrom, stuck } from './session-columns';
import { relationLabel } from '../session-parents';
import { useSourceLabel } from './source-label';
import { replayWords } from './replay-words';
import { Sparkline } from './sparkline';

/** Properties of {@link SessionRowView}. */
interface SessionRowProps {
  readonly row: SessionRow;
  readonly parent: SessionRow | undefined;
  /** True below the row of its file. */
  readonly inGroup: boolean;
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly selected: boolean;
  /** Now, in milliseconds since 1970; changes once a minute. */
  readonly now: number;
  readonly onToggle: (index: number, how: { readonly range: boolean }) => void;
  readonly onOpen: (id: string) => void;
}

/** Id of a row's element: the table names the active one by it. */
export const rowElementId = (id: string): string => `session-${id}`;

/** One session of the library. Its links are plain: hundreds of them come and go while scrolling. */
export const SessionRowView = memo(function SessionRowView(props: SessionRowProps) {
  const { row, parent, inGroup, index, top, active, selected, now, onToggle, onOpen } = props;
  const label = useSourceLabel();
  const open = (event: MouseEvent): void => {
    const control = event.target instanceof Element ? event.target.closest('a, label') : null;
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (control?.tagName === 'LABEL' || (control && elsewhere)) return;
    event.preventDefault();
    onOpen(control?.getAttribute('data-session') ?? row.id);
  };
  return (
    <div
      role="row"
      id={rowElementId(row.id)}
      aria-rowindex={index + 3}
      aria-selected={selected}
      onClick={open}
      style={{ transform: `translateY(${top}px)` }}
      className={classNames(
        'absolute inset-x-0 h-[34px] cursor-pointer items-center border-b border-line2 contain-strict',
        LIBRARY_GRID,
        active || selected ? 'bg-sel' : 'bg-bg hover:bg-sel',
        active &&
          'in-focus-visible:outline-2 in-focus-visible:-outline-offset-2 in-focus-visible:outline-accent',
      )}
    >
      <span role="gridcell" className={classNames('flex h-full items-stretch', stuck.box)}>
        <label className="flex w-full items-center justify-center">
          <input
            type="checkbox"
            tabIndex={-1}
            checked={selected}
            aria-label={`Select ${withoutControls(row.name)}`}
            onChange={() => undefined}
            onClick={(event) => onToggle(index, { range: event.shiftKey })}
          />
        </label>
      </span>
      <NameCell {...{ row, parent, inGroup }} />
      <Cell className={classNames(shownFrom.source, 'text-ink2')}>
        <ForeignText text={label(row)} />
      </Cell>
      <Cell className={classNames(shownFrom.agent, 'text-ink2')} title={withoutControls(row.agent)}>
        <ForeignText text={row.agent} />
      </Cell>
      <Cell
        className={classNames(shownFrom.model, 'text-ink2')}
        title={withoutControls(row.model ?? '')}
      >
        <ForeignText text={row.model ?? '–'} />
      </Cell>
      <Cell right>{formatInteger(row.steps)}</Cell>
      <PeakCell row={row} />
      <Cell right>
        <Mark count={row.recordedCompactions} kind="recorded" />
      </Cell>
      <ReplayCells row={row} />
      <Cell right className={classNames(shownFrom.findings, 'text-ink2')}>
        {row.findings === null ? '–' : formatInteger(row.findings)}
      </Cell>
      <Cell
        right
        className={classNames(shownFrom.imported, 'text-ink2')}
        title={dateTime(row.importedAt)}
      >
        {ago(row.importedAt, now)}
      </Cell>
    </div>
  );
});

function NameCell(props: Pick<SessionRowProps, 'row' | 'parent' | 'inGroup'>) {
  const { row, parent, inGroup } = props;
  return (
    <span
      role="gridcell"
      className={classNames('flex h-full min-w-0 items-center gap-2 px-2', stuck.name)}
    >
      <a
        href={`/sessions/${row.id}`}
        data-session={row.id}
        tabIndex={-1}
        title={withoutControls(`${row.name} · ${row.file}`)}
        className={classNames(
          'min-w-0 truncate font-medium hover:text-accent hover:underline',
          inGroup ? 'pl-6' : row.parent !== null && 'pl-3.5',
        )}
      >
        <ForeignText text={row.name} />
      </a>
      {row.parent ? (
        <span
          className="max-w-[42%] shrink-0 truncate text-sm text-ink3"
          title={`Lane ${withoutControls(row.lane)}`}
        >
          {relationLabel[row.parent.relation]} of{' '}
          {parent ? (
            <a
              href={`/sessions/${parent.id}`}
              data-session={parent.id}
              tabIndex={-1}
              className="text-ink2 underline decoration-line hover:text-accent"
            >
              <ForeignText text={parent.name} />
            </a>
          ) : (
            'a session not in the library'
          )}
        </span>
      ) : null}
    </span>
  );
}

/** Whose decisions the replay shows, and what it comes to; nothing of a session that is not judged yet. */
function ReplayCells({ row }: { readonly row: SessionRow }) {
  const { label, sentence } = replayWords(row);
  const known = row.opening !== null;
  const title = withoutControls(sentence);
  return (
    <>
      <Cell
        className={classNames(
          shownFrom.policy,
          row.opening?.own === false ? 'text-ink3' : 'text-ink2',
        )}
        title={title}
      >
        <ForeignText text={label} />
      </Cell>
      <Cell right title={title}>
        <Mark count={known ? row.compactions : null} kind="replayed" />
      </Cell>
      <Cell right title={title}>
        <Mark count={known ? row.overflowSteps : null} kind="overflow" />
      </Cell>
    </>
  );
}

/** The peak in percent of the limit, `~` before a projected one; tokens without a known limit. */
function PeakCell({ row }: { readonly row: SessionRow }) {
  const share = peakShare(row);
  const approximate = row.peakProjected ? '~' : '';
  const tokens = row.peakReal === null ? 'unknown' : `${approximate}${formatInteger(row.peakReal)}`;
  const of = row.limit === null ? 'no known limit' : `limit ${formatInteger(row.limit)}`;
  const text =
    share !== null
      ? `${approximate}${percentOfLimit(share)}`
      : row.peakReal === null
        ? '–'
        : tokens;
  const over = share !== null && share > 1;
  return (
    <span
      role="gridcell"
      title={`Peak ${tokens} tokens, ${of}${row.peakProjected ? '; projected' : ''}`}
      className="flex min-w-0 items-center justify-end gap-2.5 px-2"
    >
      <Sparkline percents={row.sparkline} limited={row.limit !== null} />
      <span
        className={classNames(
          'w-[54px] shrink-0 text-right whitespace-nowrap',
          over && 'font-medium text-overflow',
        )}
      >
        {text}
      </span>
    </span>
  );
}

/** A decimal near the limit: "100.4 %"; nothing is rounded to 0. */
function percentOfLimit(share: number): string {
  if (share > 1 && share < 1.1) return `${formatFixed(share * 100, 1)} %`;
  return share > 0 && share < 0.0005 ? '<0.1 %' : formatPercent(share);
}
