import { byteAt, intAt } from '@/lib/engine/base/read';
import type { SweepCell, SweepColumn } from '../sweep/plan';
import type { CellSums } from './cell-sums';

/** What must hold in every cell that may be proposed. */
export interface Constraints {
  /** Most sessions that may overflow, and that may loop. */
  readonly overflowing: number;
  readonly looping: number;
  /** The window may not be above this limit; null: no session's limit is known. */
  readonly limit: number | null;
}

/** Why a cell may not be proposed, the hardest reason first; null for one that may. */
export type Breach = 'limit' | 'overflow' | 'loop' | null;

/** The window of a cell: a value of an axis, or fixed; null where each session has its own. */
export function cellWindow({ settings, axes }: SweepColumn, { values }: SweepCell): number | null {
  const axis = axes.findIndex(({ setting }) => setting === 'window');
  const window = axis < 0 ? settings['window'] : values[axis];
  return typeof window === 'number' ? window : null;
}

/** The cell's window is above the limit. */
export function aboveLimit(
  column: SweepColumn,
  cell: SweepCell,
  { limit }: Pick<Constraints, 'limit'>,
): boolean {
  const window = cellWindow(column, cell);
  return limit !== null && window !== null && window > limit;
}

/** The breach of a cell; undefined while its sessions are not all computed. */
export function breachOf(
  sums: CellSums,
  index: number,
  above: boolean,
  { overflowing, looping }: Constraints,
): Breach | undefined {
  if (above) return 'limit';
  if (byteAt(sums.complete, index) === 0) return undefined;
  if (intAt(sums.overflowing, index) > overflowing) return 'overflow';
  return intAt(sums.looping, index) > looping ? 'loop' : null;
}
