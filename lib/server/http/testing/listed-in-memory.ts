/** What the database lists, computed over all rows in memory: the plain meaning of a listing. */
import { folded, foldedWords } from '@/lib/engine/base/text/folded';
import { sortedBy } from '@/lib/engine/base/sorted-by';
import type { SessionRow } from '@/lib/api/contract/contract';
import {
  isSubAgent,
  timesOf,
  type EventFilter,
  type Range,
  type SessionFilter,
} from '@/lib/api/contract/session-filter';
import type { Grouping, SortColumn } from '@/lib/api/contract/session-listing';
import { labelOf } from '../corpora/conditions';

const counts: Readonly<Record<EventFilter, (row: SessionRow) => number | null>> = {
  recorded: ({ recordedCompactions }) => recordedCompactions,
  replayed: ({ compactions }) => compactions,
  overflow: ({ overflowSteps }) => overflowSteps,
  findings: ({ findings }) => findings,
};

const within = (value: number | null, { from, to }: Range): boolean =>
  (from === null && to === null) ||
  (value !== null && (from === null || value >= from) && (to === null || value <= to));

const among = <T>(list: readonly T[], value: T | null): boolean =>
  list.length === 0 || (value !== null && list.includes(value));

/** Columns that words are searched in, and the name of the source. */
function searchedText(row: SessionRow): string {
  const { name, file, agent, model, lane } = row;
  return folded([name, file, agent, model ?? '', lane, labelOf(row)].join('\n'));
}

/** True for sessions that a filter keeps. */
export function passing(filter: SessionFilter): (row: SessionRow) => boolean {
  const { from, to } = timesOf(filter.started);
  const times = { from, to: to === null ? null : to - 1 };
  const words = foldedWords(filter.query);
  return (row) =>
    words.every((word) => searchedText(row).includes(word)) &&
    among(filter.sources, labelOf(row)) &&
    among(filter.agents, row.agent) &&
    among(filter.models, row.model) &&
    filter.events.every((event) => (counts[event](row) ?? 0) > 0) &&
    within(row.steps, filter.steps) &&
    within(row.limit, filter.limit) &&
    (filter.made === null || row.generated === (filter.made === 'generated')) &&
    (filter.subAgents === null || isSubAgent(row) === (filter.subAgents === 'only')) &&
    within(row.startedAt, times);
}

/** The policy of a row, in the words of the list. */
function policyWords({ opening, agent, generated }: SessionRow): string {
  if (opening === null) return '–';
  return opening.own || generated ? opening.label : `${opening.label} over ${agent}`;
}

const lowerAscii = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const sortValues: Readonly<Record<SortColumn, (row: SessionRow) => string | number | null>> = {
  name: (row) => row.name.toLowerCase(),
  source: (row) => lowerAscii(labelOf(row)),
  agent: (row) => lowerAscii(row.agent),
  model: ({ model }) => (model === null ? null : lowerAscii(model)),
  steps: (row) => row.steps,
  peak: ({ peakReal, limit }) => (peakReal === null || limit === null ? null : peakReal / limit),
  recorded: (row) => row.recordedCompactions,
  policy: (row) => lowerAscii(policyWords(row)),
  compactions: (row) => row.compactions,
  overflow: (row) => row.overflowSteps,
  findings: (row) => row.findings,
  imported: (row) => row.importedAt,
};

/** Newest import first, but inside an import in the order of arrival, which the stored ids have. */
const newestFirst = (a: SessionRow, b: SessionRow): number =>
  b.importedAt - a.importedAt || compared(a.importId, b.importId) || compared(a.id, b.id);

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The sessions that a filter keeps, sorted. */
export const listedRows = (
  rows: readonly SessionRow[],
  filter: SessionFilter,
  sort: { readonly column: SortColumn; readonly descending: boolean },
): readonly SessionRow[] =>
  sortedBy(rows.toSorted(newestFirst).filter(passing(filter)), sortValues[sort.column], sort);

/** A row of the table: a session, or a group with its sessions. */
export type ListedRow =
  | { readonly id: string; readonly inGroup: boolean }
  | { readonly group: string; readonly open: boolean; readonly rows: readonly SessionRow[] };

const groupIds: Readonly<Record<Exclude<Grouping, 'off'>, (row: SessionRow) => string>> = {
  file: ({ importId }) => importId,
  agent: ({ agent }) => agent,
  model: ({ model }) => model ?? '',
};

/** Sorted sessions under their groups: a group stands where the first of its sessions does. */
export function groupedRows(
  rows: readonly SessionRow[],
  by: Grouping,
  toggled: readonly string[],
): readonly ListedRow[] {
  if (by === 'off') return rows.map(({ id }) => ({ id, inGroup: false }));
  const groups = new Map<string, SessionRow[]>();
  for (const row of rows) {
    const group = groupIds[by](row);
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return rows.flatMap((row): readonly ListedRow[] => {
    const group = groupIds[by](row);
    const members = groups.get(group) ?? [];
    if (by === 'file' && members.filter(({ parent }) => parent === null).length < 4) {
      return [{ id: row.id, inGroup: false }];
    }
    if (members[0] !== row) return [];
    const open = toggled.includes(group) === (by === 'file');
    const shown = open ? members.map(({ id }) => ({ id, inGroup: true })) : [];
    return [{ group, open, rows: members }, ...shown];
  });
}
