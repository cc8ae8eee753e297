/** Cases worked by hand from the source and its document. */
import { expect, it } from 'vitest';
import { kindsAt, outputs, runPicture, textsOf } from '../testing/run-picture';
import { openclaw } from './policy';

/** Turns of a prompt of 100 tokens and an answer of 5,000, counted as the provider did; a step a turn. */
const turns = (reals: readonly number[]): string =>
  ['limit 200000'].concat(reals.map((real) => `u 400\n-- ${real}\nm 20000`)).join('\n');
const reals = [100_000, 170_800, 170_900, 174_900, 50_000, 170_899];
const run = (given: object = {}) =>
  runPicture(
    openclaw,
    turns(reals),
    { summary: 'bytes', summaryBytes: 400, ...given },
    outputs(5_000, 5_000, 5_000, 5_000, 5_000, 5_000),
  );

it('flushes once below the threshold, and compacts at it', () => {
  const { columns, notes, ...made } = run();
  // The last prompt, its 5,000 and the new prompt's 100; the flush from 176,000 on, the compaction from 180,000.
  expect([...columns.decision.subarray(1, 4)]).toEqual([105_100, 175_900, 176_000]);
  expect([...columns.compacted]).toEqual([0, 0, 0, 0, 1, 0]);
  expect(columns.decision[4]).toBe(180_000);
  // 1,059 bytes are 264 tokens; the second call has what the first wrote behind it, and writes NO_REPLY.
  expect(notes.added).toEqual([
    { step: 3, by: 'Memory flush', asked: 174_900 + 264, fresh: 174_900 + 264, written: 600 },
    { step: 3, by: 'Memory flush', asked: 174_900 + 864, fresh: 600, written: 4 },
  ]);
  expect(textsOf({ columns, notes, ...made }, 'added')).toEqual([
    'Memory flush: 2 calls that the recording lacks, ~350,928 tokens asked and 604 written, as the settings assume.',
  ]);
  // 20,000 tokens from the end on: the prompt, and four answers with the prompts between them.
  expect(columns.covered[4]).toBe(1);
});

it('leaves a turn alone unless its mode looks inside', () => {
  const picture =
    'limit 200000\nu 400\n-- 1000\nc t\nr t 4000\n-- 190000\nc t\nr t 4000\n-- 191000\nu 4\n-- 192000';
  const settings = { summary: 'bytes', summaryBytes: 400, keep: 1_000, flush: false } as const;
  const made = runPicture(openclaw, picture, settings);
  expect([...made.columns.compacted]).toEqual([0, 0, 0, 1]);
  expect(kindsAt(made, 2)).toEqual(['unchecked']);
  const inside = runPicture(openclaw, picture, { ...settings, inTurns: true });
  expect(inside.columns.compacted.indexOf(1)).toBe(2);
});
