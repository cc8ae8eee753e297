import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paretoFront, type CellCost } from './pareto';
import { plateau, worstNeighbour, type Region } from './plateau';
import { sweepCells } from '../sweep/cells';
import type { Breach } from './constraints';
import type { CellSums } from './cell-sums';

/** A grid of 3 × 3 cells from a picture: compactions, O overflow, X above the limit, ? not computed. */
function region(rows: readonly string[]): Region {
  const signs = rows.join(' ').split(' ');
  const numbers = Float64Array.from(signs, (sign) => Number(sign.replace(/\D/g, '') || 0));
  const size = signs.length;
  const zeros = new Int32Array(size);
  const sums: CellSums = {
    complete: new Uint8Array(size).fill(1),
    compactions: numbers,
    passes: numbers,
    overflowSteps: numbers,
    overflowing: zeros,
    looping: zeros,
    sent: numbers,
    unused: numbers,
    sessions: 1,
    steps: 100,
  };
  const kinds: Record<string, Breach | undefined> = { O: 'overflow', X: 'limit', '?': undefined };
  const breaches = signs.map((sign) => (/^\d/.test(sign) ? null : kinds[sign[0] ?? '']));
  const width = rows[0]?.split(' ').length ?? 0;
  const axis = (setting: string, length: number) => ({
    setting,
    values: Array.from({ length }, (_, i) => i),
  });
  const axes = [axis('row', rows.length), axis('column', width)];
  const column = { policy: 'none', settings: {}, axes, sample: null };
  return { column, cells: sweepCells({ columns: [column], limit: null }), sums, breaches };
}

describe('a plateau', () => {
  it('holds the connected cells that break nothing and compact about as often', () => {
    const grid = region(['22 30 22', '22 23 X', 'O 22 24']);
    expect(plateau(grid, [1, 1])).toEqual([0, 3, 4, 7, 8]);
  });

  it('is empty around a cell that breaks a constraint', () => {
    expect(plateau(region(['O 1', '1 1']), [0, 0])).toEqual([]);
  });

  it('leaves out what is not computed', () => {
    expect(plateau(region(['5 ? 5']), [0, 0])).toEqual([0]);
  });
});

describe('the worst neighbour', () => {
  it('breaks a constraint before it compacts more often, and is never above the limit', () => {
    expect(worstNeighbour(region(['1 40 1', 'O1 2 X', '1 3 1']), [1, 1])).toBe(3);
    expect(worstNeighbour(region(['1 40 1', '5 2 X', '1 3 1']), [1, 1])).toBe(1);
    expect(worstNeighbour(region(['7']), [0, 0])).toBeNull();
  });
});

describe('a Pareto front', () => {
  const cost = fc.record({
    cell: fc.integer({ min: 0, max: 99 }),
    per100: fc.integer({ min: 0, max: 6 }),
    sent: fc.integer({ min: 0, max: 6 }),
    unused: fc.integer({ min: 0, max: 6 }),
  });
  const names = ['per100', 'sent', 'unused'] as const;
  const beats = (a: CellCost, b: CellCost): boolean =>
    names.every((name) => a[name] <= b[name]) && names.some((name) => a[name] < b[name]);

  it('is what no other cell beats', () => {
    fc.assert(
      fc.property(fc.array(cost, { maxLength: 40 }), (costs) => {
        const front = paretoFront(costs, names);
        const key = (one: CellCost): string => names.map((name) => one[name]).join();
        const expected = costs.filter((one) => !costs.some((other) => beats(other, one)));
        expect(new Set(front.map(key))).toEqual(new Set(expected.map(key)));
        expect(new Set(front.map(key)).size).toBe(front.length);
      }),
    );
  });
});
