/** Cases worked by hand from the source. */
import { expect, it } from 'vitest';
import { outputs, runPicture } from '../testing/run-picture';
import { pydanticAi } from './policy';

const calls = (reals: readonly number[]): string =>
  ['limit 10000', 'u 400', '-- 1000']
    .concat(reals.map((real) => `c t\nr t 40\n-- ${real}`))
    .join('\n');
const settings = { summary: 'bytes', summaryBytes: 40, window: 10_000 } as const;

it('compacts above its share, to the first message, a summary and the newest', () => {
  const picture = `${calls([2_000, 7_000, 7_800])}\nu 400\n-- 8000`;
  const made = runPicture(pydanticAi, picture, { ...settings, keep: 3 }, outputs(10, 10, 10, 100));
  // 7,800 + 100 + 100 of the new message is 8,000, which is not above.
  expect([...made.columns.compacted]).toEqual([0, 0, 0, 0, 0]);
  expect(made.columns.decision[4]).toBe(8_000);
  const one = runPicture(pydanticAi, picture, { ...settings, keep: 3 }, outputs(10, 10, 10, 101));
  expect([...one.columns.compacted]).toEqual([0, 0, 0, 0, 1]);
  // The newest 3 of 8 are a call, its result and the message: entries 5, 6 and 7. The first one stays.
  expect(one.columns.covered[4]).toBe(5);
  expect(one.notes.kept).toContainEqual({ step: 4, ranges: [[0, 1]] });
  expect(one.columns.contentsSent[4]).toBe(5);
  // A cut at the result moves back to its call.
  const two = runPicture(pydanticAi, picture, { ...settings, keep: 2 }, outputs(10, 10, 10, 101));
  expect(two.columns.covered[4]).toBe(5);
});
