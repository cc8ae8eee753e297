import { formatInteger } from '@/lib/base/format';
import type { OptionPairs } from '@/components/ui/options';
import type { SessionRow } from '@/lib/host/api/contract/contract';
import type { SourceLabel } from '@/lib/host/api/contract/session-filter';

/** Events that a session can be filtered by; also their names in the address. */
export const eventFilters = ['recorded', 'replayed', 'overflow'] as const;
export type EventFilter = (typeof eventFilters)[number];

/** A choice of sessions beside the search; an empty text is any. */
export interface SessionFilter {
  /** Name of a format. */
  readonly source: string;
  readonly model: string;
  readonly events: EventFilter | '';
}

export const anySession: SessionFilter = { source: '', model: '', events: '' };

const counts: Readonly<Record<EventFilter, (row: SessionRow) => number | null>> = {
  recorded: ({ recordedCompactions }) => recordedCompactions,
  replayed: ({ compactions }) => compactions,
  overflow: ({ overflowSteps }) => overflowSteps,
};

/** True for a session that every filter keeps. */
export const passes = (
  row: SessionRow,
  { source, model, events }: SessionFilter,
  label: SourceLabel,
): boolean =>
  (source === '' || label(row) === source) &&
  (model === '' || row.model === model) &&
  (events === '' || (counts[events](row) ?? 0) > 0);

/** Sources and models of some sessions, each with its number, the most frequent first. */
export const filterOptions = (
  rows: readonly SessionRow[],
  label: SourceLabel,
): Readonly<Record<'source' | 'model', OptionPairs>> => ({
  source: counted(rows.map(label)),
  model: counted(rows.flatMap(({ model }) => model ?? [])),
});

function counted(names: readonly string[]): OptionPairs {
  const numbers = new Map<string, number>();
  for (const name of names) numbers.set(name, (numbers.get(name) ?? 0) + 1);
  return [...numbers]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([name, number]) => [name, `${name} (${formatInteger(number)})`]);
}
