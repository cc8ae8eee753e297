/** Cases worked by hand from the source. */
import { expect, it } from 'vitest';
import { formatInteger } from '@/lib/engine/base/format';
import { runPicture, textsOf } from '../testing/run-picture';
import { deepagentsFiles } from './files';

const picture =
  'limit 200000\nu 400\n-- ?\nc t\nr t 40000\n-- ?\nc t\nr t 100000\n-- ?\nm 400\nu 400\n-- ?';
const run = (given: object = {}) =>
  runPicture(deepagentsFiles, picture, { summary: 'bytes', summaryBytes: 400, ...given });

it('puts a result above 20,000 tokens into a file, and a page of it is read back', () => {
  const made = run();
  const { heuristic, heuristicRaw, heuristicSent, addedTokens } = made.columns;
  // 40,000 bytes are 10,000 tokens and stay; of 100,000 and their JSON's frame 2,000 stay: 500 of 25,000 tokens.
  expect(made.notes.elisions.map(({ step, entry }) => [step, entry])).toEqual([[2, 4]]);
  const lost = made.notes.elisions[0]?.tokens ?? 0;
  expect(lost).toBeGreaterThanOrEqual(24_500);
  expect(lost).toBeLessThan(24_510);
  // A page of 1,000 tokens and the call that reads it, 60, stay in the requests.
  expect([...addedTokens]).toEqual([0, 0, 1_060, 1_060]);
  expect(heuristicSent[2]).toBe((heuristicRaw[2] ?? 0) - lost + 1_060);
  expect(heuristic[2]).toBe(heuristicSent[2]);
  expect(made.notes.added).toMatchObject([{ step: 2, by: 'Large results', fresh: 0, written: 60 }]);
  expect(textsOf(made, 'added')).toEqual([
    `Large results: 1 tool result put into a file, −${formatInteger(lost)} tokens, ~1,000 read back, as the settings assume.`,
  ]);
});

it('leaves all as it is where the limit is higher, and reads nothing back where told so', () => {
  expect(run({ evict: 30_000 }).notes.elisions).toEqual([]);
  const unread = run({ readsBack: 0 });
  expect(unread.notes.added).toEqual([]);
  expect(unread.columns.addedTokens[2]).toBe(0);
});

it('summarises behind it, and what was read back leaves with the rest', () => {
  const made = run({ window: 12_500, keepShare: 0.1 });
  // 10,625 are not reached by 10,100 and some; they are with 500 left of the file and a page of it.
  expect(made.columns.compacted.indexOf(1)).toBe(2);
  expect(made.columns.addedTokens[2]).toBe(0);
});
