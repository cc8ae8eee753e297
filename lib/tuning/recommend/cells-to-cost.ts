/** Which cells are priced, where cost decides: a cost takes a whole replay, about 40 times a total. */
import { floatAt } from '@/lib/engine/base/read';
import type { FigureResults } from '../figures/figure-results';
import { isPriced } from '../region/cell-costs';
import { cellAt, placesOf } from '../region/cell-space';
import type { SweepCell } from '../sweep/plan';
import { outcomeClasses } from '../sweep/sweep-results';
import { isSettable } from './choice';
import { openCells, type TuneField } from './tune-field';

/** The cells to replay, and for each cell of a field which of them comes to the same; −1 for none. */
export interface CostPlan {
  readonly cells: readonly SweepCell[];
  readonly of: Int32Array;
}

/**
 * Today's cell and those within the limit that a user can set. Of cells under which every session sends as much,
 * compacts as often and has as much unused, one is priced. Whether they hold does not matter here: without
 * some sessions, as a hold-out leaves them out, others do.
 */
export function cellsToCost(field: TuneField): CostPlan {
  const open = new Set(openCells(field));
  const classes = outcomeClasses(field.results);
  const known = new Map<number, number>();
  const cells: SweepCell[] = [];
  const of = new Int32Array(field.cells.length).fill(-1);
  for (const place of placesOf(field)) {
    const index = cellAt(field, place);
    const cell = field.cells[index];
    const isToday = place.join() === field.baseline.join();
    if (cell === undefined || !(isToday || (open.has(index) && isSettable(field, place)))) continue;
    const outcome = classes[index] ?? 0;
    const at = known.get(outcome) ?? cells.push(cell) - 1;
    known.set(outcome, at);
    of[index] = at;
  }
  return { cells, of };
}

/** The field with the cost of each cell of a plan, which `cost` holds as figures of the plan's cells. */
export function withCosts(
  field: TuneField,
  { of }: CostPlan,
  { values: [column], sessions, cells: width }: FigureResults,
): TuneField {
  const cells = field.results.cells;
  const values = new Float64Array(sessions * cells).fill(NaN);
  for (let row = 0; row < sessions; row++) {
    for (const [cell, at] of of.entries()) {
      if (at >= 0 && column) values[row * cells + cell] = floatAt(column, row * width + at);
    }
  }
  const settings = of.reduce((sum, at) => sum + (at < 0 ? 0 : 1), 0);
  const costs = { cells, values };
  const isKnown = [...Array(sessions).keys()].some((row) => isPriced(costs, row));
  // Where no session has a price compactions decide.
  return isKnown ? { ...field, costs, priced: { settings, replayed: width } } : field;
}
