import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { none } from '@/lib/policies/highwater/none';
import { recorded } from '@/lib/policies/highwater/recorded';
import {
  arbitrarySession,
  arbitraryUncompactedSession,
} from '@/lib/engine/session/testing/arbitrary-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import { repeats } from '@/lib/tools/suites/endurance';
import { mark, prepare } from '../prepare';
import { replay } from '../replay';

const RUNS = { numRuns: repeats(200, 2_000) };

/** Real tokens by a replay, next to the recorded ones, for the steps with a recorded count. */
function known(
  profile: Profile,
  real: ArrayLike<number>,
): { replayed: number[]; recorded: number[] } {
  const steps = [...profile.steps.real.keys()].filter((i) => (profile.steps.real[i] ?? -1) >= 0);
  return {
    replayed: steps.map((i) => real[i] ?? NaN),
    recorded: steps.map((i) => profile.steps.real[i] ?? NaN),
  };
}

describe('projection invariants, recomputed from sizes', () => {
  it('a replay that never diverges gives back every recorded number', () => {
    fc.assert(
      fc.property(arbitraryUncompactedSession, (session) => {
        const profile = measureSession(session);
        const ready = prepare(profile);
        const never = contextGuardThreshold.settings.parse({ window: 100_000_000 });
        for (const run of [
          replay(ready, none, {}),
          replay(ready, contextGuardThreshold, never),
          replay(ready, recorded, {}),
        ]) {
          const { replayed, recorded: numbers } = known(profile, run.columns.real);
          expect(replayed).toEqual(numbers);
          expect(run.divergence).toBe(-1);
        }
      }),
      RUNS,
    );
  });

  it('the policy recorded gives back every recorded number, whatever the recording did', () => {
    fc.assert(
      fc.property(arbitrarySession, (session) => {
        const profile = measureSession(session);
        const run = replay(prepare(profile), recorded, {});
        const { replayed, recorded: numbers } = known(profile, run.columns.real);
        expect(replayed).toEqual(numbers);
      }),
      RUNS,
    );
  });

  it('before the first divergence every recorded number stands', () => {
    fc.assert(
      fc.property(arbitrarySession, fc.integer({ min: 100, max: 400_000 }), (session, window) => {
        const profile = measureSession(session);
        const settings = contextGuardThreshold.settings.parse({ window });
        const run = replay(prepare(profile), contextGuardThreshold, settings);
        const end = run.divergence < 0 ? profile.stepCount : run.divergence;
        for (let i = 0; i < end; i++) {
          const real = profile.steps.real[i] ?? -1;
          if (real >= 0) expect(run.columns.real[i]).toBe(real);
          expect((run.marks[i] ?? 0) & mark.diverged).toBe(0);
        }
        for (let i = end; i < profile.stepCount; i++) {
          expect((run.marks[i] ?? 0) & mark.diverged).toBe(mark.diverged);
          expect(run.columns.real[i]).toBeGreaterThanOrEqual(0);
        }
      }),
      RUNS,
    );
  });
});
