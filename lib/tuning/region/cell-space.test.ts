import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sweepCells } from '../sweep/cells';
import type { SweepColumn, SweepSample } from '../sweep/plan';
import { cellAt, neighbours, placesOf, type CellSpace } from './cell-space';

const axis = (setting: string, length: number) => ({
  setting,
  values: Array.from({ length }, (_, i) => i * 10),
});

function spaceOf(lengths: readonly number[], sample: SweepSample | null): CellSpace {
  const axes = lengths.map((length, i) => axis(`axis-${i}`, length));
  const column: SweepColumn = { policy: 'none', settings: {}, axes, sample };
  return { column, cells: sweepCells({ columns: [column], limit: null }) };
}

const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
const sample = fc.record({ count: fc.integer({ min: 1, max: 40 }), seed: fc.nat() });

describe('the cells of a sample', () => {
  it('are found by their places, and no other place is', () => {
    fc.assert(
      fc.property(lengths, sample, (own, points) => {
        const space = spaceOf(own, points);
        placesOf(space).forEach((place, cell) => expect(cellAt(space, place)).toBe(cell));
        expect(cellAt(space, [...own, 1])).toBe(-1);
      }),
    );
  });

  it('have the lines through one point, that point first', () => {
    const space = spaceOf([5, 4, 3], { count: 6, seed: 7, through: [20, 10, 0] });
    expect(space.cells[0]?.values).toEqual([20, 10, 0]);
    for (const [at, { values }] of space.column.axes.entries()) {
      for (const value of values) {
        const place = [2, 1, 0].with(at, values.indexOf(value));
        expect(cellAt(space, place)).toBeGreaterThanOrEqual(0);
      }
    }
    const without = spaceOf([5, 4, 3], { count: 6, seed: 7 });
    for (const { values } of without.cells) {
      expect(space.cells.map((cell) => cell.values.join())).toContain(values.join());
    }
  });
});

describe('the neighbours of a cell', () => {
  it('are one value away on a grid', () => {
    expect(neighbours(spaceOf([3, 3], null), [1, 0])).toEqual([
      [0, 0],
      [2, 0],
      [1, 1],
    ]);
  });

  it('are the same where the sample holds every cell of the grid', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5 }), fc.nat(), (size, seed) => {
        const grid = spaceOf([size, size], null);
        const column = { ...grid.column, sample: { count: 1, seed } };
        const whole: CellSpace = { column, cells: grid.cells };
        for (const place of placesOf(grid)) {
          const sorted = (all: readonly (readonly number[])[]) => all.map(String).sort();
          expect(sorted(neighbours(whole, place))).toEqual(sorted(neighbours(grid, place)));
        }
      }),
    );
  });

  it('of a sample are at most one for each axis and direction, and never the cell itself', () => {
    fc.assert(
      fc.property(lengths, sample, (own, points) => {
        const space = spaceOf(own, points);
        for (const place of placesOf(space)) {
          const around = neighbours(space, place);
          expect(around.length).toBeLessThanOrEqual(2 * own.length);
          expect(around.map(String)).not.toContain(String(place));
          for (const one of around) expect(cellAt(space, one)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
