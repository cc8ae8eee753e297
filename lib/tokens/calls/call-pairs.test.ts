import { expect, it } from 'vitest';
import type { Part, Session } from '@/lib/session/schema';
import { textSession } from '@/lib/session/testing/text-session';
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
