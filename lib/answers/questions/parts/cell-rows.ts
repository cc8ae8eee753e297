/** Cells of a sweep as rows: what its tables, CSV and JSON say. */
import { formatFixed, formatInteger } from '@/lib/engine/base/format';
import { floatAt, intAt } from '@/lib/engine/base/read';
import { chancesText, type MayCompact } from '@/lib/analysis/explain/likely';
import { per100, type CellSums } from '@/lib/tuning/region/cell-sums';
import type { SweepCell, SweepColumn } from '@/lib/tuning/sweep/plan';
import { valueWords } from '@/lib/tuning/recommend/setting-words';
import { figures } from '@/lib/tuning/figures/figure';
import { figureFields } from '@/lib/tuning/figures/figure-fields';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import type { Block, Column } from '../../model/block';

/** Sums of one cell over all sessions. */
export interface CellRow {
  readonly policy: string;
  readonly values: Readonly<Record<string, number>>;
  readonly sessions: number;
  readonly steps: number;
  readonly compactions: number;
  readonly per100Steps: number;
  readonly passes: number;
  readonly overflowingSessions: number;
  readonly overflowSteps: number;
  readonly loopingSessions: number;
  /** Real tokens of all requests. */
  readonly sent: number;
  /** Tokens left below the limit, per compaction; null without one. */
  readonly unusedPerCompaction: number | null;
  /** Decisions that are not sure; null for none, left out where nothing was replayed for it. */
  readonly mayCompact?: MayCompact | null;
  /** Figures that were asked for, by their fields. */
  readonly figures: Readonly<Record<string, number | null>>;
}

/** Names of a row's numbers, in the order of its columns. */
export const cellFields = [
  'sessions',
  'steps',
  'compactions',
  'per100Steps',
  'passes',
  'overflowingSessions',
  'overflowSteps',
  'loopingSessions',
  'sent',
  'unusedPerCompaction',
] as const satisfies readonly (keyof CellRow)[];

/** A row as JSON prints it: figures beside the other numbers. */
export const rowJson = ({ figures: asked, ...row }: CellRow) => ({ ...row, ...asked });

/** The row of a cell. */
export function cellRow(
  column: SweepColumn,
  cell: SweepCell,
  sums: CellSums,
  index: number,
  figures: readonly FigureSums[] = [],
): CellRow {
  const compactions = floatAt(sums.compactions, index);
  const unused = floatAt(sums.unused, index);
  return {
    policy: column.policy,
    values: Object.fromEntries(
      column.axes.map(({ setting }, axis) => [setting, cell.values[axis] ?? NaN]),
    ),
    sessions: sums.sessions,
    steps: sums.steps,
    compactions,
    per100Steps: per100(sums, index),
    passes: floatAt(sums.passes, index),
    overflowingSessions: intAt(sums.overflowing, index),
    overflowSteps: floatAt(sums.overflowSteps, index),
    loopingSessions: intAt(sums.looping, index),
    sent: floatAt(sums.sent, index),
    unusedPerCompaction: compactions === 0 ? null : unused / compactions,
    figures: figureFields(figures, index),
  };
}

/** A table of some cells of one column below its caption; `note` says what stands behind each. */
export function cellTable(
  caption: string,
  column: SweepColumn,
  rows: readonly CellRow[],
  note: (row: CellRow) => string,
): Block {
  const shown = figures.filter(({ field }) => rows.some((row) => field in row.figures));
  const unsure = rows.some(({ mayCompact }) => mayCompact !== undefined);
  const heads = [
    ...column.axes.map(({ setting }) => setting),
    ...['compactions', 'per 100 steps', 'overflow', 'loop', 'unused'],
    ...(unsure ? ['may compact'] : []),
    ...shown.map(({ name }) => name),
  ];
  return {
    kind: 'table',
    caption,
    columns: [...heads.map((head): Column => ({ head, number: true })), { head: '' }],
    rows: rows.map((row) => [
      ...Object.entries(row.values).map(([setting, value]) => valueWords(column, setting, value)),
      formatInteger(row.compactions),
      formatFixed(row.per100Steps, 2),
      sessionsText(row.overflowingSessions),
      sessionsText(row.loopingSessions),
      row.unusedPerCompaction === null ? '–' : formatInteger(Math.round(row.unusedPerCompaction)),
      ...(unsure ? [unsureText(row.mayCompact ?? null)] : []),
      ...shown.map(({ field, text }) => {
        const value = row.figures[field] ?? null;
        return value === null ? '–' : text(value);
      }),
      note(row),
    ]),
  };
}

/** "5 (12 % to 46 %)": steps that may compact. */
const unsureText = (found: MayCompact | null): string =>
  found === null ? '–' : `${formatInteger(found.steps)} (${chancesText(found)})`;

const sessionsText = (count: number): string => (count === 0 ? '–' : formatInteger(count));
