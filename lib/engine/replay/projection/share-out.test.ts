import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareOut } from './share-out';

it('shares by weight with the largest remainders, the earlier first', () => {
  // 10 over 1:1:1 is 3⅓ each: the one left goes to the first.
  expect([...shareOut(10, [1, 1, 1])]).toEqual([4, 3, 3]);
  // 10 over 1:2:4 is 1.43, 2.86, 5.71: floors 1, 2, 5; the two left go to .86 and .71.
  expect([...shareOut(10, [1, 2, 4])]).toEqual([1, 3, 6]);
});

it('shares equally when every weight is 0, and gives nothing to nobody', () => {
  expect([...shareOut(5, [0, 0])]).toEqual([3, 2]);
  expect([...shareOut(5, [])]).toEqual([]);
});

it('gives out exactly the total, each share within one of its exact part', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_000_000 }),
      fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 1, maxLength: 40 }),
      (total, weights) => {
        const shares = shareOut(total, weights);
        const sum = weights.reduce((a, b) => a + b, 0);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(total);
        weights.forEach((weight, i) => {
          const exact = sum === 0 ? total / weights.length : (total * weight) / sum;
          expect(Math.abs((shares[i] ?? NaN) - exact)).toBeLessThan(1);
        });
      },
    ),
    { numRuns: 2_000, seed: 7 },
  );
});
