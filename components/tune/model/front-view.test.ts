import { expect, it } from 'vitest';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import type { Region } from '@/lib/tuning/region/plateau';
import { frontView } from './front-view';

const numbers = (...values: number[]): Float64Array => Float64Array.of(...values);
const region = {
  column: { policy: 'none', settings: {}, axes: [], sample: null },
  cells: [0, 1, 2].map((value) => ({ column: 0, values: [value] })),
  sums: {
    complete: Uint8Array.of(1, 1, 1),
    compactions: numbers(4, 2, 2),
    passes: numbers(4, 2, 2),
    overflowSteps: numbers(0, 0, 0),
    overflowing: new Int32Array(3),
    looping: new Int32Array(3),
    sent: numbers(900, 1_000, 1_100),
    unused: numbers(0, 0, 0),
    sessions: 2,
    steps: 100,
  },
  breaches: [null, null, null],
} satisfies Region;
const cost: FigureSums = { figure: 'cost', sums: numbers(3, 2, 1), known: 2, sessions: 2 };
const cells = { size: 3, today: 0, chosen: 0 };
const words = (cell: number): string => `cell ${cell}`;

it('draws tokens sent, unless a figure was asked for', () => {
  const plain = frontView(region, cells, words);
  expect(plain.figure).toBeNull();
  expect(plain.front.map(({ cell }) => cell)).toEqual([1, 0]);
  expect(plain.rows.feasible.map(({ y }) => y)).toEqual([9, 10, 11]);
});

it('has a figure as one more objective, and draws it', () => {
  const priced = frontView(region, cells, words, cost);
  expect(priced.figure).toBe('cost');
  // The cheapest sends most: only cost keeps it.
  expect(priced.front.map(({ cell }) => cell).sort()).toEqual([0, 1, 2]);
  expect(priced.rows.feasible.map(({ y }) => y)).toEqual([3, 2, 1]);
  expect(priced.rows.front.map(({ words: text }) => text)).toEqual(['cell 2']);
});

it('leaves a figure that no session has', () => {
  const unknown = { ...cost, sums: numbers(NaN, NaN, NaN), known: 0 };
  expect(frontView(region, cells, words, unknown).figure).toBeNull();
});
