import { describe, expect, it } from 'vitest';
import type { Entry, Part } from '@/lib/session/schema';
import { textSession } from '@/lib/session/testing/text-session';
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
  it.each<readonly [string, Part, number]>([
    ['a text', { kind: 'text', text: 'aé😀' }, 4],
    ['a thought', { kind: 'thought', text: 'aé' }, 2],
    // read {"a":"b\n","c":[1,null]}
    ['a call', call({ a: 'b\n', c: [1, null] }), 4 + 24],
    ['a call without arguments', call({}), 6],
    ['a response of one text', response({ result: 'é\n' }), 2],
    ['a response that is a text', response('é'), 1],
    // {"a":"b","c":"d"}
    ['a response of several', response({ a: 'b', c: 'd' }), 17],
    ['a response of a number', response({ a: 1 }), 7],
    ['a picture', { kind: 'inline', mime: 'image/png', bytes: 100 }, 0],
    ['another part', { kind: 'other', type: 'x', value: { a: 'b' } }, 0],
  ])('of %s', (_, part, units) => {
    expect(partUnits(part)).toBe(units);
  });

  it.each<readonly [string, Part]>([
    ['ASCII', call({ a: 'b', c: 'd' })],
    ['other letters', { kind: 'text', text: 'é😀' }],
    ['what JSON escapes', call({ a: '"\n' })],
    ['values that are no text', call({ a: { b: [1.5e9, true] } })],
    ['several fields of a response', response({ a: 'b', c: 'd' })],
  ])('are the same in numbers only: %s', (_, part) => {
    const picture = textSession('u 4\n-- 1');
    const entries: Entry[] = [{ role: 'model', parts: [part] }];
    const whole = { ...picture, entries: [...picture.entries, ...entries] };
    const numbers = numbersOnly(whole);
    expect(sameProfile(measureSession(numbers), measureSession(whole))).toBe(true);
    expect(numbersOnly(numbers).entries).toEqual(numbers.entries);
  });

  it('follow from the sizes where a file of numbers does not state them', () => {
    const [part] = numbersOnly({
      ...textSession('u 4\n-- 1'),
      entries: [{ role: 'model', parts: [call({ a: 'b', c: 'd' })] }],
    }).entries.flatMap(({ parts }) => parts);
    expect(part).toEqual({ kind: 'sized', of: 'call', sizes: [4, 1, 1, 1, 1] });
  });
});
