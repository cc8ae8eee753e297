import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstAtLeast, firstWhere } from './search';

const numbers = fc
  .array(fc.integer({ min: -50, max: 50 }), { maxLength: 60 })
  .map((list) => list.sort((a, b) => a - b));

describe('firstWhere', () => {
  it('finds the place at which a condition begins to hold', () => {
    const most = 2 ** 31;
    fc.assert(
      fc.property(
        fc.integer({ min: -most, max: most - 1 }),
        fc.nat({ max: most }),
        fc.nat({ max: most }),
        (from, length, place) => {
          const begins = from + Math.min(place, length);
          expect(firstWhere(from, from + length, (value) => value >= begins)).toBe(begins);
        },
      ),
    );
  });

  it('asks only inside the range and no more often than its logarithm', () => {
    fc.assert(
      fc.property(fc.nat({ max: 5000 }), fc.nat({ max: 5000 }), (length, begins) => {
        let asked = 0;
        firstWhere(10, 10 + length, (value) => {
          asked++;
          expect(value >= 10 && value < 10 + length).toBe(true);
          return value >= 10 + begins;
        });
        expect(asked).toBeLessThanOrEqual(Math.ceil(Math.log2(length + 1)));
      }),
    );
  });

  it('is the end where nothing holds, and of an empty range', () => {
    expect(firstWhere(3, 9, () => false)).toBe(9);
    expect(firstWhere(3, 3, () => true)).toBe(3);
  });
});

describe('firstAtLeast', () => {
  it('is what a walk through the numbers finds', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: -60, max: 60 }), (list, least) => {
        const walked = list.findIndex((value) => value >= least);
        expect(firstAtLeast(list, least)).toBe(walked < 0 ? list.length : walked);
        expect(firstAtLeast(Int32Array.from(list), least)).toBe(firstAtLeast(list, least));
      }),
    );
  });
});
