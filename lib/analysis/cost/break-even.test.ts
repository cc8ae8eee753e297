import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SummariserCache } from '@/lib/engine/policy/policy';
import { breakEven, type CompactionTokens } from './break-even';
import { opus } from './testing/opus';

/** 167k → 25k over a prefix of 20k; the summary has 4k. */
const compaction: CompactionTokens = {
  before: 167_000,
  after: 25_000,
  prefix: 20_000,
  given: 167_000,
  instruction: 0,
  summary: 4_000,
  cold: false,
  hour: false,
};

describe('a compaction of Opus 4.8, worked by hand', () => {
  // Saving: 142,000 × 0.5 = $0.071 a step. Rewrite: 5,000 × 5.75 = $0.02875.
  it.each([
    // 167,000 × 0.5 + 4,000 × 25 = 0.0835 + 0.1; (0.1835 + 0.02875) / 0.071
    ['shared', 0.1835, 2.99],
    // 167,000 × 5 + 0.1; (0.935 + 0.02875) / 0.071
    ['unshared', 0.935, 13.57],
    // 167,000 × 6.25 + 0.1; (1.14375 + 0.02875) / 0.071
    ['written', 1.14375, 16.51],
  ] as const)('%s: the summariser costs $%d, even after %d steps', (cache, summariser, steps) => {
    const even = breakEven(compaction, cache, opus);
    expect(even.summariser).toBeCloseTo(summariser, 9);
    expect(even.rewrite).toBeCloseTo(0.02875, 9);
    expect(even.saving).toBeCloseTo(0.071, 9);
    expect(even.steps).toBeCloseTo(steps, 2);
  });

  it('saves at once where the cache is cold: 25,000 instead of 167,000 are written', () => {
    const even = breakEven({ ...compaction, cold: true }, 'unshared', opus);
    expect(even.rewrite).toBeCloseTo(-0.8875, 9);
    // 0.935 − 0.8875 = 0.0475, less than one step's saving.
    expect(even.steps).toBeCloseTo(0.669, 3);
  });

  it('never pays where the request is not smaller', () => {
    expect(breakEven({ ...compaction, after: 167_000 }, 'shared', opus).steps).toBeNull();
  });

  it('charges a request above a tier whole at its price', () => {
    const tiers = [{ above: 100_000, price: 1 }];
    const tiered = { ...opus, cacheRead: { base: 0.5, tiers } };
    // 167,000 × 1 − 25,000 × 0.5
    expect(breakEven(compaction, 'shared', tiered).saving).toBeCloseTo(0.1545, 9);
  });
});

it('is never sooner even with an unshared summariser than with a shared one', () => {
  const tokens = fc.record({
    before: fc.integer({ min: 1, max: 1_000_000 }),
    after: fc.integer({ min: 1, max: 1_000_000 }),
    prefix: fc.integer({ min: 0, max: 60_000 }),
    given: fc.integer({ min: 0, max: 1_000_000 }),
    instruction: fc.integer({ min: 0, max: 5_000 }),
    summary: fc.integer({ min: 0, max: 20_000 }),
    cold: fc.constant(false),
    hour: fc.boolean(),
  });
  fc.assert(
    fc.property(tokens, (one) => {
      const steps = (cache: SummariserCache): number =>
        breakEven(one, cache, opus).steps ?? Infinity;
      expect(steps('shared')).toBeLessThanOrEqual(steps('unshared'));
      expect(steps('unshared')).toBeLessThanOrEqual(steps('written'));
    }),
  );
});
