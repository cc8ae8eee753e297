import { floatAt } from '@/lib/engine/base/read';
import { cellAt, neighbours, type CellSpace } from './cell-space';
import type { CellSums } from './cell-sums';
import type { Breach } from './constraints';

/** Cells of a plateau have compactions within this share of those at its middle. */
const TOLERANCE = 0.1;

/** Cells that were swept, with their sums and breaches by cell. */
export interface Region extends CellSpace {
  readonly sums: CellSums;
  /** undefined while it is not computed. */
  readonly breaches: readonly (Breach | undefined)[];
}

/** Two counts of compactions are alike: within a tenth of the one in the middle. */
export const alike = (compactions: number, middle: number): boolean =>
  Math.abs(compactions - middle) <= TOLERANCE * middle;

/**
 * The plateau around a cell, as indexes of the sweep: the cells reached over neighbours that break no
 * constraint and compact about as often. Empty where the cell itself breaks one.
 */
export function plateau(region: Region, place: readonly number[]): readonly number[] {
  const { sums, breaches } = region;
  const middle = floatAt(sums.compactions, cellAt(region, place));
  const belongs = (index: number): boolean =>
    breaches[index] === null && alike(floatAt(sums.compactions, index), middle);
  const found = new Set<number>();
  const open: (readonly number[])[] = [place];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const index = cellAt(region, next);
    if (found.has(index) || !belongs(index)) continue;
    found.add(index);
    open.push(...neighbours(region, next));
  }
  return [...found].sort((a, b) => a - b);
}

/**
 * The worst computed neighbour of a cell whose window the limit allows: one that breaks a constraint
 * before one that only compacts more often. Null without such a neighbour.
 */
export function worstNeighbour(region: Region, place: readonly number[]): number | null {
  const { sums, breaches } = region;
  const badness = (index: number): number =>
    (breaches[index] === null ? 0 : 1e12) + floatAt(sums.compactions, index);
  return neighbours(region, place)
    .map((one) => cellAt(region, one))
    .filter((index) => breaches[index] !== undefined && breaches[index] !== 'limit')
    .reduce<number | null>(
      (worst, index) => (worst === null || badness(index) > badness(worst) ? index : worst),
      null,
    );
}
