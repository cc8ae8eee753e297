/** Cases worked by hand from the source of the pipeline for .NET. */
import { expect, it } from 'vitest';
import { kindsAt, runPicture } from '../testing/run-picture';
import { agentFrameworkDotnet } from './dotnet';
import { agentFrameworkGo } from './go';

/** A prompt, then calls whose results have so many bytes. */
const rounds = (count: number, bytes: number): string =>
  ['u 400', '-- ?']
    .concat(Array.from({ length: count }, () => `c t\nr t ${bytes}\n-- ?`))
    .join('\n');
const run = (picture: string, given: object = {}) =>
  runPicture(agentFrameworkDotnet, picture, { summary: 'bytes', summaryBytes: 400, ...given });

it('summarises the oldest groups until less than four fifths of the limit are left', () => {
  const made = run(rounds(20, 8_000));
  const step = made.columns.compacted.indexOf(1);
  const { decision, heuristicSent, injected, covered } = made.columns;
  expect(decision[step]).toBeGreaterThan(32_767);
  expect(decision[step - 1]).toBeLessThanOrEqual(32_767);
  expect(heuristicSent[step]).toBeLessThan(26_213 + 150);
  expect(heuristicSent[step]).toBeGreaterThan(24_000);
  expect(injected[step]).toBe(1);
  // A prompt, then whole pairs.
  expect((covered[step] ?? 0) % 2).toBe(1);
});

it('never summarises the newest 4 groups, and never drops the newest 32', () => {
  const large = run(rounds(3, 60_000));
  expect(large.columns.compacted.includes(1)).toBe(false);
  const step = large.columns.decision.findIndex((value) => value > 32_767);
  expect(kindsAt(large, step)).toEqual(['no-op']);
  const few = run(rounds(8, 60_000), { dropKeep: 2 });
  const dropped = few.columns.injected.findIndex(
    (one, at) => one === 0 && few.columns.compacted[at] === 1,
  );
  expect(kindsAt(few, dropped)).toContain('lost');
  const gentle = run(rounds(8, 60_000), { dropKeep: 2, drops: false });
  expect(gentle.notes.events.some(({ kind }) => kind === 'lost')).toBe(false);
});

it('in Go drops the oldest groups until it is no longer above, and never the newest 2', () => {
  // 0.8 × (10,000 − 2,000) = 6,400; a user of 100 tokens, then pairs of some 2,000.
  const given = { window: 10_000, maxOutput: 2_000 };
  const made = runPicture(agentFrameworkGo, rounds(6, 8_000), given);
  const step = made.columns.compacted.indexOf(1);
  const { decision, covered } = made.columns;
  expect(step).toBe(4);
  expect(decision[3]).toBeLessThanOrEqual(6_400);
  // The user and the first pair: with the user alone four pairs of 2,000 were above.
  expect(covered[4]).toBe(3);
  expect(kindsAt(made, 4)).toContain('lost');
  const large = runPicture(agentFrameworkGo, rounds(2, 40_000), given);
  expect(large.columns.covered[2]).toBe(1);
});
