import { floatAt, intAt } from '@/lib/engine/base/read';
import type { SweepResults } from '../sweep/sweep-results';
import type { CostSums } from './cell-costs';

/** Totals of each cell over some sessions of a corpus, one value per cell. */
export interface CellSums {
  /** 1 where every one of the sessions is computed; else the other values are partial. */
  readonly complete: Uint8Array;
  readonly compactions: Float64Array;
  readonly passes: Float64Array;
  readonly overflowSteps: Float64Array;
  /** Sessions that overflow, and sessions that loop. */
  readonly overflowing: Int32Array;
  readonly looping: Int32Array;
  readonly sent: Float64Array;
  readonly unused: Float64Array;
  /** Number of sessions, and of their steps. */
  readonly sessions: number;
  readonly steps: number;
  /** Left out where cost does not decide, or no session has a price. */
  readonly cost?: CostSums;
}

/** Adds up the sessions of `rows`; `steps` holds each row's number of steps. */
export function cellSums(
  results: SweepResults,
  rows: readonly number[],
  steps: readonly number[],
): CellSums {
  const { cells } = results;
  const sums: CellSums = {
    complete: new Uint8Array(cells).fill(1),
    compactions: new Float64Array(cells),
    passes: new Float64Array(cells),
    overflowSteps: new Float64Array(cells),
    overflowing: new Int32Array(cells),
    looping: new Int32Array(cells),
    sent: new Float64Array(cells),
    unused: new Float64Array(cells),
    sessions: rows.length,
    steps: rows.reduce((sum, row) => sum + (steps[row] ?? 0), 0),
  };
  for (const row of rows) {
    for (let cell = 0; cell < cells; cell++) add(sums, cell, results, row * cells + cell);
  }
  return sums;
}

function add(sums: CellSums, cell: number, results: SweepResults, at: number): void {
  if (intAt(results.passes, at) < 0) {
    sums.complete[cell] = 0;
    return;
  }
  const overflow = intAt(results.overflowSteps, at);
  sums.compactions[cell] = floatAt(sums.compactions, cell) + intAt(results.compactions, at);
  sums.passes[cell] = floatAt(sums.passes, cell) + intAt(results.passes, at);
  sums.overflowSteps[cell] = floatAt(sums.overflowSteps, cell) + overflow;
  sums.overflowing[cell] = intAt(sums.overflowing, cell) + (overflow > 0 ? 1 : 0);
  sums.looping[cell] = intAt(sums.looping, cell) + (results.loop[at] ?? 0);
  sums.sent[cell] = floatAt(sums.sent, cell) + floatAt(results.sent, at);
  sums.unused[cell] = floatAt(sums.unused, cell) + floatAt(results.unused, at);
}

/** Compactions per 100 steps; 0 for sessions without a step. */
export const per100 = ({ compactions, steps }: CellSums, cell: number): number =>
  steps === 0 ? 0 : (100 * floatAt(compactions, cell)) / steps;
