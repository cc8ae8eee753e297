import { gridIndex, gridPlace } from '../sweep/cells';
import type { SweepCell, SweepColumn } from '../sweep/plan';

/** The cells of one policy in a sweep: a whole grid, or the points of a sample. */
export interface CellSpace {
  readonly column: SweepColumn;
  /** All cells, in the order of their results. */
  readonly cells: readonly SweepCell[];
}

/** A cell's place: for each axis the index of its value. */
export type CellIndexes = readonly number[];

/** What is looked up of a sample, made once. */
interface Points {
  readonly places: readonly CellIndexes[];
  readonly indexes: ReadonlyMap<string, number>;
  readonly around: Map<string, readonly CellIndexes[]>;
}

const known = new WeakMap<readonly SweepCell[], Points>();

function pointsOf({ column, cells }: CellSpace): Points {
  const found = known.get(cells);
  if (found !== undefined) return found;
  const places = cells.map((cell) => gridPlace(column, cell));
  const indexes = new Map(places.map((place, index) => [place.join(), index]));
  const points = { places, indexes, around: new Map<string, readonly CellIndexes[]>() };
  known.set(cells, points);
  return points;
}

/** Places of all cells, in the order of the cells. */
export const placesOf = (space: CellSpace): readonly CellIndexes[] => pointsOf(space).places;

/** Index of the cell at a place; −1 where a sample has none. */
export const cellAt = (space: CellSpace, place: CellIndexes): number =>
  space.column.sample === null
    ? gridIndex(space.column, place)
    : (pointsOf(space).indexes.get(place.join()) ?? -1);

/**
 * Places around one. On a grid: one value away along one axis. In a sample: for each axis and
 * direction the nearest point that lies more along this axis than along any other.
 */
export function neighbours(space: CellSpace, place: CellIndexes): readonly CellIndexes[] {
  const { column } = space;
  if (column.sample === null) return nextOnGrid(column, place);
  const { places, around } = pointsOf(space);
  const found = around.get(place.join()) ?? nearestPoints(column, place, places);
  around.set(place.join(), found);
  return found;
}

const nextOnGrid = ({ axes }: SweepColumn, place: CellIndexes): readonly CellIndexes[] =>
  axes.flatMap(({ values }, axis) =>
    [-1, 1].flatMap((step) => {
      const next = (place[axis] ?? 0) + step;
      return next < 0 || next >= values.length ? [] : [place.with(axis, next)];
    }),
  );

/** Distances are in shares of the axes' lengths. */
function nearestPoints(
  { axes }: SweepColumn,
  from: CellIndexes,
  places: readonly CellIndexes[],
): readonly CellIndexes[] {
  const lengths = axes.map(({ values }) => Math.max(1, values.length - 1));
  const nearest = new Map<number, { readonly place: CellIndexes; readonly distance: number }>();
  for (const place of places) {
    let [distance, longest, side] = [0, 0, 0];
    for (const [axis, length] of lengths.entries()) {
      const off = ((place[axis] ?? 0) - (from[axis] ?? 0)) / length;
      distance += off * off;
      if (Math.abs(off) <= longest) continue;
      [longest, side] = [Math.abs(off), off < 0 ? -axis - 1 : axis + 1];
    }
    if (side === 0 || distance >= (nearest.get(side)?.distance ?? Infinity)) continue;
    nearest.set(side, { place, distance });
  }
  return [...nearest.values()].map(({ place }) => place);
}
