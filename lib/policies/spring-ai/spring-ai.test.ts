/** Cases worked by hand from the source. */
import { expect, it } from 'vitest';
import { kindsAt, runPicture } from '../testing/run-picture';
import { springAi } from './policy';

/** Turns of a prompt, a call, its result and an answer: four entries and two steps each. */
const turn = 'u 40\n-- ?\nc t\nr t 40\n-- ?\nm 40';
const run = (count: number, given: object = {}) =>
  runPicture(springAi, Array.from({ length: count }, () => turn).join('\n'), {
    summary: 'bytes',
    summaryBytes: 400,
    turns: 3,
    keep: 6,
    ...given,
  });

it('compacts after an answer above its turns, to the newest messages from a user’s on', () => {
  const { columns } = run(6);
  // Before the fifth turn four have ended: 16 entries, the newest 6 begin at 10, the next prompt is 12.
  expect([...columns.compacted]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
  expect(columns.covered[8]).toBe(12);
  // The summary, the fourth turn's four, and the new prompt.
  expect(columns.contentsSent[8]).toBe(6);
});

it('keeps nothing where the newest turn has more messages, and may leave out without a summary', () => {
  expect(run(5, { keep: 3 }).columns.covered[8]).toBe(16);
  const sliding = run(5, { summarises: false });
  expect(sliding.columns.injected[8]).toBe(0);
  expect(kindsAt(sliding, 8)).toEqual(['lost']);
});
