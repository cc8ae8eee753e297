import { expect, it } from 'vitest';
import type { Entry, Session, TouchedFile } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { replay } from '@/lib/engine/replay/replay';
import { claudeCode } from './policy';
import { reattachedFiles, shownTokens } from './reattached';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const file = (name: string, bytes: number, more: Partial<TouchedFile> = {}): TouchedFile => ({
  file: name,
  bytes,
  lines: 10,
  whole: true,
  ...more,
});

/** A session whose k-th entry touches the k-th files. */
function touching(picture: string, files: readonly (readonly TouchedFile[])[]): Session {
  const session = textSession(picture);
  const entries = session.entries.map((entry, i): Entry => {
    const own = files[i] ?? [];
    return own.length === 0 ? entry : { ...entry, files: own };
  });
  return { ...session, entries };
}

const names = (
  touched: readonly (readonly TouchedFile[])[],
  from = 0,
  before: readonly number[] = [],
) => {
  const picture = touched.map(() => 'u 4').join('\n');
  const { head, ...profile } = measureSession(touching(`${picture}\n-- 10`, touched));
  const rule = { files: 5, fileTokens: 5_000 };
  const back = head.files.filter((one) => before.includes(one.file));
  const range = { from, covered: touched.length, before: back };
  return reattachedFiles({ head, ...profile }, range, rule, 1.25).map((one) => one.file);
};

it('puts the five newest files back, newest first, each once', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'b'].map((name) => [file(name, 400)]);
  // Numbers in order of appearance: a 0 … f 5. b was touched last.
  expect(names(all)).toEqual([1, 5, 4, 3, 2]);
});

it('leaves out what is too large, but not its place', () => {
  const large = file('large', 16_001);
  // 16,000 bytes ÷ 4 × 1.25 are 5,000 tokens.
  const all = ['a', 'b', 'c', 'd'].map((name) => [file(name, 16_000)]);
  expect(names([[file('z', 4)], ...all, [large]])).toEqual([4, 3, 2, 1]);
});

it('reads a file anew as a whole of which a part was seen', () => {
  const part = file('part', 400, { whole: false });
  expect(names([[file('a', 400)], [part]])).toEqual([1, 0]);
});

it('counts the plan apart', () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => [file(name, 400)]);
  expect(names([[file('plan', 400, { plan: true })], ...all])).toEqual([5, 4, 3, 2, 1, 0]);
  // Of any size.
  expect(names([[file('plan', 40_000, { plan: true })]])).toEqual([0]);
});

it('knows of the time before the last compaction only what it put back then', () => {
  const all = ['a', 'b', 'c'].map((name) => [file(name, 400)]);
  expect(names(all, 2)).toEqual([2]);
  expect(names(all, 2, [0])).toEqual([2, 0]);
});

it('shows each line with its number', () => {
  // (400 + 9 × 10) ÷ 4 × 2
  expect(
    shownTokens({ entry: 0, file: 0, bytes: 400, lines: 10, whole: true, plan: false }, 2),
  ).toBe(245);
});

it('adds their tokens to the request that compacts, and carries them to the next compaction', () => {
  const picture = 'u 400\n-- 170000\nm 400\nu 4000\n-- 171100\nm 400\nu 400\n-- 171300';
  const session = touching(picture, [[], [], [file('a', 3_910)]]);
  const settings = claudeCode.settings.parse({
    summary: 'bytes',
    summaryBytes: 400,
    sizes: 'none',
  });
  const { columns } = replay(preparedSession(session), claudeCode, settings);
  // Prefix 169,900, summary 100, (3,910 + 90) ÷ 4 at a density of 1.
  expect(columns.real[1]).toBe(169_900 + 100 + 1_000);
  // Too large a prefix: it compacts again, and nothing else was touched since.
  expect([...columns.compacted]).toEqual([0, 1, 1]);
  expect(columns.real[2]).toBe(169_900 + 100 + 1_000);
});
