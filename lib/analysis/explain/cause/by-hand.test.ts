import { expect, test } from 'vitest';
import { causesOf, explained, saidOf } from './testing/explained';

/** 18,000 counted and 150,000 real; the threshold is 180,000. */
const picture = 'limit 200000\nu 72000\n-- 150000\nm 4000\n-- 151000\nm 4000\n-- 152000';

test('a compaction that a fault asked for has the user as its cause', () => {
  const report = explained(picture, { faults: ['compact@1'], step: 1 });
  expect(saidOf(report).slice(0, 2)).toEqual([
    'With 1 fault: a loop from step 1 on, no overflow, 1 compaction (was 0).',
    'Step 1 compacts: the user asked for it.',
  ]);
  expect(causesOf(report)).toContain('manual');
});

test('at another step, or where the rule fires as well, the user is no cause', () => {
  expect(causesOf(explained(picture, { faults: ['compact@1'], step: 2 }))).not.toContain('manual');
  const narrow = { set: { window: 160_000 }, step: 1 };
  const fires = explained(picture, { ...narrow, faults: ['compact@1'] });
  expect(fires.compacted).toBe(true);
  expect(causesOf(fires)).not.toContain('manual');
});

test('a what-if that compacted before is not said to hold what the recording held', () => {
  const byHand =
    'limit 200000\nu 160000\n-- 80000\nm 160000\n-- 151000\nm 4000\n== compact 4000 manual\n-- 20000';
  const said = (set: Readonly<Record<string, unknown>>): string | undefined =>
    saidOf(explained(byHand, { preTokens: [151_200], set, step: 2 })).find((one) =>
      one.startsWith('Step 2'),
    );
  expect(said({})).toBe(
    'Step 2 compacted: the user asked for it, at 151,200 tokens; no policy decides that.',
  );
  expect(said({ window: 160_000 })).toBe(
    'Step 2 compacts: the user asked for it; no policy decides that.',
  );
});
