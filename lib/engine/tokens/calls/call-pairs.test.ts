import { describe, expect, it } from 'vitest';
import type { Json, Part, Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { decodeProfile, encodeProfile } from '../profile-codec';
import { cutProfile } from '../cut-profile';
import { measureSession } from '../measure';
import { numbersOnly } from '../numbers-only';

const call = (id?: string): Part => ({ kind: 'call', name: 'look', args: {}, ...(id && { id }) });
const answer = (id?: string): Part => ({
  kind: 'response',
  name: 'look',
  response: {},
  ...(id && { id }),
});

/** A session of one entry per list of parts, all in one request. */
function sessionOf(...entries: readonly (readonly Part[])[]): Session {
  const drawn = textSession('u 4\n-- 10\nm 4');
  return {
    ...drawn,
    entries: entries.map((parts, origin) => ({
      role: parts[0]?.kind === 'response' ? 'user' : 'model',
      parts,
      origin,
    })),
    steps: drawn.steps.map((step) => ({ ...step, entries: entries.length })),
  };
}

/** A call with arguments, and its answer. */
const asked = (args: Json, id?: string): Part => ({ ...call(id), args }) as Part;
const repeatsOf = (session: Session): readonly number[] => [
  ...measureSession(session).entries.responseRepeats,
];

const callsOf = (session: Session): readonly number[] => [...measureSession(session).callOf];

it('matches a response with the call whose id it has, though an older call was never answered', () => {
  expect(callsOf(sessionOf([call('a')], [call('b')], [answer('b')]))).toEqual([-1, -1, 1]);
});

it('matches a later answer with the same call again', () => {
  const session = sessionOf([call('a')], [answer('a')], [call('b')], [answer('a')], [answer('b')]);
  expect(callsOf(session)).toEqual([-1, 0, -1, 0, 2]);
});

it('takes the earliest call that an entry answers', () => {
  const session = sessionOf([call('a')], [call('b')], [call('c')], [answer('c'), answer('b')]);
  expect(callsOf(session)).toEqual([-1, -1, -1, 1]);
});

it('takes the oldest open call where a response has no id, or calls have none', () => {
  expect(callsOf(sessionOf([call()], [call()], [answer()], [answer('x')]))).toEqual([-1, -1, 0, 1]);
  expect(callsOf(sessionOf([call('a')], [call('b')], [answer('b')], [answer()]))).toEqual([
    -1, -1, 1, 0,
  ]);
});

it('leaves a response without a call where its id is no call’s', () => {
  expect(callsOf(sessionOf([call('a')], [answer('z')], [answer('a')]))).toEqual([-1, -1, 0]);
});

it('keeps the match in numbers only, in bytes and in a session cut at a step', () => {
  const session = sessionOf([call('a')], [call('b')], [answer('b')]);
  const profile = measureSession(session);
  expect([...measureSession(numbersOnly(session)).callOf]).toEqual([-1, -1, 1]);
  expect([...decodeProfile(encodeProfile(profile)).callOf]).toEqual([-1, -1, 1]);
  expect([...cutProfile(profile, 0).callOf]).toEqual([-1, -1, 1]);
});

describe('a call made again', () => {
  const twice = sessionOf(
    [asked({ a: 1, b: [2] })],
    [answer()],
    [asked({ a: 2, b: [2] })],
    [answer()],
    [asked({ b: [2], a: 1 })],
    [answer()],
  );

  it('is told by the distance to the newest earlier one, whatever the order of its arguments', () => {
    expect(repeatsOf(twice)).toEqual([0, 0, 4]);
  });

  it('is none where tool or nested arguments differ', () => {
    const other = sessionOf(
      [asked({ a: { x: 1 } })],
      [answer()],
      [asked({ a: { x: 2 } })],
      [answer()],
    );
    expect(repeatsOf(other)).toEqual([0, 0]);
    const named = { ...asked({}), name: 'list' } as Part;
    expect(repeatsOf(sessionOf([call()], [answer()], [named], [answer()]))).toEqual([0, 0]);
  });

  it('does not repeat its twin of the same entry, but both repeat an earlier one', () => {
    const two = [asked({}, 'b'), asked({}, 'c')];
    expect(repeatsOf(sessionOf(two, [answer('b'), answer('c')]))).toEqual([0, 0]);
    const again = sessionOf([asked({}, 'a')], [answer('a')], two, [answer('c'), answer('b')]);
    expect(repeatsOf(again)).toEqual([0, 2, 2]);
  });

  it('is known in numbers only, in bytes and in a session cut at a step', () => {
    const sized = numbersOnly(twice);
    expect(repeatsOf(sized)).toEqual([0, 0, 4]);
    expect(numbersOnly(sized)).toEqual(sized);
    const profile = measureSession(twice);
    expect([...decodeProfile(encodeProfile(profile)).entries.responseRepeats]).toEqual([0, 0, 4]);
    expect([...cutProfile(profile, 0).entries.responseRepeats]).toEqual([0, 0, 4]);
  });

  it('is not known of sizes without a number of their calls', () => {
    const sized = numbersOnly(twice);
    const bare = {
      ...sized,
      entries: sized.entries.map((entry) => ({
        ...entry,
        parts: entry.parts.map((part) => ({ ...part, same: undefined }) as Part),
      })),
    };
    expect(repeatsOf(bare)).toEqual([0, 0, 0]);
  });
});
