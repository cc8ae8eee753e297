import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { openSession } from '@/lib/analysis/fit/opening';
import { productionIncident } from '@/lib/readers/scenarios/testing/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import { findings } from '../registry';
import { candidatesOf } from './candidates';
import { cureEffect } from './cure-effect';
import { provenFinding } from './cured-finding';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

const about = { agent: 'Test', notices: [] };

/** A session replayed under ContextGuard, and its finding of one detector. */
function judged(picture: string, settings: object, id: string) {
  const session = drawnSession(picture);
  const { settings: schema } = contextGuardThreshold;
  const base = replay(session, contextGuardThreshold, schema.parse(settings));
  const finding = findings(base, about).find(({ detector }) => detector === id);
  if (finding === undefined) throw new Error(`There is no ${id}`);
  return { session, base, finding };
}

describe('advice', () => {
  it('says what a replay with it shows: attempts that are allowed compact', () => {
    const { session, base, finding } = judged(
      'u 40000\n-- 10000\nm 40\n-- 300',
      { window: 10_000, attempts: 0, quoteRequest: false },
      'attempts-zero',
    );
    expect(provenFinding(session, base, finding).advice).toEqual([
      {
        text: 'Allow 3 attempts',
        settings: { attempts: 3 },
        effect: 'cures it; no overflow, compactions 0 → 1',
      },
    ]);
  });

  it('that does not help says so', () => {
    const { session, base } = judged(
      'u 40000\n-- 10000\nm 40\n-- 300',
      { window: 10_000, attempts: 0 },
      'attempts-zero',
    );
    expect(cureEffect(session, base, 'attempts-zero', { cap: 6 })).toEqual({
      cures: false,
      text: 'does not cure it; no overflow, no compaction',
      before: { compactions: 0, overflows: 0, loop: null, dollars: null },
      after: { compactions: 0, overflows: 0, loop: null, dollars: null },
    });
    expect(cureEffect(session, base, 'attempts-zero', { attempts: -1 })).toBeNull();
  });

  it('of a recording has no effect', () => {
    const { session, base, finding } = judged('u 40\n-- 10\nm 40\n-- ?', {}, 'usage-missing');
    expect(candidatesOf(base, finding)).toEqual([]);
    expect(provenFinding(session, base, finding).advice.map(({ effect }) => effect)).toEqual([
      null,
      null,
    ]);
  });
});

describe('the incident', () => {
  const profile = measureSession(productionIncident.build());
  const { policy, settings, prefixTokens } = openSession(
    productionIncident.build().source,
    profile,
  );
  const session = prepare(profile, prefixTokens);
  const base = replay(session, policy, settings);
  const of = (id: string) => {
    const finding = findings(base, about).find(({ detector }) => detector === id);
    if (finding === undefined) throw new Error(`There is no ${id}`);
    return provenFinding(session, base, finding).advice;
  };

  it('is cured by a cap of 7.5 and by a smaller window, each proven by a replay', () => {
    const proven = of('refused-below-threshold').filter(({ effect }) => effect !== null);
    expect(proven).toEqual([
      {
        text: 'Cap 7.5×',
        settings: { cap: 7.5 },
        effect: 'cures it; overflows 1 → 0, compactions 0 → 1',
      },
      expect.objectContaining({ effect: expect.stringMatching(/^cures it; overflows 1 → 0, /) }),
      expect.objectContaining({ effect: expect.stringMatching(/^cures it; overflows 1 → 0, /) }),
    ]);
  });

  it('names no change that only turns the step in closed form', () => {
    for (const { effect, settings: change } of of('refused-below-threshold')) {
      if (change === null) continue;
      const again = cureEffect(session, base, 'refused-below-threshold', change);
      expect([again?.cures, again?.text]).toEqual([true, effect]);
    }
  });

  it('is not cured where as many requests overflow, although the finding goes', () => {
    const effect = cureEffect(session, base, 'prefix-not-counted', { estimator: 'anchor' });
    expect([effect?.cures, effect?.text]).toEqual([
      false,
      'does not cure the session; 1 overflow as before, no compaction',
    ]);
    expect(of('prefix-not-counted').every(({ settings: change }) => change === null)).toBe(true);
  });

  it('gets no advice to a value that makes no sense of its setting', () => {
    for (const id of ['default-factor', 'correction-at-cap']) {
      for (const { text, settings: change } of of(id)) {
        expect(text).not.toMatch(/867/);
        expect(Object.keys(change ?? {})).not.toContain('factor');
      }
    }
  });

  it('is cured by no change that makes it loop', () => {
    const effect = cureEffect(session, base, 'refused-below-threshold', { window: 154_999 });
    expect([effect?.cures, effect?.text]).toEqual([
      false,
      'does not cure the session; loops, overflows 1 → 0, compactions 0 → 66',
    ]);
  });
});
