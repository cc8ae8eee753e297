import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { textSession } from '@/lib/engine/session/testing/text-session';
import type { Session } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import { guardAgreement } from './guard-agreement';
import { prepare } from './prepare';
import { replay } from './replay';
import { knownPrefix, sessionPrefix } from './session-prefix';

const WHOLE = textSession('system 4000\nu 400\n-- 1600\nm 40\nu 80\n-- 1700\nm 40\nu 80\n-- 1800');

const run = (profile: Profile) =>
  replay(prepare(profile), contextGuardThreshold, contextGuardThreshold.settings.parse({}));

/** The session with the state that ContextGuard kept while it ran, and without what `drop` names. */
function guarded(drop: object, session: Session = WHOLE): Profile {
  const whole = { ...session, prefix: { ...session.prefix, tools: [] } };
  const { realAfter, lastHeuristicAfter } = run(measureSession(whole)).columns;
  const steps = whole.steps.map((step, i) => ({
    ...step,
    guard: {
      realTokens: realAfter[i] ?? null,
      lastHeuristic: lastHeuristicAfter[i] ?? null,
      watermark: null,
      summaryBytes: null,
      summarizedAt: null,
    },
  }));
  return measureSession({ ...whole, prefix: { ...whole.prefix, ...drop }, steps });
}

describe('the prefix of a session', () => {
  it('is what the recording holds', () => {
    const profile = guarded({});
    expect(sessionPrefix(profile)).toEqual({
      ...{ tokens: knownPrefix(profile), source: 'known', missing: [], solved: null },
    });
    expect(knownPrefix(profile)).toBe(1_000);
  });

  it('is solved from recorded state where a share is missing, and the state agrees on every step', () => {
    const profile = guarded({ system: null });
    expect(sessionPrefix(profile)).toEqual({
      tokens: 1_000,
      source: 'solved',
      missing: ['system prompt'],
      solved: { steps: 3, of: 3 },
    });
    expect(guardAgreement(profile, run(profile))).toMatchObject({ steps: 3, agreeing: 3 });
    // With the known shares alone the count is another than the agent kept, at every step.
    const session = prepare(profile, knownPrefix(profile));
    const known = replay(session, contextGuardThreshold, contextGuardThreshold.settings.parse({}));
    expect(guardAgreement(profile, known).agreeing).toBe(0);
  });

  it('stays what is known where nothing determines the rest', () => {
    const { steps, ...rest } = WHOLE;
    const profile = measureSession({ ...rest, steps, prefix: { system: null, tools: null } });
    expect(sessionPrefix(profile)).toMatchObject({ tokens: 0, source: 'missing', solved: null });
    expect(prepare(profile).prefixTokens).toBe(0);
  });
});
