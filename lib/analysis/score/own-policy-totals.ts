import { shareInterval } from '@/lib/engine/base/stats';
import { fidelityOf } from '@/lib/analysis/fit/fidelity';
import { isJudged, type JudgedCompaction } from '@/lib/analysis/fit/judgement';
import type { GapKind } from '@/lib/analysis/fit/missing-input';
import type { ClaimSource } from '@/lib/analysis/fit/claimed-policy';
import { openSession } from '@/lib/analysis/fit/opening';
import type { Profile } from '@/lib/engine/tokens/profile';

/** Recorded automatic compactions beside the steps at which the agent's own policy compacts. */
export interface OwnPolicyScore {
  /** Compactions that nobody asked for, and that no setting was inferred from. */
  readonly judged: number;
  /** At the same step, and at none before it. */
  readonly reproduced: number;
  /** At the same step, but at an earlier one too: missed. */
  readonly early: number;
  /** Missed, and the file visibly lacks what would explain it. */
  readonly explained: number;
}

/** The missed ones by what the file lacks of the count; those without such a gap are in none of the three. */
export interface MissedCompactions extends Readonly<Record<GapKind, number>> {
  /** Those at which the agent's own count, which the file holds, reaches the policy's threshold. */
  readonly reached: number;
}

/** One session's. */
export interface JudgedPolicy extends OwnPolicyScore {
  readonly missed: MissedCompactions;
}

/** Sum over sessions: share of the compactions whose inputs are in the file. */
export interface OwnPolicyTotals extends OwnPolicyScore {
  /** judged − explained. */
  readonly n: number;
  /** 95 % interval of reproduced / n; null without one. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** A session's compactions that its agent's own policy is judged by; empty where no policy models it. */
export function ownJudgements(source: ClaimSource, profile: Profile): readonly JudgedCompaction[] {
  const { own, prefixTokens } = openSession(source, profile);
  if (own === null || profile.head.compactions.length === 0) return [];
  return fidelityOf(profile, own, prefixTokens).compactions.filter(isJudged);
}

/** Adds up judged compactions; null for none. */
export function scoreJudged(judged: readonly JudgedCompaction[]): JudgedPolicy | null {
  if (judged.length === 0) return null;
  const asked = judged.filter(({ outcome }) => outcome === 'reproduced');
  const early = asked.filter((one) => one.early > 0).length;
  const reproduced = asked.length - early;
  const explained = judged.filter(({ lacks }) => lacks !== null).length;
  const missed = missedOf(judged.filter(({ outcome }) => outcome === 'held'));
  return { judged: judged.length, reproduced, early, explained, missed };
}

function missedOf(held: readonly JudgedCompaction[]): MissedCompactions {
  const lacking = (kind: GapKind): number =>
    held.filter(({ lacks }) => lacks?.kind === kind).length;
  const reached = held.filter(
    ({ preTokens, threshold }) =>
      preTokens !== null && threshold !== null && preTokens >= threshold,
  ).length;
  return {
    results: lacking('results'),
    reasoning: lacking('reasoning'),
    count: lacking('count'),
    reached,
  };
}

/** Totals of some sessions' misses. */
export function missedTotals(scores: readonly JudgedPolicy[]): MissedCompactions {
  const sum = (of: keyof MissedCompactions): number =>
    scores.reduce((all, { missed }) => all + missed[of], 0);
  return {
    results: sum('results'),
    reasoning: sum('reasoning'),
    count: sum('count'),
    reached: sum('reached'),
  };
}

/** Totals of some sessions. */
export function ownPolicyTotals(scores: readonly OwnPolicyScore[]): OwnPolicyTotals {
  const sum = (of: (one: OwnPolicyScore) => number): number =>
    scores.reduce((all, one) => all + of(one), 0);
  const judged = sum((one) => one.judged);
  const reproduced = sum((one) => one.reproduced);
  const early = sum((one) => one.early);
  const explained = sum((one) => one.explained);
  const n = judged - explained;
  const interval = n === 0 ? null : shareInterval(reproduced, n);
  return { judged, reproduced, early, explained, n, interval };
}
