import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleSessions } from './session-sample';

const rows = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

describe('the sample of a corpus', () => {
  it('has as many rows as asked for, in their order, and is the same again', () => {
    const sizes = fc.tuple(fc.nat(300), fc.nat(300));
    fc.assert(
      fc.property(sizes, ([count, most]) => {
        const sample = sampleSessions(rows(count), most);
        expect(sample).toHaveLength(Math.min(count, most));
        expect(sample).toEqual([...new Set(sample)].sort((a, b) => a - b));
        expect(sampleSessions(rows(count), most)).toEqual(sample);
      }),
    );
  });

  it('is drawn from everywhere, not from the first rows', () => {
    const sample = sampleSessions(rows(100_000), 5_000);
    const inTenths = rows(10).map(
      (tenth) => sample.filter((row) => Math.floor(row / 10_000) === tenth).length,
    );
    // 500 are expected in each; the standard deviation is 21.
    for (const count of inTenths) expect(Math.abs(count - 500)).toBeLessThan(100);
  });
});
