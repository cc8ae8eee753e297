/** Hand-worked cases of goose's compaction, from its source. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import { kindsAt, runPicture } from '../testing/run-picture';
import type { Policy } from '@/lib/engine/policy/policy';
import { goose } from './policy';
import { mostAtShare } from './settings';

const settings = { summary: 'bytes', summaryBytes: 400, window: 10_000 } as const;
const outputs = (...tokens: readonly number[]) => ({
  steps: Object.fromEntries(tokens.map((output, step) => [step, { output }])),
});

describe('the threshold', () => {
  it.each([
    [10_000, 0.8, 8_000],
    // 100 × 0.29 is 28.999999999999996 in double precision; 29 ÷ 100 is 0.29, which is not above it.
    [100, 0.29, 29],
    [128_000, 0.8, 102_400],
  ])('of %i and %f is %i', (window, share, most) => {
    expect(mostAtShare({ window, share })).toBe(most);
    expect(most / window).toBeLessThanOrEqual(share);
    expect((most + 1) / window).toBeGreaterThan(share);
  });

  it.each([0, 1])('of %i turns it off', (share) => {
    expect(mostAtShare({ window: 10_000, share })).toBe(Infinity);
  });

  it.each([
    // Prompt and output of the last response: 8,000 is not above 0.8 × 10,000.
    [100, 0],
    [101, 1],
  ])('7,900 and %i compact: %i', (output, fires) => {
    const picture = 'u 400\n-- 7900\nm 4\nu 4\n-- ?';
    const { columns } = runPicture(goose, picture, settings, outputs(output, 0));
    expect(columns.decision[1]).toBe(7_900 + output);
    expect([...columns.compacted]).toEqual([0, fires]);
  });

  it('counts the estimate where that is more, but not in earlier versions', () => {
    const picture = 'u 40000\n-- 100\nm 4\nu 4\n-- ?';
    const value = (counts: 'larger' | 'stored') =>
      runPicture(goose, picture, { ...settings, counts }, outputs(1, 0)).columns.decision[1];
    expect([value('larger'), value('stored')]).toEqual([10_002, 101]);
  });
});

describe('a compaction', () => {
  it('comes before a turn, and leaves the user’s message behind summary and continuation', () => {
    const picture = 'u 400\n-- 7900\nc t\nr t 400\n-- 9000\nm 4\nu 800\n-- ?';
    const made = runPicture(goose, picture, settings, outputs(200, 5, 0));
    expect([...made.columns.compacted]).toEqual([0, 0, 1]);
    expect(kindsAt(made, 1)).toEqual(['unchecked']);
    // The whole log but its newest message, a summary of 400 bytes, 385 of the continuation.
    expect(made.columns.covered[2]).toBe(4);
    expect(made.columns.contentsSent[2]).toBe(3);
    expect(made.columns.heuristicSent[2]).toBe(100 + 96 + 200);
  });

  it('ends the turn where the summariser fails', () => {
    const made = runPicture(goose, 'u 40000\n-- ?\nm 4\nu 4\n-- ?', settings, {
      script: [{ fail: true }],
    });
    expect(kindsAt(made, 1)).toEqual(['failure', 'exit']);
  });
});

it('does not look where the production incident overflows, inside a turn', () => {
  const session = prepare(measureSession(productionIncident.build()));
  const { columns } = replay(session, goose as Policy, goose.settings.parse({}));
  expect(columns.compacted).not.toContain(1);
  expect(Math.max(...columns.real)).toBe(200_819);
});
