import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medianInterval } from './median-interval';

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i + 1);

describe('the 95 % interval of a median', () => {
  // Ranks of the sign test: of 6 values the least and the greatest, of 10 the 2nd and the 9th, …
  it.each([
    [6, 1, 6],
    [8, 1, 8],
    [9, 2, 8],
    [10, 2, 9],
    [15, 4, 12],
    [20, 6, 15],
    [25, 8, 18],
    [50, 18, 33],
    [100, 40, 61],
    [1_000, 469, 532],
  ])('of %i values lies between the values of two ranks', (n, low, high) => {
    expect(medianInterval(upTo(n))).toEqual([low, high]);
  });

  it('needs six values', () => {
    for (const n of [0, 1, 5]) expect(medianInterval(upTo(n))).toBeNull();
  });

  it('is symmetric, holds the median, and narrows with n', () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 5_000 }), (n) => {
        const [low, high] = medianInterval(upTo(n))!;
        expect(low + high).toBe(n + 1);
        expect(low).toBeLessThanOrEqual((n + 1) / 2);
        const [more] = medianInterval(upTo(n + 2))!;
        expect(more - low).toBeGreaterThanOrEqual(0);
        expect(more - low).toBeLessThanOrEqual(2);
      }),
    );
  });
});
