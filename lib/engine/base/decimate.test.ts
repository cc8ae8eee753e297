import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnOf, decimate, onePerColumn } from './decimate';

const ramp = (length: number): number[] => Array.from({ length }, (_, i) => i);

describe('decimate', () => {
  it('keeps everything that fits', () => {
    expect(decimate(ramp(10), { from: 2, to: 5 }, 4)).toEqual([2, 3, 4, 5]);
  });

  it('keeps a single spike, the ends of the range and what is kept', () => {
    const values = new Array<number>(10_000).fill(5);
    values[4_321] = 900;
    values[7_000] = 0;
    const picked = decimate(values, { from: 0, to: 9_999 }, 100, [1_234]);
    expect(picked).toEqual(expect.arrayContaining([0, 1_234, 4_321, 7_000, 9_999]));
    expect(picked.length).toBeLessThanOrEqual(103);
  });

  it('skips unknown values while a bucket has known ones', () => {
    const values = ramp(1_000).map((i) => (i % 2 === 0 ? -1 : i % 3 === 0 ? NaN : i));
    for (const step of decimate(values, { from: 1, to: 997 }, 20)) {
      expect([1, 997].includes(step) || (values[step] as number) >= 0).toBe(true);
    }
  });

  it('is ascending, distinct, in range, and holds the extremes', () => {
    const input = fc.record({
      values: fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 2, maxLength: 2_000 }),
      budget: fc.integer({ min: 2, max: 300 }),
    });
    fc.assert(
      fc.property(input, ({ values, budget }) => {
        const range = { from: 0, to: values.length - 1 };
        const picked = decimate(values, range, budget);
        expect(picked).toEqual([...new Set(picked)].sort((a, b) => a - b));
        expect(picked[0]).toBe(0);
        expect(picked[picked.length - 1]).toBe(values.length - 1);
        expect(picked.length).toBeLessThanOrEqual(Math.max(budget + 2, 4));
        const shown = picked.map((step) => values[step] as number);
        expect(Math.max(...shown)).toBe(Math.max(...values));
        expect(Math.min(...shown)).toBe(Math.min(...values));
      }),
    );
  });
});

describe('onePerColumn', () => {
  it('keeps the first of each column', () => {
    const range = { from: 0, to: 99 };
    expect(onePerColumn([0, 1, 9, 50, 51, 99], range, 10)).toEqual([0, 50, 99]);
    expect(columnOf(99, range, 10)).toBe(9);
    expect(columnOf(7, { from: 7, to: 7 }, 10)).toBe(0);
  });

  it('keeps what a look at every step would', () => {
    const input = fc.record({
      steps: fc.uniqueArray(fc.nat(3_000)).map((steps) => steps.sort((a, b) => a - b)),
      columns: fc.integer({ min: 1, max: 200 }),
    });
    fc.assert(
      fc.property(input, ({ steps, columns }) => {
        const range = { from: 0, to: 3_000 };
        const at = (k: number): number => columnOf(steps[k] ?? NaN, range, columns);
        const firsts = steps.filter((_, k) => k === 0 || at(k) !== at(k - 1));
        expect(onePerColumn(steps, range, columns)).toEqual(firsts);
      }),
    );
  });
});
