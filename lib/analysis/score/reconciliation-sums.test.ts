import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeParts } from './reconciliation-sums';

test('whole parts add up to the whole of the sum, each within one of its own', () => {
  const size = fc.integer({ min: -(2 ** 40), max: 2 ** 40 }).map((grains) => grains / 2 ** 20);
  fc.assert(
    fc.property(fc.array(size, { maxLength: 8 }), (parts) => {
      const whole = wholeParts(parts);
      const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
      expect(sum(whole)).toBe(Math.floor(sum(parts)));
      for (const [i, part] of parts.entries()) {
        expect(Number.isInteger(whole[i])).toBe(true);
        expect(Math.abs((whole[i] ?? NaN) - part)).toBeLessThan(1);
      }
    }),
    { numRuns: 1_000, seed: 20261122 },
  );
});

test('the rest goes where it is largest', () => {
  expect(wholeParts([1_604.25, 178_240.5, -2_239.75])).toEqual([1_604, 178_241, -2_240]);
});
