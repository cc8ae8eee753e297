import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { rankEstimators } from './estimator-score-ranking';
import { scoreEstimators, type EstimatorScore, type EstimatorTable } from './estimator-score';
import { fitLine } from './fitted-line';

const tableOf = (picture: string): EstimatorTable =>
  scoreEstimators([prepare(measureSession(textSession(picture)))]);

function scoreOf(table: EstimatorTable, id: string): EstimatorScore {
  const score = table.scores.find(({ variant }) => variant.id === id);
  if (!score) throw new Error(`No row ${id}`);
  return score;
}

/** Heuristics of the requests: 100, 200; after the compaction 100 (summary) + 100, then 300. */
const COMPACTED = `
  model claude-opus-4-6
  u 400
  -- 1200
  m 400
  -- 1400
  == compact 400
  m 400
  -- 1300
  m 400
  -- 1440
`;

describe('scoreEstimators, by hand', () => {
  const table = tableOf(COMPACTED);

  it('compares every step with usage, the first after start and compaction apart', () => {
    expect(table).toMatchObject({ steps: 4, firsts: 2, unscored: 0, images: 0 });
    expect(scoreOf(table, 'factor-1').n).toBe(4);
    expect(scoreOf(table, 'calibrated').n).toBe(2);
    expect(scoreOf(table, 'first-prior').n).toBe(2);
  });

  it('1.0 × h: 100/1,200, 200/1,400, 200/1,300, 300/1,440', () => {
    const { median, p1, under } = scoreOf(table, 'factor-1');
    expect(median).toBeCloseTo((200 / 1_400 + 200 / 1_300) / 2, 12);
    // Between the two smallest, 3 % of the way.
    expect(p1).toBeCloseTo(100 / 1_200 + 0.03 * (200 / 1_400 - 100 / 1_200), 12);
    expect(under).toBe(1);
  });

  it('calibrated: max(1,200, 200 × 5)/1,400 and max(1,300, 300 × 5)/1,440', () => {
    const { median, under } = scoreOf(table, 'calibrated');
    expect(median).toBeCloseTo((1_200 / 1_400 + 1_500 / 1_440) / 2, 12);
    expect(under).toBe(0.5);
    // Without cap: 200 × 12 = 2,400 and 300 × 6.5 = 1,950.
    const uncapped = scoreOf(table, 'uncapped');
    expect(uncapped.median).toBeCloseTo((2_400 / 1_400 + 1_950 / 1_440) / 2, 12);
    expect(uncapped.under).toBe(0);
  });

  it('anchor: (1,200 + 1.4 × 100)/1,400 and (1,300 + 1.4 × 100)/1,440', () => {
    for (const id of ['delta-1.4', 'delta-model', 'delta-session', 'anchor-delta']) {
      expect(scoreOf(table, id).median).toBeCloseTo((1_340 / 1_400 + 1) / 2, 12);
      expect(scoreOf(table, id).under).toBe(0);
    }
  });

  it('fitted prefix: 1,200 − 140 and 1,300 − 280, then density × h on top', () => {
    // (1,060 + 280)/1,400 and (1,020 + 420)/1,440
    const { median } = scoreOf(table, 'prefix-model');
    expect(median).toBeCloseTo((1_340 / 1_400 + 1) / 2, 12);
  });

  it('first steps: 2.5 × h; no prior for an unknown source', () => {
    expect(scoreOf(table, 'first-factor-2.5').median).toBeCloseTo(
      (250 / 1_200 + 500 / 1_300) / 2,
      12,
    );
    // 1.4 × 100 and 1.4 × 200
    expect(scoreOf(table, 'first-prior').median).toBeCloseTo((140 / 1_200 + 280 / 1_300) / 2, 12);
  });

  it('leaves out what reported nothing', () => {
    const gaps = tableOf('u 400\n-- 1200\nm 400\n-- ?\nm 400\n-- 1600\nm 400\n-- ? > 200000');
    expect(gaps).toMatchObject({ steps: 2, firsts: 1, unscored: 2, refused: [] });
    // The anchor is the newest usage, two steps before: (1,200 + 1.4 × 200)/1,600.
    expect(scoreOf(gaps, 'delta-1.4').median).toBeCloseTo(1_480 / 1_600, 12);
  });

  it('scores a refused step by the count of its error, which no rule learns from', () => {
    const refused = tableOf(
      'u 400\n-- 1200\nm 400\n-- 1400\nm 400\n-- 3200 > 3000\nm 400\n-- 1800',
    );
    expect(refused).toMatchObject({ steps: 4, firsts: 1, unscored: 0, refused: [2] });
    // 1,400 + 1.4 × 100 = 1,540 of 3,200 at step 2; from the same anchor 1,680 of 1,800 at step 3.
    const { worst, median } = scoreOf(refused, 'delta-1.4');
    expect(worst).toEqual({ session: 0, step: 2, ratio: 1_540 / 3_200 });
    expect(median).toBeCloseTo(1_680 / 1_800, 12);
  });

  it('names the worst miss of every rule: the ratio farthest from 1', () => {
    // 100/1,200 = 1 : 12 under; nothing is farther.
    expect(scoreOf(table, 'factor-1').worst).toEqual({ session: 0, step: 0, ratio: 100 / 1_200 });
    expect(scoreOf(table, 'uncapped').worst).toMatchObject({ step: 1, ratio: 2_400 / 1_400 });
    expect(scoreOf(tableOf('u 400\n-- ?'), 'calibrated').worst).toBeNull();
  });

  it('scores a rule in force beside the others', () => {
    const cap = { estimator: 'calibrated', estimateCap: 8 } as const;
    const session = prepare(measureSession(textSession(COMPACTED)));
    const { scores } = scoreEstimators([session], {
      id: 'in-force',
      label: 'in force',
      settings: cap,
      over: 'after',
    });
    // 200 × 8 = 1,600 of 1,400; 300 × 6.5 = 1,950 of 1,440.
    expect(scores.at(-1)?.variant.id).toBe('in-force');
    expect(scores.at(-1)?.median).toBeCloseTo((1_600 / 1_400 + 1_950 / 1_440) / 2, 12);
  });

  it('has no number where nothing could be compared', () => {
    const none = tableOf('u 400\n-- ?');
    expect(none).toMatchObject({ steps: 0, firsts: 0, unscored: 1, line: null });
    expect(scoreOf(none, 'calibrated')).toMatchObject({ n: 0, p1: NaN, under: NaN });
  });

  it('counts images by their bytes, or flat for anchor + delta', () => {
    // The image enters at step 1: 40,000 / 4 + 9 / 4 by bytes, 1,600 flat; 1,500 in truth.
    const table = tableOf('u 400\n-- 1000\ni image/png 40000\n-- 2500');
    expect(table.images).toBe(1);
    expect(scoreOf(table, 'delta-1.4').median).toBe(Math.trunc(1_000 + 1.4 * 10_002) / 2_500);
    // No model: density 1.
    expect(scoreOf(table, 'anchor-delta').median).toBe(2_600 / 2_500);
  });

  it('pools sessions', () => {
    const one = prepare(measureSession(textSession(COMPACTED)));
    const both = scoreEstimators([one, one]);
    expect(both).toMatchObject({ steps: 8, firsts: 4 });
    expect(scoreOf(both, 'calibrated').under).toBe(0.5);
    expect(both.line?.slope).toBeCloseTo(table.line?.slope ?? NaN, 9);
  });
});

it('never looks ahead: a session cut short has the same estimates for what is left', () => {
  fc.assert(
    fc.property(arbitrarySession, fc.nat(), (recording, at) => {
      const count = 1 + (at % Math.max(1, recording.steps.length));
      const cut = { ...recording, steps: recording.steps.slice(0, count) };
      // Later steps may add estimates; they cannot take one away or lift one that was under.
      const short = scoreEstimators([prepare(measureSession(cut))]);
      const whole = scoreEstimators([prepare(measureSession(recording))]);
      expect(short.steps).toBeLessThanOrEqual(whole.steps);
      for (const score of short.scores) {
        expect(score.n).toBeLessThanOrEqual(scoreOf(whole, score.variant.id).n);
        expect(score.under * score.n).toSatisfy(
          (under: number) =>
            score.n === 0 ||
            under <=
              scoreOf(whole, score.variant.id).under * scoreOf(whole, score.variant.id).n + 1e-9,
        );
      }
    }),
    { numRuns: 200, seed: 31 },
  );
});

describe('fitLine', () => {
  it('finds the line, and how much it explains', () => {
    expect(fitLine([100, 200, 300], [1_200, 1_400, 1_600])).toEqual({
      n: 3,
      slope: 2,
      intercept: 1_000,
      r2: 1,
    });
    // Means 2 and 10/3: Σxx = 2, Σxy = 4/3 + 2/3, Σyy = 16/9 + 4/9 + 4/9.
    const line = fitLine([1, 2, 3], [2, 4, 4]);
    expect(line?.slope).toBeCloseTo(1, 12);
    expect(line?.intercept).toBeCloseTo(10 / 3 - 2, 12);
    expect(line?.r2).toBeCloseTo(0.75, 12);
  });

  it('needs two points that differ', () => {
    expect(fitLine([1], [1])).toBeNull();
    expect(fitLine([5, 5], [1, 2])).toBeNull();
    expect(fitLine([1, 2], [7, 7])?.r2).toBe(1);
  });
});

describe('rankEstimators', () => {
  it('puts the rule with the smallest worst miss first, not the one that failed once', () => {
    // Calibrated is nearly right on nine steps and 36 % under at the refused one.
    const steps = Array.from({ length: 9 }, (_, i) => `m 400\n-- ${1_200 + 100 * (i + 1)}`);
    const { steps: ranked } = rankEstimators(
      tableOf(`u 400\n-- 1200\n${steps.join('\n')}\nm 4000\n-- 3300 > 3200`),
    );
    const misses = ranked.map(({ worst }) => Math.abs(Math.log(worst?.ratio ?? NaN)));
    expect(misses).toEqual(misses.toSorted((a, b) => a - b));
  });
});
