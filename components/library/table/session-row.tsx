'use client';

import { CornerDownLeft, FolderPlus, SlidersHorizontal } from 'lucide-react';
import { memo, useState, type MouseEvent, type ReactNode } from 'react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { classNames } from '@/components/ui/class-names';
import { severities, type Severity } from '@/lib/analysis/fit/severities';
import type { SessionRow } from '@/lib/api/contract/contract';
import type { SessionItem } from '@/lib/api/contract/session-listing';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { SeverityMark } from '../views/severity-mark';
import { severityWords } from '../views/severity-words';
import { ago, dateTime } from './clock';
import { Sparkline, sparkPoint, type SparkPoint } from './sparkline';

/** Properties of {@link SessionRowView}. */
interface SessionRowProps {
  readonly item: Extract<SessionItem, { kind: 'session' }>;
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly selected: boolean;
  /** Now, in milliseconds since 1970; changes once a minute. */
  readonly now: number;
  readonly onToggle: (index: number, how: { readonly range: boolean }) => void;
  readonly onToggleGroup: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onAct: RowAction;
}

/** What a row's keys and buttons do beside opening it. */
export type RowAction = (action: 'what-if' | 'add', index: number) => void;

/** Id of a row's element: the table names the active one by it. */
export const rowElementId = (id: string): string => `session-${id}`;

/** Tracks of the columns: the sentence keeps 400 px, so the agent and the steps go first, then the chart, then the age. */
export const LIBRARY_GRID =
  'grid gap-x-4 px-4 grid-cols-[16px_minmax(0,1fr)_72px] sm:grid-cols-[16px_minmax(0,1fr)_72px_44px] @4xl:grid-cols-[16px_minmax(0,1fr)_176px_76px_44px] @5xl:grid-cols-[16px_minmax(0,1fr)_176px_76px_148px_48px_44px]';

/** Classes of the cells that a table leaves out: of the chart, of agent and steps, and of the age. */
export const WITH_CHART = 'hidden @4xl:block';
export const WITH_AGENT = 'hidden @5xl:block';
export const WITH_AGE = 'max-sm:hidden';

/** One session of the library. Its links are plain: hundreds of them come and go while scrolling. */
export const SessionRowView = memo(function SessionRowView(props: SessionRowProps) {
  const { item, index, top, active, selected, now, onToggle, onOpen } = props;
  const { row, below } = item;
  const [isUnder, setUnder] = useState(false);
  const [point, setPoint] = useState<SparkPoint | null>(null);
  const open = (event: MouseEvent): void => {
    const control =
      event.target instanceof Element ? event.target.closest('a, label, button') : null;
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (control !== null && (control.tagName !== 'A' || elsewhere)) return;
    event.preventDefault();
    onOpen(control?.getAttribute('data-session') ?? row.id);
  };
  return (
    <div
      role="row"
      id={rowElementId(row.id)}
      aria-rowindex={index + 2}
      aria-selected={selected}
      onClick={open}
      onPointerEnter={() => setUnder(true)}
      onPointerLeave={() => setUnder(false)}
      style={{ transform: `translateY(${top}px)` }}
      className={classNames(
        'group/row absolute inset-x-0 h-[44px] cursor-pointer items-center border-b border-line2 leading-[18px] contain-strict max-sm:h-[62px]',
        LIBRARY_GRID,
        active || selected ? 'bg-sel shadow-[inset_2px_0_var(--accent)]' : 'bg-panel hover:bg-sel',
        active &&
          'in-focus-visible:outline-2 in-focus-visible:-outline-offset-2 in-focus-visible:outline-accent',
      )}
    >
      <SelectCell {...{ item, index, selected, onToggle }} />
      <NameCell item={item} onToggleGroup={props.onToggleGroup} />
      <span
        role="gridcell"
        className={WITH_CHART}
        onPointerMove={({ clientX, currentTarget }) =>
          setPoint(sparkPoint(row, clientX - currentTarget.getBoundingClientRect().left))
        }
        onPointerLeave={() => setPoint(null)}
      >
        <Sparkline row={row} x={point?.x} />
      </span>
      {point === null ? <PeakCell row={row} /> : <PointCell point={point} row={row} />}
      <span
        role="gridcell"
        className={classNames(WITH_AGENT, 'min-w-0 normal-nums')}
        title={withoutControls(`${row.agent} · ${row.model ?? 'no model'}`)}
      >
        <span className="block truncate">
          <ForeignText text={row.agent} />
        </span>
        <span className="block truncate text-sm text-ink3">
          <ForeignText text={row.model ?? '–'} />
        </span>
      </span>
      <span role="gridcell" className={classNames(WITH_AGENT, 'text-right')}>
        {formatInteger(row.steps)}
      </span>
      <span
        role="gridcell"
        className={classNames(WITH_AGE, 'text-right text-sm whitespace-nowrap text-ink3')}
        title={dateTime(row.importedAt)}
      >
        {below ? '' : ago(row.importedAt, now)}
      </span>
      {isUnder || active ? <RowButtons {...props} isUnder={isUnder} /> : null}
    </div>
  );
});

/** In place of steps and age, under the pointer or at the keys: what can be done with the row, each with its key. */
function RowButtons(props: SessionRowProps & { readonly isUnder: boolean }) {
  const { item, index, isUnder, onOpen, onAct } = props;
  const button = (name: string, key: string, icon: ReactNode, act: () => void): ReactNode => (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${name}: ${withoutControls(item.row.name)}`}
      title={`${name} (${key})`}
      onClick={act}
      className="grid size-7 place-items-center rounded text-ink2 hover:bg-panel hover:text-ink"
    >
      {icon}
    </button>
  );
  return (
    <span
      role="gridcell"
      className={classNames(
        'absolute inset-y-0.5 right-3 hidden items-center bg-sel pl-2',
        isUnder ? '@4xl:flex' : '@4xl:in-focus-visible:flex',
      )}
    >
      {button('Open', '↵', <CornerDownLeft {...small} />, () => onOpen(item.row.id))}
      {button('What-if', 'w', <SlidersHorizontal {...small} />, () => onAct('what-if', index))}
      {button('Add to a corpus', 'a', <FolderPlus {...small} />, () => onAct('add', index))}
    </span>
  );
}

const small = { size: 14, 'aria-hidden': true } as const;

const severityAt = (place: number): Severity => severities[place] ?? 'below';

/** The mark of the worst that happened in it or its sub-agents; under the pointer, a box to select it. */
function SelectCell(
  props: Pick<SessionRowProps, 'item' | 'index' | 'selected' | 'onToggle'>,
): ReactNode {
  const { item, index, selected, onToggle } = props;
  const { row } = item;
  const severity = severityAt(item.subAgents > 0 ? row.rank : row.severity);
  return (
    <span role="gridcell" className="relative flex h-full items-center">
      <span className={selected ? 'hidden' : 'group-hover/row:hidden'}>
        <SeverityMark severity={severity} />
        <span className="sr-only">{severityWords[severity].name}</span>
      </span>
      <label
        className={classNames(
          'absolute -inset-x-2 inset-y-0 flex items-center justify-center',
          !selected && 'opacity-0 group-hover/row:opacity-100 focus-within:opacity-100',
        )}
      >
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
  );
}

/** Kind of a lane, shown beside its name. */
const relationLabel = {
  subagent: 'sub-agent',
  branch: 'branch',
  lane: 'lane',
  resumed: 'resumed',
} as const;

function NameCell(props: Pick<SessionRowProps, 'item' | 'onToggleGroup'>) {
  const { item, onToggleGroup } = props;
  const { row, below, subAgents, open } = item;
  const verdict = row.verdict === '' ? 'Not judged yet.' : row.verdict;
  return (
    <span role="gridcell" className={classNames('min-w-0', below && 'pl-6')}>
      <span className="flex min-w-0 items-baseline gap-2">
        <a
          href={`/sessions/${row.id}`}
          data-session={row.id}
          tabIndex={-1}
          title={withoutControls(`${row.name} · ${row.file}`)}
          className="min-w-0 truncate font-medium hover:text-accent hover:underline"
        >
          <ForeignText text={row.name} />
        </a>
        {subAgents === 0 ? null : (
          <button
            type="button"
            tabIndex={-1}
            aria-expanded={open}
            onClick={() => onToggleGroup(row.id)}
            className="shrink-0 text-sm text-ink3 hover:text-ink"
          >
            {open ? '▾' : '▸'} {counted(subAgents, 'sub-agent')}
          </button>
        )}
        {below ? null : <Relation item={item} />}
      </span>
      <span
        className="block truncate text-sm text-ink2 max-sm:line-clamp-2 max-sm:leading-4 max-sm:whitespace-normal"
        title={withoutControls(verdict)}
      >
        <ForeignText text={verdict} />
      </span>
    </span>
  );
}

/** What a session with a row of its own is to the one that it belongs to. */
function Relation({ item: { row, parent } }: Pick<SessionRowProps, 'item'>) {
  if (row.parent === null) return null;
  return (
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
  );
}

/** The largest request, `~` before a projected one, and its limit. */
function PeakCell({ row }: { readonly row: SessionRow }) {
  const { peakReal, limit, peakProjected } = row;
  const over = peakReal !== null && limit !== null && peakReal > limit;
  return (
    <span
      role="gridcell"
      className="text-right whitespace-nowrap"
      title={`Peak ${peakReal === null ? 'unknown' : formatInteger(peakReal)} tokens, ${limit === null ? 'no known limit' : `limit ${formatInteger(limit)}`}${peakProjected ? '; projected' : ''}`}
    >
      <span className={classNames('block font-medium', over && 'text-overflow')}>
        {peakReal === null ? '–' : `${peakProjected ? '~' : ''}${formatInteger(peakReal)}`}
      </span>
      <span className="block text-sm text-ink3">
        {limit === null ? 'no limit known' : `of ${shortTokens(limit)}`}
      </span>
    </span>
  );
}

/** In place of the peak: the step and the share of the limit where the pointer is on the sparkline. */
function PointCell(props: { readonly point: SparkPoint; readonly row: SessionRow }) {
  const { percent, step, exact } = props.point;
  return (
    <span role="gridcell" className="text-right whitespace-nowrap">
      <span className="block font-medium">
        {formatInteger(percent)} % of {props.row.limit === null ? 'peak' : 'limit'}
      </span>
      <span className="block text-sm text-ink3">
        {exact ? 'step' : 'near'} {formatInteger(step)}
      </span>
    </span>
  );
}

/** "200k", "1M", "262,144": a round number of tokens short, any other in full. */
function shortTokens(tokens: number): string {
  if (tokens >= 1_000_000 && tokens % 100_000 === 0) return `${tokens / 1_000_000}M`;
  return tokens >= 1_000 && tokens % 1_000 === 0
    ? `${formatInteger(tokens / 1_000)}k`
    : formatInteger(tokens);
}
