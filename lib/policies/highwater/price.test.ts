/** The least tokens at which compacting pays, worked by hand. */
import { expect, it } from 'vitest';
import { outputs, runPicture } from '../testing/run-picture';
import { price } from './price';

/** Requests of so many tokens, so many seconds apart; each message has 5,000. */
function run(reals: readonly number[], seconds: readonly number[], given: object = {}) {
  const picture = reals.map((real) => `u 20000\n-- ${real}`).join('\nm 20000\n');
  const { steps } = outputs(...reals.map(() => 0));
  let now = Date.UTC(2026, 0, 1);
  const timed = Object.fromEntries(
    Object.entries(steps).map(([step, one]) => {
      now += (seconds[Number(step)] ?? 0) * 1_000;
      return [step, { ...one, time: new Date(now).toISOString() }];
    }),
  );
  const settings = { summary: 'bytes', summaryBytes: 4_000, keep: 10_000, ...given } as const;
  return runPicture(price, `limit 200000\n${picture}`, settings, { steps: timed });
}

it('compacts where the requests to come cost more than a summary', () => {
  // A = 14,000. 5 × 4,000 + 1.25 × 14,000 + 1.9 × 14,000 = 64,100; ÷ 1.9 is 33,736.8. The prefix is unknown: 0.
  // Cold: 20,000 + 3.15 × 14,000 = 64,100; ÷ 2.15 is 29,813.95.
  const made = run([10_000, 24_813, 28_736, 28_737], [0, 10, 10, 10]);
  expect([...made.columns.threshold]).toEqual([29_814, 29_814, 29_814, 29_814]);
  // 5,000 of the new message are added to each request before: 33,736 holds, 33,737 compacts.
  expect([...made.columns.decision]).toEqual([5_000, 15_000, 29_813, 33_736]);
  expect(made.columns.compacted.includes(1)).toBe(false);
  const more = run([10_000, 24_813, 28_737, 28_737], [0, 10, 10, 10]);
  expect([...more.columns.compacted]).toEqual([0, 0, 0, 1]);
});

it('compacts earlier once the cache has expired, and before a last request hardly ever', () => {
  const reals = [10_000, 24_814, 24_814];
  expect([...run(reals, [0, 10, 299]).columns.compacted]).toEqual([0, 0, 0]);
  expect([...run(reals, [0, 10, 300]).columns.compacted]).toEqual([0, 0, 1]);
  const last = run(reals, [0, 10, 300], { requests: 1 });
  expect(last.columns.compacted.includes(1)).toBe(false);
  // 4,000 × 5 + 1.25 × 14,000 = 37,500, and a cold request saves a quarter of its tokens: from 150,000 on.
  expect(last.columns.threshold[0]).toBe(150_000);
});
