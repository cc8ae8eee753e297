import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimise } from './minimise';

function minimised(
  all: readonly number[],
  holds: (kept: readonly number[]) => boolean,
  most = Infinity,
) {
  let tests = 0;
  const counted = (kept: readonly number[]): boolean => {
    tests++;
    return holds(kept);
  };
  const work = minimise(all, counted, () => tests < most);
  for (;;) {
    const next = work.next();
    if (next.done === true) return { ...next.value, tests };
  }
}

const numbers = fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 60 });

describe('minimise', () => {
  it('finds exactly what is needed, wherever that stands', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(99)), (needed) => {
        const all = Array.from({ length: 100 }, (_, i) => i);
        const { kept, isMinimal } = minimised(all, (some) =>
          needed.every((one) => some.includes(one)),
        );
        expect(kept).toEqual(needed.toSorted((a, b) => a - b));
        expect(isMinimal).toBe(true);
      }),
    );
  });

  it('keeps what holds, of which no single item can go', () => {
    fc.assert(
      fc.property(numbers, fc.nat(3_000), fc.integer({ min: 1, max: 4 }), (all, sum, modulus) => {
        // Larger sets need not hold where smaller ones do.
        const holds = (kept: readonly number[]): boolean =>
          kept.reduce((a, b) => a + b, 0) >= sum && (all.length - kept.length) % modulus !== 1;
        fc.pre(holds(all));
        const { kept, isMinimal } = minimised(all, holds);
        expect(isMinimal).toBe(true);
        expect(holds(kept)).toBe(true);
        for (const i of kept.keys()) expect(holds(kept.toSpliced(i, 1))).toBe(false);
      }),
    );
  });

  it('ends where it is told to, with what holds so far', () => {
    const all = Array.from({ length: 1_000 }, (_, i) => i);
    const holds = (kept: readonly number[]): boolean => kept.includes(0) && kept.includes(999);
    const { kept, isMinimal, tests } = minimised(all, holds, 5);
    expect([isMinimal, tests, holds(kept)]).toEqual([false, 5, true]);
  });

  it('takes a number of tests that grows with the logarithm where little is needed', () => {
    const all = Array.from({ length: 10_000 }, (_, i) => i);
    expect(minimised(all, (kept) => kept.includes(7_000)).tests).toBeLessThan(40);
  });
});
