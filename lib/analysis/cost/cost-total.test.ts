import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policies, policyOrDefault } from '@/lib/policies/registry';
import { arbitrarySettings } from '@/lib/policies/testing/arbitrary-settings';
import { replay } from '@/lib/engine/replay/replay';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { cacheEvidence } from './cache-evidence';
import { costTotal } from './cost-total';
import { flat, type Rates } from './rates';
import { replayCost } from './replay-cost';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const tiered: Rates = {
  input: { base: 2.5, tiers: [{ above: 2_000, price: 5 }] },
  cacheRead: flat(0.25),
  cacheWrite: flat(3),
  cacheWriteHour: null,
  output: { base: 15, tiers: [{ above: 4_000, price: 22.5 }] },
};
const unwritten: Rates = { ...tiered, cacheRead: null, cacheWrite: null };

describe('the total of a replay', () => {
  it.each(policies.map(({ id }) => id))('is that of its cost, %s', (id) => {
    const policy = policyOrDefault(id);
    fc.assert(
      fc.property(
        arbitrarySession,
        arbitrarySettings(policy),
        fc.constantFrom(tiered, unwritten),
        (recording, settings, rates) => {
          const run = replay(preparedSession(recording), policy, settings);
          const ratesOf = (): Rates => rates;
          const cache = cacheEvidence(run.session.profile);
          const summariser = policy.traits.summariserCache ?? 'unshared';
          const { total } = replayCost(run, { ratesOf, cache, summariser });
          expect(costTotal(run, ratesOf)).toBeCloseTo(total, 10);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is unknown where one step’s model has no price', () => {
    const policy = policyOrDefault('none');
    fc.assert(
      fc.property(arbitrarySession, (recording) => {
        const run = replay(preparedSession(recording), policy, policy.settings.parse({}));
        fc.pre(run.session.profile.stepCount > 0);
        expect(costTotal(run, () => null)).toBeNaN();
      }),
      { numRuns: 20 },
    );
  });
});
