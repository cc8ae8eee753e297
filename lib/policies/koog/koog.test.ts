/** Cases worked by hand from the source. */
import { expect, it } from 'vitest';
import { kindsAt, runPicture } from '../testing/run-picture';
import { koog } from './policy';

/** A user, then calls with their results, a step before each call. */
const rounds = (count: number): string =>
  ['u 400', '-- ?'].concat(Array.from({ length: count }, () => 'c t\nr t 4000\n-- ?')).join('\n');
const run = (given: object, picture = rounds(40)) =>
  runPicture(koog, picture, { summary: 'bytes', summaryBytes: 800, ...given });

it('puts a summary of each chunk behind the first message, and keeps the newest call', () => {
  const made = run({ most: 40, chunk: 10 });
  const step = made.columns.compacted.indexOf(1);
  // The user, and twenty calls with their results: 41 messages, five chunks.
  expect(made.session.profile.steps.entries[step]).toBe(41);
  expect(made.columns.attempts[step]).toBe(5);
  expect(made.columns.summaryBytes[step]).toBe(5 * 800);
  expect(made.columns.covered[step]).toBe(39);
  expect(made.notes.kept).toContainEqual({ step, ranges: [[0, 1]] });
  // The user, five summaries, a call and its result; the next compaction counts from there.
  expect(made.columns.contentsSent[step]).toBe(8);
  const next = made.columns.compacted.indexOf(1, step + 1);
  expect(next).toBe(step + 17);
  expect(made.columns.attempts[next]).toBe(5);
});

it('makes one summary of everything where chunks are off', () => {
  const made = run({ most: 40, chunk: 0 });
  const step = made.columns.compacted.indexOf(1);
  expect(made.columns.attempts[step]).toBe(1);
  expect(made.columns.contentsSent[step]).toBe(4);
});

it('replaces nothing where a call of one chunk fails', () => {
  const made = run({ most: 40, summary: 'fallback' });
  const step = made.columns.decision.length - 1;
  expect(made.columns.compacted.includes(1)).toBe(false);
  expect(kindsAt(made, step)).toContain('failure');
});
