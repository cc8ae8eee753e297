/** What the database lists, computed over all rows in memory: the plain meaning of a listing. */
import { severities, type Severity } from '@/lib/analysis/fit/severities';
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
import { filterParameters } from '@/lib/api/contract/filter-address';
import type { SortColumn } from '@/lib/api/contract/session-listing';
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
    among(filter.severities, severities[row.rank] ?? null) &&
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
  severity: (row) => row.rank,
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

/** Each listed session with the one that it is a sub-agent of, as far up as there is one; else itself. */
export function familyTops(rows: readonly SessionRow[]): ReadonlyMap<SessionRow, SessionRow> {
  const topOf = (row: SessionRow): SessionRow => {
    if (!isSubAgent(row)) return row;
    const { parent, agent } = row;
    const found = rows.find(
      (one) =>
        one.sessionId === parent?.sessionId && one.lane === parent.lane && one.agent === agent,
    );
    return found === undefined ? row : topOf(found);
  };
  return new Map(rows.map((row) => [row, topOf(row)]));
}

/** A row of the table: a session, or the head of a severity with its sessions. */
export type ListedRow =
  | { readonly row: SessionRow; readonly below: boolean; readonly stands: readonly SessionRow[] }
  | {
      readonly head: Severity;
      readonly open: boolean;
      readonly sessions: number;
      readonly stands: readonly SessionRow[];
    };

/** What a table is asked for. */
interface Asked {
  readonly filter: SessionFilter;
  readonly sort: { readonly column: SortColumn; readonly descending: boolean };
  readonly toggled: readonly string[];
}

/**
 * The rows of a table: by severity under heads, sub-agents below their session while it is open. `of` are the
 * only sessions that it may have.
 */
export function tableRows(
  rows: readonly SessionRow[],
  { filter, sort, toggled }: Asked,
  of: readonly SessionRow[] = rows,
): readonly ListedRow[] {
  const alone = (row: SessionRow): ListedRow => ({ row, below: false, stands: [row] });
  if (sort.column !== 'severity' || sort.descending) {
    return listedRows(of, filter, sort).map(alone);
  }
  const tops = familyTops(rows);
  const folds = filterParameters({ ...filter, agents: [], severities: [] }).size === 0;
  const newest = of.filter(passing(filter)).sort((a, b) => compared(b.id, a.id));
  const asked = filter.query !== '' || filter.severities.length > 0;
  return severities.flatMap((head, rank): readonly ListedRow[] => {
    const stands = newest.filter((row) => row.rank === rank);
    if (stands.length === 0) return [];
    const isQuiet = head === 'below' || head === 'brief';
    const open = isQuiet ? asked || toggled.includes(head) : !toggled.includes(head);
    const isFolded = (row: SessionRow): boolean => {
      const top = tops.get(row);
      return top !== undefined && top !== row && stands.includes(top);
    };
    const own = folds
      ? familyOrder(
          stands.filter((row) => !isFolded(row)),
          tops,
        )
      : stands;
    const shown = own.flatMap((row): readonly ListedRow[] => {
      const below = folds ? stands.filter((one) => one !== row && tops.get(one) === row) : [];
      if (!toggled.includes(row.id)) return [{ row, below: false, stands: [row, ...below] }];
      const open = below.reverse().map((one) => ({ row: one, below: true, stands: [one] }));
      return [alone(row), ...open];
    });
    return [{ head, open, sessions: own.length, stands }, ...(open ? shown : [])];
  });
}

/** The newest family first; what is left of one without its first session in the order of arrival. */
const familyOrder = (
  list: readonly SessionRow[],
  tops: ReadonlyMap<SessionRow, SessionRow>,
): readonly SessionRow[] =>
  list.toSorted(
    (a, b) => compared(tops.get(b)?.id ?? '', tops.get(a)?.id ?? '') || compared(a.id, b.id),
  );
