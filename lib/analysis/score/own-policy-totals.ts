import { shareInterval } from '@/lib/engine/base/stats';
import { fidelityOf } from '@/lib/analysis/fit/fidelity';
import type { ClaimSource } from '@/lib/analysis/fit/claimed-policy';
import { openSession } from '@/lib/analysis/fit/opening';
import type { Profile } from '@/lib/engine/tokens/profile';

/** Recorded automatic compactions beside the steps at which the agent's own policy compacts. */
export interface OwnPolicyScore {
  /** Compactions that nobody asked for, and that no setting was inferred from. */
  readonly judged: number;
  /** At the same step. */
  readonly reproduced: number;
  /** Missed, and the file visibly lacks what would explain it. */
  readonly explained: number;
}

/** Sum over sessions: share of the compactions whose inputs are in the file. */
export interface OwnPolicyTotals extends OwnPolicyScore {
  /** judged − explained. */
  readonly n: number;
  /** 95 % interval of reproduced / n; null without one. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** One session's; null where no policy models its agent, or there is nothing to judge. */
export function scoreOwnPolicy(source: ClaimSource, profile: Profile): OwnPolicyScore | null {
  const { own, prefixTokens } = openSession(source, profile);
  if (own === null || profile.head.compactions.length === 0) return null;
  const { judged, reproduced, explained } = fidelityOf(profile, own, prefixTokens);
  return judged === 0 ? null : { judged, reproduced, explained };
}

/** Totals of some sessions. */
export function ownPolicyTotals(scores: readonly OwnPolicyScore[]): OwnPolicyTotals {
  const sum = (of: (one: OwnPolicyScore) => number): number =>
    scores.reduce((all, one) => all + of(one), 0);
  const judged = sum((one) => one.judged);
  const reproduced = sum((one) => one.reproduced);
  const explained = sum((one) => one.explained);
  const n = judged - explained;
  const interval = n === 0 ? null : shareInterval(reproduced, n);
  return { judged, reproduced, explained, n, interval };
}
