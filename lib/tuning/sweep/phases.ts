import { gridIndex, gridPlace, MOST_CELLS } from './cells';
import type { SweepCell, SweepColumn, SweepPlan } from './plan';
import { eventClasses, type SweepResults } from './sweep-results';

/** Names of phases that compute totals. */
export type TotalsPhase = 'coarse' | 'refined' | 'rest';

/** Cells that a sweep runs next. */
export interface SweepPhase<Name extends string = TotalsPhase | 'figures'> {
  readonly name: Name;
  /** All cells of the sweep; a hypercube's refinement appends some. */
  readonly cells: readonly SweepCell[];
  /** Indexes of those to run now. */
  readonly order: readonly number[];
}

/** Every second value of an axis, and the last one. */
const isCoarse = (place: number, length: number): boolean =>
  place % 2 === 0 || place === length - 1;

/** The first phase: every second cell of a grid, each point of a hypercube. */
export function firstPhase(plan: SweepPlan, cells: readonly SweepCell[]): SweepPhase<TotalsPhase> {
  const order = [...cells.keys()].filter((index) => {
    const cell = cells[index];
    const column = cell && plan.columns[cell.column];
    if (cell === undefined || column?.sample !== null) return true;
    return gridPlace(column, cell).every((place, axis) =>
      isCoarse(place, column.axes[axis]?.values.length ?? 0),
    );
  });
  return { name: 'coarse', cells, order };
}

/**
 * The phase after one that is complete, null after the last. A grid is completed: first where the
 * computed neighbours differ in some session, then the rest, so that nothing is guessed. A hypercube
 * gets a point half-way between each point and the nearest one that differs.
 */
export function nextPhase(
  plan: SweepPlan,
  { name, cells }: SweepPhase,
  results: SweepResults,
): SweepPhase<TotalsPhase> | null {
  if (name === 'rest' || name === 'figures') return null;
  const open = [...cells.keys()].filter((index) => !isComputed(results, index));
  if (name === 'refined') return open.length === 0 ? null : { name: 'rest', cells, order: open };
  const classes = eventClasses(results);
  const between = open.filter((index) => {
    const cell = cells[index];
    const column = cell && plan.columns[cell.column];
    if (cell === undefined || column?.sample !== null) return false;
    const first = cells.findIndex((one) => one.column === cell.column);
    return differs(column, first, cell, classes);
  });
  const added = plan.columns.flatMap((column, index) =>
    column.sample === null ? [] : midpoints(column, index, cells, classes),
  );
  const all = [...cells, ...added.slice(0, Math.max(0, MOST_CELLS - cells.length))];
  const order = [
    ...between,
    ...Array.from({ length: all.length - cells.length }, (_, i) => cells.length + i),
  ];
  if (order.length > 0) return { name: 'refined', cells: all, order };
  return open.length === 0 ? null : { name: 'rest', cells, order: open };
}

/** The phase after the last with totals: the figures of every cell; null where there are none, and after it. */
export function figurePhase(
  { figures }: SweepPlan,
  { name, cells }: SweepPhase,
): SweepPhase<'figures'> | null {
  if (figures === undefined || name === 'figures') return null;
  return { name: 'figures', cells, order: [...cells.keys()] };
}

const isComputed = ({ passes, sessions }: SweepResults, cell: number): boolean =>
  sessions === 0 || (passes[cell] ?? -1) >= 0;

/** The coarse cells around one are not all alike. */
function differs(
  column: SweepColumn,
  first: number,
  cell: SweepCell,
  classes: Int32Array,
): boolean {
  const around = gridPlace(column, cell).reduce<readonly (readonly number[])[]>(
    (places, place, axis) => {
      const length = column.axes[axis]?.values.length ?? 0;
      const ends = isCoarse(place, length) ? [place] : [place - 1, place + 1];
      return places.flatMap((corner) => ends.map((end) => [...corner, end]));
    },
    [[]],
  );
  const [one, ...others] = around.map((place) => first + gridIndex(column, place));
  return one !== undefined && others.some((other) => classes[one] !== classes[other]);
}

/** Points half-way to the nearest point that differs, on the axes' own values. */
function midpoints(
  column: SweepColumn,
  index: number,
  cells: readonly SweepCell[],
  classes: Int32Array,
): readonly SweepCell[] {
  const own = [...cells.keys()].filter((cell) => cells[cell]?.column === index);
  const places = new Map(own.map((cell) => [cell, placeOf(column, cells[cell])]));
  const known = new Set(own.map((cell) => cells[cell]?.values.join()));
  const added: SweepCell[] = [];
  for (const cell of own) {
    const from = places.get(cell) ?? [];
    let nearest = -1;
    let least = Infinity;
    for (const other of own) {
      if (classes[other] === classes[cell]) continue;
      const far = distance(column, from, places.get(other) ?? []);
      if (far < least) [least, nearest] = [far, other];
    }
    if (nearest < 0) continue;
    const to = places.get(nearest) ?? [];
    const values = from.map((place, axis) => {
      const middle = Math.round((place + (to[axis] ?? place)) / 2);
      return column.axes[axis]?.values[middle] ?? NaN;
    });
    if (known.has(values.join())) continue;
    known.add(values.join());
    added.push({ column: index, values });
  }
  return added;
}

const placeOf = (column: SweepColumn, cell: SweepCell | undefined): readonly number[] =>
  cell === undefined ? [] : gridPlace(column, cell);

/** Distance of two places in shares of the axes' lengths. */
const distance = ({ axes }: SweepColumn, a: readonly number[], b: readonly number[]): number =>
  axes.reduce((sum, { values }, axis) => {
    const share = ((a[axis] ?? 0) - (b[axis] ?? 0)) / Math.max(1, values.length - 1);
    return sum + share * share;
  }, 0);
