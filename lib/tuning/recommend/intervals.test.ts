import { describe, expect, it } from 'vitest';
import { binomialInterval, bootstrapInterval } from './intervals';

describe('the exact binomial interval', () => {
  // Clopper and Pearson 1934; R's binom.test gives the same digits.
  it.each([
    [0, 6, 0, 0.4592581264],
    [0, 2, 0, 0.841886117],
    [6, 6, 0.5407418736, 1],
    [1, 10, 0.0025285785, 0.445016117],
    [5, 10, 0.1870860284, 0.8129139716],
    [3, 100, 0.0062299715, 0.0851760532],
  ])('%i of %i is %d to %d', (hits, n, low, high) => {
    const found = binomialInterval(hits, n);
    expect(found.low).toBeCloseTo(low, 8);
    expect(found.high).toBeCloseTo(high, 8);
  });

  it('of no trial says nothing', () => {
    expect(binomialInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });

  it('holds with 100,000 trials', () => {
    const { low, high } = binomialInterval(50_000, 100_000);
    expect([low, high].map((value) => value.toFixed(4))).toEqual(['0.4969', '0.5031']);
  });
});

describe('the bootstrap interval', () => {
  it('is the same for the same seed, holds the rate and does not vary alone', () => {
    const clusters = Array.from({ length: 20 }, (_, i) => ({ sum: i % 5, weight: 10 }));
    const one = bootstrapInterval(clusters);
    expect(one).toEqual(bootstrapInterval(clusters));
    expect(one?.low).toBeLessThan(0.2);
    expect(one?.high).toBeGreaterThan(0.2);
    expect(bootstrapInterval([{ sum: 1, weight: 1 }])).toBeNull();
  });
});
