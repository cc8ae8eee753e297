import { seededRandom } from '@/lib/engine/base/random';
import type { SweepCell, SweepColumn, SweepPlan } from './plan';

/** Most cells of one sweep: more would neither be read nor fit into memory with many sessions. */
export const MOST_CELLS = 200_000;

/** Number of cells that a column begins with; of a hypercube the most, for points may coincide. */
export function columnSize({ axes, sample }: SweepColumn): number {
  if (sample === null) return axes.reduce((product, { values }) => product * values.length, 1);
  const lines = axes.reduce((sum, { values }) => sum + values.length - 1, 1);
  return Math.max(0, sample.count) + (sample.through === undefined ? 0 : lines);
}

/**
 * The cells a sweep begins with, column by column. A grid's last axis runs fastest; a column without
 * axes is one cell.
 */
export function sweepCells({ columns }: SweepPlan): readonly SweepCell[] {
  const size = columns.reduce((sum, column) => sum + columnSize(column), 0);
  if (size > MOST_CELLS) throw new RangeError(`${size} settings are more than ${MOST_CELLS}`);
  return columns.flatMap((column, index) =>
    (column.sample === null ? gridValues(column) : sampledValues(column)).map((values) => ({
      column: index,
      values,
    })),
  );
}

function gridValues({ axes }: SweepColumn): readonly (readonly number[])[] {
  return axes.reduce<readonly (readonly number[])[]>(
    (rows, { values }) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
}

/**
 * A Latin hypercube on the axes' own values: each axis is parted into as many strata as there are
 * points, and each stratum is used once. The same seed gives the same points. Before them the lines
 * through the sample's point, that point first.
 */
function sampledValues({ axes, sample }: SweepColumn): readonly (readonly number[])[] {
  const { count, seed, through } = sample ?? { count: 0, seed: 0 };
  const random = seededRandom(seed);
  const strata = axes.map(() => shuffled(count, random));
  const points = Array.from({ length: count }, (_, point) =>
    axes.map(({ values }, axis) => {
      const place = ((strata[axis]?.[point] ?? 0) + random()) / count;
      return values[Math.min(values.length - 1, Math.floor(place * values.length))] ?? NaN;
    }),
  );
  // Two strata may lie on one value: a point is computed once.
  const all = through === undefined ? points : [...linesThrough(axes, through), ...points];
  return [...new Map(all.map((values) => [values.join(), values])).values()];
}

const linesThrough = (
  axes: SweepColumn['axes'],
  point: readonly number[],
): readonly (readonly number[])[] => [
  point,
  ...axes.flatMap(({ values }, axis) => values.map((value) => point.with(axis, value))),
];

/** 0 … count − 1 in random order. */
function shuffled(count: number, random: () => number): readonly number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const [a, b] = [order[i] ?? 0, order[j] ?? 0];
    order[i] = b;
    order[j] = a;
  }
  return order;
}

/** Place of a grid's cell along each of its axes. */
export function gridPlace({ axes }: SweepColumn, cell: SweepCell): readonly number[] {
  return axes.map(({ values }, axis) => values.indexOf(cell.values[axis] ?? NaN));
}

/** Index of a column's cell at some place of its grid, counted from the column's first cell. */
export function gridIndex({ axes }: SweepColumn, place: readonly number[]): number {
  return axes.reduce((index, { values }, axis) => index * values.length + (place[axis] ?? 0), 0);
}
