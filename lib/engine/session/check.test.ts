import { expect, it } from 'vitest';
import { findContradiction } from './check';
import type { Part } from './schema';
import { textSession } from './testing/text-session';

const MOST = 2 ** 31 - 1;
/** What JSON may put around a field. */
const SYNTAX = 6;
const sized = (bytes: number, units?: number): Part => ({
  kind: 'sized',
  of: 'text',
  sizes: [bytes],
  ...(units === undefined ? {} : { units }),
});
const written = (latin: number, cjk: number): Part => ({
  kind: 'sized',
  of: 'text',
  sizes: [4],
  characters: [latin, cjk, 0],
});

it.each<readonly [string, readonly Part[], boolean]>([
  ['as many bytes as a column holds', [sized(MOST - SYNTAX)], true],
  ['more bytes', [sized(MOST - SYNTAX + 1)], false],
  ['more bytes in two parts', [sized(MOST - SYNTAX), sized(1)], false],
  ['as many units', [sized(4, MOST)], true],
  ['more units', [sized(4, MOST + 1)], false],
  ['as many characters', [written(MOST, 0)], true],
  ['more characters', [written(MOST, 1)], false],
  ['more characters in two parts', [written(0, MOST), written(1, 0)], false],
])('an entry with %s', (_, parts, fits) => {
  const session = textSession('u 4\n-- 1');
  const entries = [...session.entries, { role: 'user' as const, parts }];
  const found = findContradiction({ ...session, entries });
  expect(found).toEqual(
    fits ? null : { message: 'The sizes are impossibly large.', at: '.entries[1]' },
  );
});

it.each([
  [{ sizes: [6], units: 2, wide: 2 }, null],
  [{ sizes: [4], wide: 2 }, null],
  [{ sizes: [3], wide: 2 }, 'The characters outside ASCII take more bytes than there are.'],
])('a part of %o', (sizes, message) => {
  const session = textSession('u 4\n-- 1');
  const part: Part = { kind: 'sized', of: 'text', ...sizes };
  const entries = [...session.entries, { role: 'user' as const, parts: [part] }];
  const found = findContradiction({ ...session, entries });
  expect(found).toEqual(message === null ? null : { message, at: '.entries[1]' });
});

it('entries whose chars outside ASCII weigh more than a sum of tokens holds', () => {
  const session = textSession('u 4\n-- 1');
  const part: Part = { kind: 'sized', of: 'text', sizes: [MOST - SYNTAX], wide: MOST >> 2 };
  const entries = Array.from({ length: 3 }, () => ({ role: 'user' as const, parts: [part] }));
  const found = findContradiction({ ...session, entries });
  expect(found?.message).toBe('The sizes are impossibly large.');
});

it('entries whose units no sum of tokens holds', () => {
  const session = textSession('u 4\n-- 1');
  const made = (count: number) =>
    Array.from({ length: count }, () => ({ role: 'user' as const, parts: [sized(4, MOST)] }));
  expect(findContradiction({ ...session, entries: [...session.entries, ...made(2)] })).toBeNull();
  expect(findContradiction({ ...session, entries: [...session.entries, ...made(3)] })).toEqual({
    message: 'The sizes are impossibly large.',
    at: '.entries[3]',
  });
});

it.each([
  [{ first: 0, last: 1 }, null],
  [{ first: 1, last: 2 }, 'The note is on step 2; the session has 2 steps.'],
])('a note on %o', (steps, message) => {
  const session = textSession('u 4\n-- 1\nm 4\n-- 2');
  const notes = [
    { first: 0, last: 0, text: 'Begins.' },
    { ...steps, text: 'Here.' },
  ];
  const found = findContradiction({ ...session, notes });
  expect(found).toEqual(message === null ? null : { message, at: '.notes[1]' });
});

it.each([
  [[0, 1], null],
  [[0, 0], 1],
  [[0, 3], 1],
])('environments from steps %o', (from, fault) => {
  const session = textSession('u 4\n-- 1\nm 4\n-- 2');
  const found = findContradiction({
    ...session,
    environments: from.map((step) => ({ from: step })),
  });
  expect(found?.at ?? null).toBe(fault === null ? null : `.environments[${fault}]`);
});
