import { floatAt } from '@/lib/engine/base/read';

/** Dollars of sessions under the cells that were priced; NaN where a cell was not, or a model has no price. */
export interface CellCosts {
  readonly cells: number;
  /** A session's cells beside each other. */
  readonly values: Float64Array;
}

/** Dollars of each priced cell over the sessions that have a price, and how many these are. */
export interface CostSums {
  readonly dollars: Float64Array;
  readonly sessions: number;
}

/** A session has a price: under one priced cell, so under each. */
export const isPriced = ({ cells, values }: CellCosts, row: number): boolean =>
  values.subarray(row * cells, (row + 1) * cells).some((dollars) => !Number.isNaN(dollars));

/** Adds up the sessions of `rows` that have a price; null where none has. */
export function costSums(costs: CellCosts, rows: readonly number[]): CostSums | null {
  const priced = rows.filter((row) => isPriced(costs, row));
  if (priced.length === 0) return null;
  const { cells, values } = costs;
  const dollars = new Float64Array(cells);
  for (const row of priced) {
    for (let cell = 0; cell < cells; cell++) {
      dollars[cell] = floatAt(dollars, cell) + floatAt(values, row * cells + cell);
    }
  }
  return { dollars, sessions: priced.length };
}
