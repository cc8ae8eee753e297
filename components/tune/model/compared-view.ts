import { floatAt, intAt } from '@/lib/engine/base/read';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import type { CellSums } from '@/lib/tuning/region/cell-sums';
import type { TunePlan } from '../state/sweep-plan';

/** A policy at one window. */
export interface ComparedCell {
  /** Every session is computed. */
  readonly known: boolean;
  /** Steps per compaction; null where nothing compacts. */
  readonly steps: number | null;
  readonly overflowing: number;
  readonly looping: number;
  /** A figure that was asked for, summed over the sessions that have it; null without one. */
  readonly figure: number | null;
}

/** A policy over the windows. */
export interface ComparedPolicy {
  readonly id: string;
  readonly label: string;
  readonly cells: readonly ComparedCell[];
}

/** The policies of a plan by window, from the sums beside the grid; those with the most steps per compaction at the last window first. */
export function comparedPolicies(
  { compared, windows }: TunePlan,
  sums: CellSums,
  figure: FigureSums | null = null,
): readonly ComparedPolicy[] {
  const last = windows.length - 1;
  return compared
    .map(({ policy }, at) => ({
      id: policy.id,
      label: policy.label,
      cells: windows.map((_, window) => cellOf(sums, at * windows.length + window, figure)),
    }))
    .sort((a, b) => rank(b.cells[last]) - rank(a.cells[last]));
}

function cellOf(sums: CellSums, cell: number, figure: FigureSums | null): ComparedCell {
  const asked = figure === null ? NaN : floatAt(figure.sums, cell);
  const compactions = floatAt(sums.compactions, cell);
  return {
    known: sums.complete[cell] === 1,
    steps: compactions === 0 ? null : sums.steps / compactions,
    overflowing: intAt(sums.overflowing, cell),
    looping: intAt(sums.looping, cell),
    figure: Number.isNaN(asked) ? null : asked,
  };
}

/** Fewer failing sessions first, then more steps per compaction; none is the most. */
const rank = (cell: ComparedCell | undefined): number =>
  cell === undefined ? 0 : (cell.steps ?? 1e9) - 1e12 * (cell.overflowing + cell.looping);
