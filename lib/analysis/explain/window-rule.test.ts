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
import { windowForThreshold } from '@/lib/engine/mechanisms/buffer';
import type { Policy } from '@/lib/engine/policy/policy';
import { replay } from '@/lib/engine/replay/replay';
import { windowRule, type WindowRule } from './window-rule';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

const session = drawnSession('limit 200000\nu 400\nr read 80\n-- 900\n== compact 40\nm 40\n-- 990');
const ruleOf = <S>(policy: Policy<S>, settings: object = {}): WindowRule =>
  windowRule(replay(session, policy, policy.settings.parse(settings)));
/** The policy without its declared inverse: a search over the threshold alone. */
const searched = <S>(policy: Policy<S>): WindowRule => {
  const { decision } = policy;
  const declared = decision && Object.entries(decision).filter(([name]) => name !== 'windowFor');
  return ruleOf({ ...policy, decision: declared && (Object.fromEntries(declared) as never) });
};

describe('the threshold at a window', () => {
  it.each([
    ['ContextGuard', ruleOf(contextGuardThreshold), 180_000],
    ['ContextGuard before v0.9.1', ruleOf(contextGuardThreshold, { boundary: '>' }), 160_000],
    ['Crush', ruleOf(crush), 160_000],
    ['Goat', ruleOf(goatAsCoded), 160_000],
    ['Claude Code', ruleOf(claudeCode), 167_000],
    ['no compaction', ruleOf(none), Infinity],
  ])('%s', (_name, rule, threshold) => {
    expect(rule.threshold(200_000)).toBe(threshold);
  });

  it('is followed where the window moves it', () => {
    expect(ruleOf(claudeCode).follows(200_000)).toBe(true);
    expect(ruleOf(claudeCode, { observed: 146_000 }).follows(200_000)).toBe(false);
    expect(ruleOf(none).follows(200_000)).toBe(false);
  });
});

describe('nearest', () => {
  it('is ContextGuard’s closed form', () => {
    const rule = ruleOf(contextGuardThreshold);
    const search = searched(contextGuardThreshold);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400_000 }), (target) => {
        expect(search.nearest(target)).toBe(windowForThreshold(target));
        expect(rule.nearest(target)).toBe(windowForThreshold(target));
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
          const threshold = rule.threshold(window);
          expect(rule.threshold(rule.nearest(threshold))).toBe(threshold);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('nudged', () => {
  it('crosses the gap that a hand snaps over', () => {
    const rule = ruleOf(contextGuardThreshold);
    expect(rule.nudged(200_000, -1_000)).toBe(199_999);
    expect(rule.nudged(199_999, 1_000)).toBe(200_000);
    expect(ruleOf(claudeCode).nudged(200_000, -1_000)).toBe(199_000);
    // 100,999 − 20,199 = 80,800: the smallest window whose threshold is 800 higher.
    expect(ruleOf(contextGuardSlidingWindow).nudged(100_000, 800)).toBe(100_999);
  });
});
