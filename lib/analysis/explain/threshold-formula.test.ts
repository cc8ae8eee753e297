import { expect, it } from 'vitest';
import { goatAsCoded } from '@/lib/policies/goat/as-coded';
import { goatDocumented } from '@/lib/policies/goat/documented';
import type { Policy } from '@/lib/engine/policy/policy';
import { replay } from '@/lib/engine/replay/replay';
import { decisionAt } from './ledger-decision';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

/** A system prompt of 4,000 bytes: 1,000 tokens. */
const session = drawnSession('system 4000\nu 400\n-- 1200');

function formula<S>(policy: Policy<S>, chosen: object = {}): readonly unknown[] {
  const decision = decisionAt(replay(session, policy, policy.settings.parse(chosen)), 0);
  return [decision?.threshold, decision?.thresholdFormula];
}

it('a share of what system and output leave is said as that, not as a difference', () => {
  // trunc(0.8 × 182,616) = 146,092.
  expect(formula(goatDocumented)).toEqual([146_092, '0.8 × (200,000 − 1,000 − 16,384)']);
  expect(formula(goatDocumented, { window: 17_384 })).toEqual([
    0,
    '0.8 × (17,384 − 1,000 − 16,384)',
  ]);
  expect(formula(goatAsCoded)).toEqual([160_000, '0.8 × 200,000']);
  expect(formula(goatAsCoded, { utilization: 0.9, window: 100_000 })).toEqual([
    90_000,
    '0.9 × 100,000',
  ]);
});
