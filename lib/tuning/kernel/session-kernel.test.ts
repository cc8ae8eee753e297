import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settingFields } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { ownTotals } from '@/lib/policies/own-totals';
import { policies, policyOrDefault } from '@/lib/policies/registry';
import { arbitrarySettings } from '@/lib/policies/testing/arbitrary-settings';
import { fractionTail } from '@/lib/policies/testing/fraction-tail';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { drawnFlow, drawnRecording } from '@/lib/engine/replay/testing/drawn-sessions';
import { productionIncident } from '@/lib/readers/scenarios/testing/production-incident';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { measureSession } from '@/lib/engine/tokens/measure';
import { samples, sampleSession } from '@/lib/tools/samples/samples';
import { totalsOf } from '@/lib/analysis/compare/session-totals';
import { sessionKernel } from './session-kernel';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const anySession: fc.Arbitrary<Replayable> = fc.oneof(
  drawnFlow.map(({ session }) => session),
  drawnRecording,
);

/** The session's own limit, none, or one that requests of small sessions cross. */
const anyLimit = fc.constantFrom(undefined, null, 2_000, 9_000, 40_000);

const anyRuns = (policy: Policy) =>
  fc.array(fc.tuple(arbitrarySettings(policy), anyLimit), { minLength: 1, maxLength: 4 });

/** One kernel for all runs: nothing of one may be left in the next. */
function expectEqual(
  session: Replayable,
  policy: Policy,
  runs: readonly (readonly [object, number | null | undefined])[],
): void {
  const kernel = sessionKernel(session, policy);
  for (const [settings, limit] of runs) {
    const full = replay(session, policy, settings, limit === undefined ? {} : { limit });
    expect(kernel.run(settings, limit)).toEqual(totalsOf(full));
  }
}

const tested: readonly Policy[] = [...policies, fractionTail];

describe.each(tested.map((policy) => [policy.id, policy] as const))('%s', (_, policy) => {
  const numRuns = ownTotals(policy) === undefined ? 20 : 400;

  it('gives the totals of the replay, whatever ran before', () => {
    fc.assert(
      fc.property(anySession, anyRuns(policy), (session, runs) => {
        expectEqual(session, policy, runs);
      }),
      { numRuns },
    );
  });

  it('gives them where one setting after another changes', () => {
    const keys = settingFields(policy).map(({ key }) => key);
    const changes = fc.array(
      fc.tuple(fc.constantFrom(...keys, 'window'), arbitrarySettings(policy), anyLimit),
      { minLength: 3, maxLength: 8 },
    );
    fc.assert(
      fc.property(anySession, arbitrarySettings(policy), changes, (session, first, changed) => {
        let settings: Record<string, unknown> = { ...first };
        const runs = changed.map(([key, drawn, limit]) => {
          settings = {
            ...settings,
            ...(key in drawn && { [key]: Reflect.get(drawn, key) as unknown }),
          };
          return [settings, limit] as const;
        });
        expectEqual(session, policy, runs);
      }),
      { numRuns: 2 * Math.min(20, numRuns) },
    );
  });
});

const sampleSessions = samples.map(({ id, build }) => [id, measureSession(build())] as const);
const scenarios = scenarioCatalogue.map(
  ({ name, session }) => [name, generateProfile(session, name).profile] as const,
);

const declaring = policies.filter((policy) => ownTotals(policy) !== undefined);

describe.each(declaring.map((policy) => [policy.id, policy] as const))('%s', (_, policy) => {
  it.each([...sampleSessions, ...scenarios])(
    'gives the totals of the replay of %s',
    (name, profile) => {
      const session = prepare(profile);
      const runs = fc.sample(anyRuns(policy), { numRuns: 8, seed: name.length }).flat();
      const windows = [40_000, 60_000, 150_000, 187_500, 199_999, 200_000, 230_000].flatMap(
        (window) =>
          [
            { window },
            { window, summary: 'share' },
            { window, summary: 'recorded' },
            { window, cap: 7.5 },
          ].map((given) => [policy.settings.parse(given) as object, undefined] as const),
      );
      expectEqual(session, policy, [...runs, ...windows]);
    },
  );
});

describe('a refusal behind recorded compactions', () => {
  const agent = sampleSession('kubernetes-agent');
  const recorded = agent.compactions.map(({ step }) => step);
  const [, second = 0] = recorded;
  const policy = policyOrDefault('contextguard-threshold');
  const overflows = (at: number, settings: object): readonly number[] => {
    const steps = agent.steps.map((step, i) => (i === at ? { ...step, rejected: true } : step));
    const session = preparedSession({ ...agent, steps });
    const parsed = policy.settings.parse(settings) as object;
    expectEqual(session, policy, [[parsed, null]]);
    return [sessionKernel(session, policy).run(parsed, null).overflowSteps];
  };

  it('overflows as long as the replay compacts where the recording did, and as it did', () => {
    const alike = { window: 200_000, summary: 'recorded' };
    expect(overflows(second + 1, alike)).toEqual([1]);
    expect(overflows(second + 1, { ...alike, summary: 'cap' })).toEqual([0]);
    expect(overflows(second + 1, { ...alike, window: 1_000_000 })).toEqual([0]);
  });
});

describe('a session in which nothing fires', () => {
  /** Its settings as a run takes them, and how often it began one. */
  const counted = (id: string) => {
    const policy = policyOrDefault(id);
    let begun = 0;
    const counting: Policy = {
      ...policy,
      begin: (settings, input) => {
        begun++;
        return policy.begin(settings, input);
      },
    };
    const session = preparedSession(productionIncident.build());
    const kernel = sessionKernel(session, counting);
    const run = (given: object) => kernel.run(policy.settings.parse(given)).compactions;
    return { run, begun: () => begun };
  };

  it('is replayed once for all windows above it', () => {
    const { run, begun } = counted('anchor-delta');
    for (let window = 1_000_000; window > 400_000; window -= 1_000) expect(run({ window })).toBe(0);
    expect(begun()).toBe(1);
    expect(run({ window: 60_000 })).toBeGreaterThan(0);
    expect(run({ window: 900_000 })).toBe(0);
    expect(begun()).toBe(2);
  });

  it('is replayed again where a setting beside the threshold changes', () => {
    const { run, begun } = counted('anchor-delta');
    run({ window: 1_000_000 });
    run({ window: 1_000_000, densityFrom: 'model' });
    expect(begun()).toBe(2);
  });
});
