/** The tables of a cost as texts: page and command line print the same cells. */
import { formatDollars, formatInteger } from '@/lib/engine/base/format';
import type { CostReport } from './cost-report';
import {
  breakEvenWords,
  gapWords,
  LEAST_DIFFERENCE,
  NOT_IN_USAGE,
  priceLabels,
  recordedTotal,
  recordedWords,
} from './cost-words';
import { priceNames } from './rates';
import type { CompactionCost } from './replay-cost';

/** A bill: each row has a cell for each head. */
export interface BillTable {
  readonly heads: readonly string[];
  readonly rows: readonly BillRow[];
}

interface BillRow {
  readonly label: string;
  readonly cells: readonly string[];
  readonly total: boolean;
}

/** Dollars by the model of the cache, which nobody was charged; less than nothing is a difference, and has no "~". */
export const modelled = (dollars: number): string =>
  `${dollars < 0 ? '' : '~'}${formatDollars(dollars)}`;

const signed = (dollars: number): string =>
  Math.abs(dollars) < LEAST_DIFFERENCE
    ? '$0'
    : `${dollars > 0 ? '+' : ''}${formatDollars(dollars)}`;

/** True where a replay is charged what the recording is, kind by kind. */
export const costsTheSame = ({ asRecorded, replayed }: CostReport): boolean =>
  priceNames.every((name) => asRecorded.calls[name] === replayed.calls[name]) &&
  asRecorded.summariser === replayed.summariser &&
  asRecorded.added === replayed.added;

/**
 * Dollars by what they are charged for: recorded, as it ran, and where `replay` names it the replay and
 * its difference. Rows and the difference are left out where they hold nothing.
 */
export function billTable(report: CostReport, replay: string | null): BillTable {
  const { recorded, asRecorded, replayed } = report;
  const differs = replay !== null && !costsTheSame(report);
  const row = (label: string, told: string, ran: number, then: number): BillRow => {
    const other = replay === null ? [] : [modelled(then), ...(differs ? [signed(then - ran)] : [])];
    return { label, cells: [told, modelled(ran), ...other], total: label === TOTAL };
  };
  const kinds = priceNames.map((name) =>
    row(
      priceLabels[name],
      recordedWords(recorded, name),
      asRecorded.calls[name],
      replayed.calls[name],
    ),
  );
  const summariser = row('summariser', NOT_IN_USAGE, asRecorded.summariser, replayed.summariser);
  const added = row('added calls', NOT_IN_USAGE, asRecorded.added, replayed.added);
  const total = row(TOTAL, recordedTotal(recorded), asRecorded.total, replayed.total);
  return {
    heads: [
      'recorded by usage',
      'as it ran, modelled',
      ...(replay === null ? [] : [`${replay}, modelled`, ...(differs ? ['difference'] : [])]),
    ],
    rows: [...[...kinds, summariser, added].filter(({ cells }) => !cells.every(isNothing)), total],
  };
}

const TOTAL = 'total';

const isNothing = (cell: string): boolean => ['$0', '~$0', NOT_IN_USAGE].includes(cell);

/** A column of the compactions' costs. */
export interface CompactionColumn {
  readonly head: string;
  readonly isText: boolean;
  readonly text: (one: CompactionCost) => string;
}

const tokens = (real: number): string => `~${formatInteger(Math.round(real))}`;

const columns: readonly CompactionColumn[] = [
  { head: 'before', isText: false, text: ({ before }) => tokens(before) },
  { head: 'after', isText: false, text: ({ after }) => tokens(after) },
  { head: 'cache', isText: true, text: gapWords },
  { head: 'summariser', isText: false, text: ({ summariser }) => modelled(summariser) },
  { head: 'rewrite', isText: false, text: ({ rewrite }) => modelled(rewrite) },
  { head: 'saves a step', isText: false, text: ({ saving }) => modelled(saving) },
  { head: 'break-even', isText: true, text: breakEvenWords },
];

/** What is said of compactions beside their step; without the columns that hold nothing. */
export const compactionColumns = (list: readonly CompactionCost[]): readonly CompactionColumn[] =>
  columns.filter(({ text }) => !list.every((one) => isNothing(text(one))));
