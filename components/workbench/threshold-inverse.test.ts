import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  claudeCode,
  contextGuardThreshold,
  contextGuardSlidingWindow,
  crush,
  goatAsCoded,
  none,
} from '@/lib/policies/builtin';
import { windowForThreshold } from '@/lib/policies/mechanisms/buffer';
import type { Policy } from '@/lib/policies/policy';
import { prepare } from '@/lib/replay/replay';
import { textSession } from '@/lib/session/testing/text-session';
import { measureSession } from '@/lib/tokens/profile';
import { followsWindow, thresholdOf, windowNearest, windowNudged } from './threshold-inverse';
import type { Settings } from './settings-fields';

const session = prepare(
  measureSession(
    textSession('limit 200000\nu 400\nr read 80\n-- 900\n== compact 40\nm 40\n-- 990'),
  ),
);
const ruleOf = <S>(policy: Policy<S>, settings: object = {}) =>
  thresholdOf(session, policy, policy.settings.parse(settings) as Settings);

describe('the threshold at a window', () => {
  it.each([
    ['ContextGuard', ruleOf(contextGuardThreshold), 180_000],
    ['ContextGuard before v0.9.1', ruleOf(contextGuardThreshold, { boundary: '>' }), 160_000],
    ['Crush', ruleOf(crush), 160_000],
    ['Goat', ruleOf(goatAsCoded), 160_000],
    ['Claude Code', ruleOf(claudeCode), 167_000],
    ['no compaction', ruleOf(none), -1],
  ])('%s', (_name, rule, threshold) => {
    expect(rule(200_000)).toBe(threshold);
  });

  it('is followed where the window moves it', () => {
    expect(followsWindow(ruleOf(claudeCode), 200_000)).toBe(true);
    expect(followsWindow(ruleOf(claudeCode, { observed: 146_000 }), 200_000)).toBe(false);
    expect(followsWindow(ruleOf(none), 200_000)).toBe(false);
  });
});

describe('windowNearest', () => {
  it('is ContextGuard’s closed form', () => {
    const rule = ruleOf(contextGuardThreshold);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400_000 }), (target) => {
        expect(windowNearest(rule, target)).toBe(windowForThreshold(target));
      }),
      { numRuns: 60 },
    );
  });

  it('inverts every rule that follows the window', () => {
    const rules = [ruleOf(crush), ruleOf(goatAsCoded), ruleOf(claudeCode)];
    fc.assert(
      fc.property(
        fc.constantFrom(...rules),
        fc.integer({ min: 50_000, max: 2_000_000 }),
        (rule, window) => {
          expect(rule(windowNearest(rule, rule(window)))).toBe(rule(window));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('windowNudged', () => {
  it('crosses the gap that a hand snaps over', () => {
    const rule = ruleOf(contextGuardThreshold);
    expect(windowNudged(rule, 200_000, -1_000)).toBe(199_999);
    expect(windowNudged(rule, 199_999, 1_000)).toBe(200_000);
    expect(windowNudged(ruleOf(claudeCode), 200_000, -1_000)).toBe(199_000);
    // 100,999 − 20,199 = 80,800: the smallest window whose threshold is 800 higher.
    expect(windowNudged(ruleOf(contextGuardSlidingWindow), 100_000, 800)).toBe(100_999);
  });
});
