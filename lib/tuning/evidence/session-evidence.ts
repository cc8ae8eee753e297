import { addedSteps, type AddedCategory } from '@/lib/analysis/score/added/added-steps';
import { comparedAt, thresholdAt } from '@/lib/analysis/explain/ledger-decision';
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import type { Settings } from '@/lib/engine/policy/fields';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import type { Policy } from '@/lib/engine/policy/policy';
import { recorded } from '@/lib/policies/highwater/recorded';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { hasUsage } from '@/lib/engine/tokens/usage/recorded-usage';
import { totalsOf, type SessionTotals } from '@/lib/analysis/compare/session-totals';

/** From this share of its threshold, or of the limit, on a session has come near one. */
export const NEAR_SHARE = 0.8;

/** A recorded step whose real tokens are known, with the reference's count of its request. */
export interface RatioStep {
  readonly real: number;
  readonly heuristic: number;
  readonly model: string | null;
}

/** Growth of a request by what was added, one kind clearly in the majority. */
export interface GrowthStep {
  readonly category: AddedCategory;
  /** Growth of real, and of the heuristic. */
  readonly real: number;
  readonly heuristic: number;
}

/** What one session tells of itself before any sweep. */
export interface SessionEvidence {
  readonly steps: number;
  readonly limit: number | null;
  /** Real tokens of some step are known. */
  readonly hasUsage: boolean;
  /** Its first request holds a conversation that the recording lacks. */
  readonly startsInMiddle: boolean;
  /** Under today's settings it comes near the threshold, or its request near the limit. */
  readonly near: boolean;
  /** Totals under today's settings. */
  readonly today: SessionTotals;
  readonly ratios: readonly RatioStep[];
  readonly growth: readonly GrowthStep[];
}

/**
 * Reads a session's own evidence, and replays it once under today's settings. Settings that are not given, and a
 * limit of null, are the session's own.
 */
export function sessionEvidence(
  session: Replayable,
  policy: Policy,
  given: Settings,
  limit: number | null,
): SessionEvidence {
  const { profile, projection } = session;
  const { head } = profile;
  const own = sessionSettings(policy, head) as Settings;
  const settings = policy.settings.parse({ ...own, ...given }) as Settings;
  const today = replay(session, policy, settings, { limit: limit ?? head.limit?.tokens ?? null });
  return {
    steps: profile.stepCount,
    limit: head.limit?.tokens ?? null,
    hasUsage: hasUsage(profile),
    startsInMiddle: projection.head > 0,
    near: comesNear(today),
    today: totalsOf(today),
    ...ratiosOf(session),
  };
}

/** Some step compacts, or reaches {@link NEAR_SHARE} of the threshold or of the limit. */
export function comesNear(run: Replay): boolean {
  const { columns, limit } = run;
  const least = NEAR_SHARE * (limit ?? Infinity);
  for (let step = 0; step < columns.real.length; step++) {
    if (byteAt(columns.compacted, step) === 1 || floatAt(columns.real, step) >= least) return true;
    if (run.policy.decision === null) continue;
    if (comparedAt(run, step) >= NEAR_SHARE * thresholdAt(run, step)) return true;
  }
  return false;
}

/** Ratios of every recorded step with usage, and of what was added between two such steps. */
function ratiosOf(session: Replayable): Pick<SessionEvidence, 'ratios' | 'growth'> {
  const { profile } = session;
  const { real, model } = profile.steps;
  const { heuristic } = replay(session, recorded, {}).columns;
  const ratios: RatioStep[] = [];
  for (let step = 0; step < profile.stepCount; step++) {
    const [known, counted] = [intAt(real, step), intAt(heuristic, step)];
    if (known <= 0 || counted <= 0) continue;
    ratios.push({
      real: known,
      heuristic: counted,
      model: profile.head.models[intAt(model, step)] ?? null,
    });
  }
  const growth = addedSteps(session).flatMap(({ from, step, category }): readonly GrowthStep[] => {
    const added = intAt(heuristic, step) - intAt(heuristic, from);
    if (category === null || added < LEAST_GROWTH) return [];
    return [{ category, real: intAt(real, step) - intAt(real, from), heuristic: added }];
  });
  return { ratios, growth };
}

/** Growth of fewer tokens says nothing: the flat cost of a message outweighs it. */
const LEAST_GROWTH = 200;
