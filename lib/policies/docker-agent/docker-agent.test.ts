/** Cases worked by hand from the source. */
import { expect, it } from 'vitest';
import { outputs, runPicture } from '../testing/run-picture';
import { dockerAgent } from './policy';

const run = (picture: string, given: object = {}) =>
  runPicture(
    dockerAgent,
    picture,
    { summary: 'bytes', summaryBytes: 400, window: 10_000, ...given },
    outputs(100, 100, 100),
  );

it('counts results in the loop, and above nine tenths keeps nothing but a summary', () => {
  const { columns } = run('u 400\n-- 5000\nc t\nr t 15540\n-- 8890\nc t\nr t 400\n-- 9000');
  // 5,000 + 100; `{"result":…}` of 15,540 bytes has 3,885 tokens or a few more, and 5 for the message.
  expect(columns.decision[0]).toBe(0);
  const result = columns.decision[1] ?? 0;
  expect(result).toBeGreaterThanOrEqual(5_100 + 3_885 + 5);
  expect(result).toBeLessThanOrEqual(9_000);
  // 8,890 + 100 + 100 or a few more + 5 is above 9,000.
  expect([...columns.compacted]).toEqual([0, 0, 1]);
  expect(columns.covered[2]).toBe(5);
  expect(columns.contentsSent[2]).toBe(1);
});

it('does not count the user’s new message, and knows the summary’s length after a compaction', () => {
  const { columns } = run('u 400\n-- 8900\nm 40\nu 4000\n-- 9901\nm 40\nu 400\n-- ?');
  // 8,900 + 100 is not above 9,000; 9,901 + 100 is.
  expect([...columns.decision.subarray(0, 3)]).toEqual([0, 9_000, 10_001]);
  expect([...columns.compacted]).toEqual([0, 0, 1]);
  expect(columns.lastReal[2]).toBe(10_001);
  expect(columns.realAfter[2]).toBe(100);
});
