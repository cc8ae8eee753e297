import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import type { Breach } from '@/lib/tuning/region/constraints';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import { cellCosts } from '@/lib/tuning/region/pareto';
import type { Region } from '@/lib/tuning/region/plateau';

/** A sampled setting as a row: its values in the order of the plan's axes, and what it comes to. */
export interface SampleRow {
  readonly cell: number;
  readonly values: readonly number[];
  /** undefined while it is not computed. */
  readonly breach: Breach | undefined;
  /** Of all sessions; null while they are not computed. */
  readonly compactions: number | null;
  readonly overflowing: number | null;
  readonly looping: number | null;
  /** Tokens sent per step, and tokens unused per compaction. */
  readonly sent: number | null;
  readonly unused: number | null;
  /** A figure that was asked for; null where it is not known. */
  readonly figure: number | null;
}

/** A row for every cell of a region. */
export function sampleRows(
  { cells, sums, breaches }: Region,
  figure: FigureSums | null = null,
): readonly SampleRow[] {
  return cells.map(({ values }, cell): SampleRow => {
    const known = byteAt(sums.complete, cell) === 1;
    const [cost] = cellCosts(sums, [cell]);
    const shown = figure === null ? NaN : floatAt(figure.sums, cell);
    return {
      cell,
      values,
      breach: breaches[cell],
      compactions: known ? floatAt(sums.compactions, cell) : null,
      overflowing: known ? intAt(sums.overflowing, cell) : null,
      looping: known ? intAt(sums.looping, cell) : null,
      sent: cost?.sent ?? null,
      unused: cost?.unused ?? null,
      figure: Number.isNaN(shown) ? null : shown,
    };
  });
}

/** What a table of a sample is sorted by: an outcome, or an axis by its place in the plan. */
export type SampleColumn =
  'compactions' | 'overflowing' | 'looping' | 'sent' | 'unused' | 'figure' | number;

/** The value of a row in a column. */
export const sampleValue = (row: SampleRow, column: SampleColumn): number | null =>
  typeof column === 'number' ? (row.values[column] ?? null) : row[column];
