/** Hand-worked cases of Strands' conversation managers. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Policy } from '@/lib/engine/policy/policy';
import { kindsAt, runPicture } from '../testing/run-picture';
import { leastAtShare } from './settings';
import { strandsSliding } from './sliding';
import { strandsSummarizing } from './summarizing';

const outputs = (...tokens: readonly number[]) => ({
  steps: Object.fromEntries(tokens.map((output, step) => [step, { output }])),
});

describe('the threshold', () => {
  it.each([
    [200_000, 0.7, 140_000],
    [3, 0.7, 3],
    // 100 × 0.29 is 28.999999999999996 in double precision, and 29 ÷ 100 is 0.29.
    [100, 0.29, 29],
    [100, 0.57, 57],
    [1, 0.0001, 1],
  ])('of %i tokens and %f is %i', (window, share, least) => {
    expect(leastAtShare(window, share)).toBe(least);
    expect(least / window).toBeGreaterThanOrEqual(share);
    expect((least - 1) / window).toBeLessThan(share);
  });
});

describe('the summarising manager', () => {
  const settings = { summary: 'bytes', summaryBytes: 400, window: 10_000, keep: 2 } as const;
  const picture = `${'u 4\nm 4\n'.repeat(10)}u 4\n-- 6900\nc t\nr t 394\n-- 6990`;

  it('projects what was reported and what came since', () => {
    // 6,900 + 1 of the response; the result's ⌈394 ÷ 4⌉ = 99 make 7,000 of 10,000.
    const made = (output: number) =>
      runPicture(strandsSummarizing, picture, settings, outputs(output));
    expect([...made(1).columns.decision]).toEqual([21, 7_000]);
    expect([...made(1).columns.compacted]).toEqual([0, 1]);
    expect([...made(0).columns.compacted]).toEqual([0, 0]);
  });

  it('summarises the oldest share and leaves the newest', () => {
    const covered = (ratio: number, keep: number) =>
      runPicture(strandsSummarizing, picture, { ...settings, ratio, keep }, outputs(1)).columns
        .covered[1];
    // 23 messages: ⌊23 × 0.3⌋ = 6; 23 − 20 = 3.
    expect([covered(0.3, 2), covered(0.3, 20)]).toEqual([6, 3]);
  });

  it('moves the cut forward where it would part a pair, and does nothing at the end', () => {
    const few = (ratio: number) =>
      runPicture(strandsSummarizing, 'u 4\nc t\nr t 4\nm 4\nu 4\n-- 9000', {
        ...settings,
        ratio,
        keep: 0,
        window: 1,
      });
    expect([few(0.4).columns.covered[0], few(0.2).columns.covered[0]]).toEqual([3, 1]);
    const none = runPicture(strandsSummarizing, 'u 4\nc t\nr t 4\n-- ?', {
      ...settings,
      ratio: 0.7,
      keep: 0,
      window: 1,
    });
    expect(kindsAt(none, 0)).toEqual(['no-op']);
  });

  it('sends the request unchanged where the summariser fails', () => {
    const made = runPicture(strandsSummarizing, picture, settings, {
      ...outputs(1),
      script: [{ empty: true }],
    });
    expect(kindsAt(made, 1)).toEqual(['failure']);
    expect(made.columns.compacted[1]).toBe(0);
  });
});

describe('the sliding window', () => {
  it('drops what is before the next prompt, after an invocation only', () => {
    const picture = 'u 4\n-- ?\nc t\nr t 4\n-- ?\nm 4\nu 4\n-- ?\nm 4\nu 4\n-- ?';
    const made = runPicture(strandsSliding, picture, { keep: 3 });
    // Four messages at the end of the first, two of them its prompt and call: no prompt is among the
    // newest three; the call's pair begins there, the prompt before it is all that is older.
    expect(kindsAt(made, 2)).toEqual(['no-op']);
    // Six at the end of the second: its prompt is the first that may be in front.
    expect([...made.columns.covered]).toEqual([0, 0, 0, 4]);
    expect(kindsAt(made, 3)).toEqual(['lost']);
  });

  it('keeps the prompt of a long invocation in front of the newest pair', () => {
    const picture = `u 400\n${'c t\nr t 4\n'.repeat(5)}m 4\nu 4\n-- ?`;
    const made = runPicture(strandsSliding, picture, { keep: 4 });
    // Twelve messages; from the ninth on the next call is the tenth (entry 9).
    expect(made.columns.covered[0]).toBe(0);
    const later = runPicture(
      strandsSliding,
      `u 400\n-- ?\n${'c t\nr t 4\n'.repeat(5)}m 4\nu 4\n-- ?`,
      { keep: 4 },
    );
    expect(later.columns.covered[1]).toBe(9);
    expect(later.notes.kept).toEqual([{ step: 1, ranges: [[0, 1]] }]);
  });
});

describe('the production incident', () => {
  const session = prepare(measureSession(productionIncident.build()));
  const fired = (policy: Policy) => {
    const { columns } = replay(session, policy, policy.settings.parse({}));
    return [columns.compacted.indexOf(1), Math.max(...columns.real)];
  };

  it('is summarised from step 119 on, or loses messages from step 28 on', () => {
    expect(fired(strandsSummarizing as Policy)).toEqual([119, 185_240]);
    expect(fired(strandsSliding as Policy)).toEqual([28, 180_684]);
  });
});
