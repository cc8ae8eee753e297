import { describe, expect, it } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { scaleResponses } from '../faults/scale-responses';
import { prepare } from '../prepare';
import { leavingShare, textShare } from './entry-share';

/** A response of 1,000 heuristic tokens, beside an image of 50,002 that is charged 1,564. */
const session = prepare(
  measureSession(
    textSession(`
      model claude-opus-4-6
      m 400
      -- 10000
      r a {"result":"${'x'.repeat(3_989)}"}
      + i image/png 200000 2000x1500
      -- 12964
      i image/png 200000 2000x1500
      -- 14600
    `),
  ),
);
const { profile, projection } = session;

describe('the share of an entry with a charged image', () => {
  it('is of its texts what they have beside the charge', () => {
    // 2,964 that the step grew by, less 1,564.
    expect(textShare(profile, projection, 1, 1_000)).toBe(1_400);
    expect(textShare(profile, projection, 1, 500)).toBe(700);
  });

  it('leaves by its texts, then by its image', () => {
    expect(leavingShare(profile, projection, 1, 500)).toBe(700);
    expect(leavingShare(profile, projection, 1, 1_000)).toBe(1_400);
    expect(leavingShare(profile, projection, 1, 1_000 + 25_001)).toBe(1_400 + 782);
    expect(leavingShare(profile, projection, 1, 1_000 + 50_002)).toBe(2_964);
  });

  it('is all of an entry of images alone', () => {
    expect(textShare(profile, projection, 2, 7)).toBe(0);
    expect(leavingShare(profile, projection, 2, 50_002)).toBe(1_636);
  });

  it('changes with the size of the response, the image does not', () => {
    const { session: doubled } = scaleResponses(session, [
      { kind: 'response', entry: 1, factor: 2 },
    ]);
    const { sizes } = doubled.projection;
    expect((sizes[2] ?? 0) - (sizes[1] ?? 0)).toBeCloseTo(1_400 * 2 + 1_564, 5);
  });
});
