import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import type { Policy } from '@/lib/engine/policy/policy';
import { none } from '@/lib/policies/highwater/none';
import { recorded } from '@/lib/policies/highwater/recorded';
import { policies, policyOrDefault } from '@/lib/policies/registry';
import { arbitrarySettings } from '@/lib/policies/testing/arbitrary-settings';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import type { Session } from '@/lib/engine/session/schema';
import type { CacheSettings } from './cache-evidence';
import { priceNames } from './rates';
import { replayCost, type CostSettings } from './replay-cost';
import { opus } from './testing/opus';
import {
  arbitraryCompactedSession,
  arbitrarySteadySession,
  STEADY_DENSITY,
  STEADY_PREFIX,
} from './testing/steady-session';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const warm: CacheSettings = { used: true, lifetime: 300_000, hour: false };
const settingsOf = (summariser: CostSettings['summariser']): CostSettings => ({
  ratesOf: () => opus,
  cache: warm,
  summariser,
});
const summarisers = fc.constantFrom('shared' as const, 'unshared' as const, 'written' as const);

const prepared = (session: Session): Replayable => preparedSession(session);

/** A policy that compacts where it is told to, and writes summaries of so many bytes. */
const compacting = (
  session: Replayable,
  policy: Policy,
  {
    compactAt,
    ...chosen
  }: { readonly compactAt: readonly number[]; readonly [name: string]: unknown },
): Replay => replay(session, policy, policy.settings.parse(chosen), { compactAt });

describe('equal compactions', () => {
  it('cost the same, recorded or replayed, to the last digit', () => {
    fc.assert(
      fc.property(
        arbitraryCompactedSession,
        fc.constantFrom('claude-code', 'contextguard-threshold', 'roo'),
        summarisers,
        (recording, id, summariser) => {
          const policy = policyOrDefault(id);
          const session = prepared(recording);
          const compactAt = session.profile.head.compactions.map(({ step }) => step);
          const run = compacting(session, policy, { compactAt, summary: 'recorded' });
          // A summary that helps too little is asked for again by some: another compaction.
          fc.pre(run.divergence === -1);
          const asItRan = replay(session, recorded, recorded.settings.parse({}));
          const [one, other] = [run, asItRan].map((of) => replayCost(of, settingsOf(summariser)));
          expect(one?.total).toBe(other?.total);
          expect([...(one?.steps ?? [])]).toEqual([...(other?.steps ?? [])]);
          expect(one?.compactions).toEqual(other?.compactions);
          expect(one?.compactions).toHaveLength(new Set(compactAt).size);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('give the summariser of a recorded compaction the request before it', () => {
    fc.assert(
      fc.property(arbitraryCompactedSession, (recording) => {
        const run = replay(prepared(recording), recorded, recorded.settings.parse({}));
        const paid = (summariser: CostSettings['summariser']): number =>
          replayCost(run, settingsOf(summariser)).summariser;
        for (const { before, step } of replayCost(run, settingsOf('shared')).compactions) {
          expect(before).toBeGreaterThanOrEqual(run.columns.real[step - 1] ?? 0);
        }
        expect(paid('shared')).toBeLessThan(paid('unshared'));
        expect(paid('unshared')).toBeLessThan(paid('written'));
      }),
      { numRuns: 60 },
    );
  });
});

describe('a compaction that moves by one step', () => {
  /** Dollars of so many tokens. */
  const read = (tokens: number): number => tokens * 0.5e-6;
  const write = (tokens: number): number => tokens * 6.25e-6;

  it.each([
    ['a summary alone', { files: 0 }],
    ['files put back beside it', { files: 2, fileTokens: 1_500 }],
  ])('changes that request, its summariser, and what is read of its entries: %s', (_, chosen) => {
    fc.assert(
      fc.property(arbitrarySteadySession, fc.nat(), fc.boolean(), (recording, place, later) => {
        const session = prepared(recording);
        const { stepCount } = session.profile;
        const density = session.projection.density.value;
        fc.pre(stepCount > 6 && density === STEADY_DENSITY);
        const k = 1 + (place % (stepCount - 4));
        // A further compaction ends what is read again.
        const end = later && k + 3 < stepCount - 1 ? [stepCount - 1] : [];
        const made = (step: number): Replay =>
          compacting(session, claudeCode, {
            ...chosen,
            ...{ sizes: 'none', summary: 'bytes', summaryBytes: 2_000 },
            compactAt: [step, ...end],
          });
        const costs = [k, k + 1].map((step) => replayCost(made(step), settingsOf('shared')));
        const [early, late] = costs;
        // By hand, from the recording alone: no number of the model, nor of the replays.
        const full = (step: number): number => session.profile.steps.real[step] ?? 0;
        const beside = (2_000 / 4) * density + ('fileTokens' in chosen ? 2 * chosen.fileTokens : 0);
        const own = full(k + 1) - full(k);
        // The compacted request itself costs the same, a step later.
        const whole = read(full(k - 1)) + write(full(k) - full(k - 1));
        const behind = read(STEADY_PREFIX + beside) + write(own);
        const summariser = read(full(k + 1)) - read(full(k));
        // Later steps, and the summariser of a further compaction, read what came with step k + 1.
        const again = read(own) * ((end[0] ?? stepCount) - (k + 2) + end.length);
        const expected = whole - behind + summariser - again;
        expect((late?.total ?? 0) - (early?.total ?? 0)).toBeCloseTo(expected, 9);
      }),
      { numRuns: 120 },
    );
  });
});

describe('whatever a policy does', () => {
  it('no part of a cost is below 0, and the parts add up', () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom(...policies.map(({ id }) => id))
          .chain((id) => fc.tuple(fc.constant(id), arbitrarySettings(policyOrDefault(id)))),
        fc.oneof(arbitrarySession, arbitrarySteadySession),
        summarisers,
        ([id, chosen], recording, summariser) => {
          const run = replay(prepared(recording), policyOrDefault(id), chosen);
          const cost = replayCost(run, settingsOf(summariser));
          const { total, ...kinds } = cost.calls;
          for (const name of priceNames) expect(kinds[name]).toBeGreaterThanOrEqual(0);
          const parts = priceNames.reduce((sum, name) => sum + kinds[name], 0);
          expect(parts).toBeCloseTo(total, 9);
          for (const one of cost.compactions) expect(one.summariser).toBeGreaterThanOrEqual(0);
          const called = cost.compactions.reduce((sum, one) => sum + one.summariser, 0);
          expect(called).toBeCloseTo(cost.summariser, 9);
          expect(cost.total).toBeCloseTo(total + cost.summariser + cost.added, 9);
          const steps = cost.steps.reduce((sum, one) => sum + one, 0);
          expect(steps).toBeCloseTo(cost.total, 9);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('what does not compact writes each token once', () => {
    fc.assert(
      fc.property(arbitrarySteadySession, (recording) => {
        const run = replay(prepared(recording), none, none.settings.parse({}));
        const { calls } = replayCost(run, settingsOf('shared'));
        expect(calls.cacheWrite).toBeCloseTo((run.columns.real.at(-1) ?? 0) * 6.25e-6, 9);
      }),
      { numRuns: 60 },
    );
  });
});
