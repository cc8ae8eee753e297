import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { countSession, profileCounts } from '@/lib/engine/tokens/text/text-counts';
import {
  bytesEstimator,
  tokenizerEstimator,
  type TextEstimator,
} from '@/lib/engine/tokens/text/text-estimators';
import { scoredSteps } from './scored-steps';
import {
  countedRequests,
  scoreTokenizers,
  type TokenizerScore,
  type TokenizerTable,
} from './tokenizer-score';

/** One token for every ten characters: exact in these pictures. */
const tens = tokenizerEstimator('o200k_base', (text) => text.length / 10);

function tableOf(...pictures: readonly string[]): TokenizerTable {
  return scoreTokenizers(
    pictures.map((picture) => {
      const session = textSession(picture);
      const profile = measureSession(session);
      const counted = countSession(tens, session);
      if (!counted) throw new Error('no text');
      return { session: prepare(profile), counts: [profileCounts(profile), counted] };
    }),
  );
}

function scoreOf(
  { scores }: TokenizerTable,
  estimator: string,
  basis: TokenizerScore['basis'],
): TokenizerScore {
  const score = scores.find((one) => one.estimator === estimator && one.basis === basis);
  if (!score) throw new Error(`No row ${estimator} ${basis}`);
  return score;
}

/**
 * Requests by tens: 40, 80; after the compaction 20 (summary) + 40 (kept) + 40, then + 40 = 140.
 * By bytes ÷ 4: 100, 200, 250, 350.
 */
const COMPACTED = `
  u 400
  -- 1040
  m 400
  -- 1100
  == compact 200 kept 1-2
  m 400
  -- 1100
  m 400
  -- 1200
`;

describe('scoreTokenizers, by hand', () => {
  const table = tableOf(COMPACTED);

  it('compares the recorded request of every step with usage', () => {
    expect(table).toMatchObject({ steps: 4, unscored: 0, images: 0 });
    const session = textSession(COMPACTED);
    const profile = measureSession(session);
    const counted = countSession(tens, session);
    if (!counted) throw new Error('no text');
    expect([...countedRequests(profile, counted)]).toEqual([40, 80, 100, 140]);
    expect([...countedRequests(profile, profileCounts(profile))]).toEqual([100, 200, 250, 350]);
  });

  it('the count itself: 40/1,040, 80/1,100, 100/1,100, 140/1,200', () => {
    const { n, median, under, meanError, p1 } = scoreOf(table, 'o200k_base', 'raw');
    expect([n, under]).toEqual([4, 1]);
    expect(median).toBeCloseTo((80 / 1_100 + 100 / 1_100) / 2, 12);
    expect(p1).toBeCloseTo(40 / 1_040 + 0.03 * (80 / 1_100 - 40 / 1_040), 12);
    // 1,000, 1,020, 1,000, 1,060 missed
    expect(meanError).toBe(1_020);
  });

  it('with the 1,000 that the first step missed: 1,080/1,100, 1,100/1,100, 1,140/1,200', () => {
    const { n, median, under, meanError, p99 } = scoreOf(table, 'o200k_base', 'fitted');
    expect(n).toBe(3);
    expect(median).toBeCloseTo(1_080 / 1_100, 12);
    expect(p99).toBeCloseTo(1_080 / 1_100 + 0.98 * (1 - 1_080 / 1_100), 12);
    // 1,140/1,200 is 0.95, not under it.
    expect(under).toBe(0);
    expect(meanError).toBeCloseTo((20 + 0 + 60) / 3, 12);
  });

  it('a fitted prefix may be negative', () => {
    const { median } = scoreOf(tableOf('u 400\n-- 30\nm 400\n-- 70'), 'o200k_base', 'fitted');
    expect(median).toBe(1);
  });

  it('fits the prefix of each session on its own', () => {
    const two = tableOf('u 400\n-- 140\nm 100\n-- 150', 'u 400\n-- 540\nm 100\n-- 550');
    expect(scoreOf(two, 'o200k_base', 'fitted')).toMatchObject({ n: 2, p1: 1, p99: 1 });
    expect(scoreOf(two, 'o200k_base', 'raw').n).toBe(4);
  });

  it('leaves out steps without usage and refused ones', () => {
    const table = tableOf('u 400\n-- ?\nm 400\n-- 200\nm 400\n-- 200819 > 200000');
    expect(table).toMatchObject({ steps: 1, unscored: 2 });
    expect(scoreOf(table, 'o200k_base', 'raw').median).toBe(80 / 200);
    expect(scoreOf(table, 'o200k_base', 'fitted').n).toBe(0);
  });

  it('counts thoughts of the running turn where the source strips them, all where it keeps them', () => {
    const picture = (form: string): string =>
      `thoughts ${form}\nu 100\n-- 1000\nt 300\n-- 1000\nu 100\n-- 1000`;
    const requests = (form: string): number[] => {
      const session = textSession(picture(form));
      const counted = countSession(tens, session);
      if (!counted) throw new Error('no text');
      return [...countedRequests(measureSession(session), counted)];
    };
    expect(requests('stripped')).toEqual([10, 40, 20]);
    expect(requests('kept')).toEqual([10, 40, 50]);
  });

  it('counts an image at what its model charges, where that is known', () => {
    const picture = `model claude-opus-4-6
      u 100
      + i image/png 200000 2000x1500
      -- 3000
      i image/png 200000
      -- 5000`;
    const session = textSession(picture);
    const profile = measureSession(session);
    const requests = (estimator: TextEstimator): number[] => {
      const counted = countSession(estimator, session);
      if (!counted) throw new Error('no text');
      return [...countedRequests(profile, counted)];
    };
    expect(requests(tens)).toEqual([10 + 1_564, 10 + 1_564 + 1_600]);
    // The reference counts bytes, whatever a model charges.
    expect(requests(bytesEstimator)).toEqual([25 + 50_002, 25 + 100_004]);
  });

  it('has rows only for what counted every session', () => {
    const session = textSession(COMPACTED);
    const profile = measureSession(session);
    const bytes = { session: prepare(profile), counts: [profileCounts(profile)] };
    expect(scoreTokenizers([bytes]).scores.map(({ estimator }) => estimator)).toEqual([
      'bytes4',
      'bytes4',
    ]);
    expect(scoreTokenizers([]).steps).toBe(0);
  });

  it('refuses counts of another session', () => {
    const profile = measureSession(textSession(COMPACTED));
    const other = profileCounts(measureSession(textSession('u 100\n-- 100')));
    expect(() => countedRequests(profile, other)).toThrow('of 1 entries and 0 compactions');
  });
});

it('bytes ÷ 4 is the heuristic of the recorded request, on any session', () => {
  fc.assert(
    fc.property(arbitrarySession, (session) => {
      const profile = measureSession(session);
      const requests = countedRequests(profile, profileCounts(profile));
      for (const { step, heuristics } of scoredSteps(prepare(profile))) {
        expect(requests[step]).toBe(heuristics.bytes);
      }
    }),
    { numRuns: 300, seed: 5 },
  );
});
