/** Cases worked by hand from the source. */
import { expect, it } from 'vitest';
import { outputs, runPicture } from '../testing/run-picture';
import { letta } from './policy';

/** Ten messages of so many tokens each, a user's and a model's in turn, then a user's; the last usage has 9,990 + 20. */
const log = (tokens: number): string => {
  const said = (role: string) => `${role} ${tokens * 4}`;
  const pairs = Array.from({ length: 5 }, () => `${said('u')}\n-- 100\n${said('m')}`);
  return [...pairs.slice(0, 4), `${said('u')}\n-- 9990\n${said('m')}`, 'u 4\n-- ?'].join('\n');
};
const run = (tokens: number, given: object = {}) =>
  runPicture(
    letta,
    log(tokens),
    { summary: 'bytes', summaryBytes: 40, window: 10_000, ...given },
    outputs(1, 1, 1, 1, 20),
  );

it('lets two fifths of the messages leave, up to a message of the model’s', () => {
  const { columns } = run(700);
  expect(columns.decision[5]).toBe(10_010);
  expect([...columns.compacted]).toEqual([0, 0, 0, 0, 0, 1]);
  // 11 messages with the system prompt: 0.4 × 11 is 4, the model's second: it and 6 more stay, 7 × 700 × 1.3 < 7,000.
  expect(columns.covered[5]).toBe(3);
});

it('goes on by tenths until the goal is met, and summarises everything where it cannot be', () => {
  // 0.4: 7 × 900 × 1.3 = 8,190. 0.5: 5.5 rounds to 6, the model's third, 5 × 900 × 1.3 = 5,850 < 7,000.
  expect(run(900).columns.covered[5]).toBe(5);
  // 0.9: 10, the model's fifth, is the last message: everything is summarised, the new prompt stays.
  const all = run(6_000, { window: 10_000 });
  expect(all.columns.covered[5]).toBe(10);
  expect(all.columns.contentsSent[5]).toBe(2);
});

it('compacts GPT-5 at nine tenths', () => {
  expect(run(700, { window: 11_000 }).columns.compacted[5]).toBe(0);
  expect(run(700, { window: 11_000, share: 0.9 }).columns.compacted[5]).toBe(1);
});
