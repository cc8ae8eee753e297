import { expect, it } from 'vitest';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { compactionsOf } from './compaction-list';
import { compactionHeadline } from './compaction-words';
import { comparedAt, lastRealStep, thresholdAt } from '../ledger-decision';
import { valueBand } from '../likely';
import { likelyStepWords } from './likely-step';

const drawn = (steps: number) =>
  Array.from({ length: steps }, (_, i) => `m 4000\n-- ${20_000 + 1_300 * i}`).join('\n');

/** Grows by 1,300 real tokens a step, and is compacted at 60,000. */
const replayed = (steps: number): Replay =>
  replay(
    drawnSession(`limit 200000\n${drawn(steps)}`),
    claudeCode,
    claudeCode.settings.parse({ window: 93_000 }),
  );

const bandAt = (run: Replay, step: number) =>
  valueBand(run, { from: lastRealStep(run, step), value: comparedAt(run, step) });

it('is the 80 % of steps at which the band of what a what-if compares reaches the threshold', () => {
  const run = replayed(120);
  const [first, second = never()] = compactionsOf(run);
  expect(first?.likely).toBeNull();
  const { step } = second;
  const { low = NaN, high = NaN } = second.likely ?? {};
  const threshold = thresholdAt(run, step);
  // p90 reaches it at the low end, and at no step before.
  expect(bandAt(run, low)?.high).toBeGreaterThanOrEqual(threshold);
  expect(bandAt(run, low - 1)?.high).toBeLessThan(threshold);
  // p10, which grows by the recording's 1,300 a step, at the high end and at no step before.
  const lacks = threshold - (bandAt(run, step)?.low ?? NaN);
  expect(high).toBe(step + Math.ceil(lacks / 1_300));
  expect(compactionHeadline(second, 120)).toContain(
    `Step ${step} (80 %: ${low} to ${high}) compacts ~`,
  );
});

it('has no end where p10 stays below the threshold until the recording is over', () => {
  const { step = NaN } = compactionsOf(replayed(120))[1] ?? {};
  const likely = compactionsOf(replayed(step + 1))[1]?.likely ?? null;
  expect(likely?.high).toBeNull();
  expect(likelyStepWords(likely)).toBe(` (80 %: ${likely?.low} or later)`);
});

function never(): never {
  throw new Error('The replay compacts once only.');
}
