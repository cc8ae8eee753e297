import { describe, expect, it } from 'vitest';
import { addSample, rateOf, rateText, type RateSample } from './transfer-rate';

const after = (...samples: readonly RateSample[]) =>
  samples.reduce(addSample, [] as readonly RateSample[]);

describe('a rate', () => {
  it('is that of the last seconds', () => {
    const samples = after(
      { at: 0, bytes: 0 },
      { at: 1_000, bytes: 50e6 },
      { at: 5_500, bytes: 60e6 },
      { at: 6_000, bytes: 100e6 },
    );
    expect(samples.map(({ at }) => at)).toEqual([1_000, 5_500, 6_000]);
    expect(rateOf(samples)).toBe(10e6);
  });

  it('is not known at first, nor after a new beginning', () => {
    expect(rateOf(after({ at: 0, bytes: 5 }))).toBeNull();
    expect(
      rateOf(after({ at: 0, bytes: 5 }, { at: 10, bytes: 9 }, { at: 20, bytes: 1 })),
    ).toBeNull();
  });

  it.each([
    [24e6, 288e6, '24 MB/s, about 12 s left'],
    [1.5e6, 0.1e6, '1.5 MB/s, about 1 s left'],
    [10e6, 3.6e9, '10 MB/s, about 6 min left'],
    [1e6, 7.2e9, '1.0 MB/s, about 2.0 h left'],
    [0, 5, ''],
    [null, 5, ''],
  ])('of %s with %s bytes left reads %s', (rate, left, text) => {
    expect(rateText(rate, left)).toBe(text);
  });
});
