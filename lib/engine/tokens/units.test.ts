import { describe, expect, it } from 'vitest';
import type { Entry, Part } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from './measure';
import { numbersOnly } from './numbers-only';
import { sameProfile } from './profile-codec';
import { partUnits } from './units';

const call = (args: Extract<Part, { kind: 'call' }>['args']): Part => ({
  kind: 'call',
  name: 'read',
  args,
});
const response = (value: Extract<Part, { kind: 'response' }>['response']): Part => ({
  kind: 'response',
  name: 'read',
  response: value,
});

describe('units', () => {
  it.each<readonly [string, Part, units: number, wide: number]>([
    ['a text', { kind: 'text', text: 'aé😀' }, 4, 3],
    ['a thought', { kind: 'thought', text: 'aé' }, 2, 0],
    // read {"a":"b\n","c":[1,null]}
    ['a call', call({ a: 'b\n', c: [1, null] }), 4 + 24, 0],
    ['a call without arguments', call({}), 6, 0],
    ['a response of one text', response({ result: 'é\n' }), 2, 1],
    ['a response that is a text', response('é'), 1, 1],
    // {"a":"b","é":"d"}
    ['a response of several', response({ a: 'b', é: 'd' }), 17, 1],
    ['a response of a number', response({ a: 1 }), 7, 0],
    ['a picture', { kind: 'inline', mime: 'image/png', bytes: 100 }, 0, 0],
    ['another part', { kind: 'other', type: 'x', value: { a: 'b' } }, 0, 0],
  ])('of %s, and those outside ASCII', (_, part, units, wide) => {
    expect(partUnits(part)).toEqual({ units, wide });
  });

  it.each<readonly [string, Part]>([
    ['ASCII', call({ a: 'b', c: 'd' })],
    ['other letters', { kind: 'text', text: 'é😀' }],
    ['what JSON escapes', call({ a: '"\n' })],
    ['values that are no text', call({ a: { b: [1.5e9, true] } })],
    ['several fields of a response', response({ a: 'b', c: 'd' })],
    ['other letters in a thought', { kind: 'thought', text: 'é😀' }],
    ['other letters in a call', call({ é: '字' })],
    ['other letters in a response', response({ result: '字é' })],
    ['other letters in several fields', response({ a: '字', é: 1 })],
    ['other letters in a text too long to weigh', { kind: 'text', text: 'é'.repeat(100_001) }],
  ])('are the same in numbers only: %s', (_, part) => {
    const picture = textSession('u 4\n-- 1');
    const entries: Entry[] = [{ role: 'model', parts: [part] }];
    const whole = { ...picture, entries: [...picture.entries, ...entries] };
    const numbers = numbersOnly(whole);
    expect(sameProfile(measureSession(numbers), measureSession(whole))).toBe(true);
    expect(numbersOnly(numbers).entries).toEqual(numbers.entries);
  });

  it('outside ASCII count in texts of at most 100,000 units, each by itself', () => {
    const texts = (...lengths: readonly number[]): Entry => ({
      role: 'user',
      parts: lengths.map((length) => ({ kind: 'text', text: '字'.repeat(length) })),
    });
    const entries = [texts(100_000), texts(100_001), texts(60_000, 60_000)];
    const { wide, units } = measureSession({ ...textSession('u 4\n-- 1'), entries }).entries;
    expect([...wide]).toEqual([100_000, 0, 120_000]);
    expect([...units]).toEqual([100_000, 100_001, 120_000]);
  });

  it('are known of thoughts and of every response by itself', () => {
    const entries: Entry[] = [
      { role: 'model', parts: [{ kind: 'thought', text: 'é字' }, call({}), call({})] },
      { role: 'user', parts: [response({ output: '字ab' }), response('😀')] },
    ];
    const { entries: columns } = measureSession({ ...textSession('u 4\n-- 1'), entries });
    expect([...columns.thoughtUnits]).toEqual([2, 0]);
    expect([...columns.responseUnits]).toEqual([3, 2]);
    expect([...columns.responseWide]).toEqual([1, 2]);
  });

  it('follow from the sizes where a file of numbers does not state them', () => {
    const [part] = numbersOnly({
      ...textSession('u 4\n-- 1'),
      entries: [{ role: 'model', parts: [call({ a: 'b', c: 'd' })] }],
    }).entries.flatMap(({ parts }) => parts);
    expect(part).toEqual({
      kind: 'sized',
      of: 'call',
      sizes: [4, 1, 1, 1, 1],
      same: 1,
      characters: [8, 0, 0],
    });
  });
});
