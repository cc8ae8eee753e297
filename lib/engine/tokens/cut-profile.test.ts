import { expect, it } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { cutProfile } from './cut-profile';
import { measureSession } from './measure';
import { sameProfile } from './profile-codec';

const picture = `
  u 400
  -- 1000
  c a
  r a 4000
  -- 2200
  m 80
  == compact 800
  u 40
  -- 900
  m 4
  -- 910
`;

it('is the session as it stood before the step’s request was sent', () => {
  const profile = measureSession(textSession(picture));
  const until = measureSession(textSession(picture.split('  == compact')[0] + '  u 40\n  -- ?'));
  expect(sameProfile(cutProfile(profile, 2), until)).toBe(true);
});

it('keeps compactions before it', () => {
  const profile = measureSession(textSession(picture));
  const { head, steps, stepCount } = cutProfile(profile, 3);
  expect(head.compactions.map(({ step }) => step)).toEqual([2]);
  expect([stepCount, ...steps.real]).toEqual([4, 1_000, 2_200, 900, -1]);
});

it('knows no file that the agent put back behind the compaction', () => {
  const session = textSession(picture);
  const file = { file: '/a', bytes: 4, lines: 1, whole: true };
  const entries = session.entries.map((entry) => ({ ...entry, files: [file] }));
  const profile = measureSession({ ...session, entries });
  // The boundary stands before the fifth entry, which the request of step 2 holds as well.
  expect(cutProfile(profile, 2).head.files.map(({ entry }) => entry)).toEqual([0, 1, 2, 3]);
  expect(cutProfile(profile, 3).head.files).toHaveLength(6);
});
