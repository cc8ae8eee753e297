/** Cases worked by hand from the source. */
import { expect, it } from 'vitest';
import { observe } from '@/lib/engine/replay/observed/observe';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';
import { kindsAt, runPicture } from '../testing/run-picture';
import { openhands } from './policy';

/** A user, then calls with their results; a step before each call. Step k sees 2 + 2k events. */
const rounds = (count: number): string =>
  ['u 400', '-- ?'].concat(Array.from({ length: count }, () => 'c t\nr t 400\n-- ?')).join('\n');
const run = (given: object, picture = rounds(9)) =>
  runPicture(openhands, picture, { summary: 'bytes', summaryBytes: 40, keepFirst: 2, ...given });

it('condenses above its events down to half of them, the first and the summary among these', () => {
  const made = run({ maxSize: 10 });
  // Step 5 has 12. 10 ÷ 2 − 2 − 1 = 2 stay, the fifth call and its result: entries 9 and 10.
  expect([...made.columns.compacted]).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 1, 0]);
  expect(made.columns.covered[5]).toBe(9);
  expect(made.notes.kept[0]).toEqual({ step: 5, ranges: [[0, 1]] });
  // The system prompt, the user, the summary and 2 are 5; three rounds later they are 11: entries 15 and 16 stay.
  expect(made.columns.covered[8]).toBe(15);
});

it('condenses above its tokens down to half of them', () => {
  const said = Array.from({ length: 5 }, () => 'm 400\nu 400\n-- ?').join('\n');
  const made = run({ maxTokens: 1_000 }, `u 400\n-- ?\n${said}`);
  // 11 texts of 100 tokens. 1,100 − 500 = 600 must leave: more than that are 7 of those behind the first.
  expect([...made.columns.compacted]).toEqual([0, 0, 0, 0, 0, 1]);
  expect(made.columns.covered[5]).toBe(8);
  // 100 of the first, 10 of the summary, 300 of the newest.
  expect(made.columns.heuristicSent[5]).toBe(410);
  const deaf = run({ maxTokens: 0, window: 1_000, modelLimit: false }, `u 400\n-- ?\n${said}`);
  expect(deaf.columns.compacted.includes(1)).toBe(false);
});

/** One response of 12 calls and their results: no place between them parts none from its result. */
const loop = `u 400\n-- ?\nc t${'\n+ c t'.repeat(11)}\nr t 40${'\n+ r t 40'.repeat(11)}\n-- ?`;

it('where nothing may be parted it waits for events, and summarises everything for tokens', () => {
  // The third event is inside of the response: what is behind it begins at the end.
  const soft = run({ maxSize: 10, keepFirst: 3 }, loop);
  expect(soft.columns.compacted[1]).toBe(0);
  expect(kindsAt(soft, 1)).toEqual(['no-op']);
  const hard = run({ maxSize: 10, keepFirst: 3, maxTokens: 120 }, loop);
  expect(hard.columns.compacted[1]).toBe(1);
  expect(hard.columns.covered[1]).toBe(3);
  expect(hard.columns.contentsSent[1]).toBe(1);
});

it('goes on where the summariser fails for events, and ends where it fails for tokens', () => {
  expect(kindsAt(run({ maxSize: 10, summary: 'fallback' }), 5)).toEqual(['failure']);
  expect(kindsAt(run({ maxTokens: 120, summary: 'fallback' }), 1)).toEqual(['failure', 'exit']);
});

it('counts what a recorded condensation kept in front, when it watches', () => {
  const round = 'c t\nr t 400\n-- ?';
  const before = ['u 400\n-- ?', round, round, round, round].join('\n');
  const after = [round, round, round, round].join('\n');
  const picture = `${before}\nc t\nr t 400\n== compact 40 kept 0-1\n-- ?\n${after}`;
  const settings = openhands.settings.parse({ maxSize: 10, keepFirst: 2 });
  const { observation } = observe(drawnSession(picture), openhands, settings, { own: true });
  // 12 events at step 5. Behind it the system prompt, the user and the summary: 3, and 11 four rounds later.
  const asks = [...(observation?.fires ?? [])].flatMap((fires, step) => (fires > 0 ? [step] : []));
  expect(asks).toEqual([5, 9]);
});
