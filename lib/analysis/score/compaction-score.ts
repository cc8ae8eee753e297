/** The projection judged where it matters: the first request after each recorded compaction. */
import {
  claimedPolicy,
  type ClaimedPolicy,
  type ClaimSource,
} from '@/lib/analysis/fit/claimed-policy';
import { intAt, numberAt, sumBetween } from '@/lib/engine/base/read';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { bandOf } from '@/lib/engine/replay/projection/band';
import { densityOf } from '@/lib/engine/replay/projection/density';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { cutProfile } from '@/lib/engine/tokens/cut-profile';
import type { MeasuredCompaction, Profile } from '@/lib/engine/tokens/profile';
import { partErrors, type PartErrors } from './compaction-parts';

/** A recorded compaction, and its first request as it would have been projected before it. */
export interface ScoredCompaction {
  readonly step: number;
  readonly trigger: MeasuredCompaction['trigger'];
  readonly reads: MeasuredCompaction['reads'];
  /** Compactions of the session before it. */
  readonly index: number;
  /** Recorded real tokens of the session's first request with usage, and of the newest one before. */
  readonly first: number;
  readonly before: number;
  /** Recorded real tokens of the first request after it. */
  readonly recorded: number;
  /** The same, projected from what came before, with its band. */
  readonly projected: number;
  readonly low: number;
  readonly high: number;
  /** A row of the table of sizes: {@link SizeRow}. */
  readonly summaryBytes: number;
  readonly back: number | null;
  readonly rest: number | null;
  /** Bytes of a summary that would fill the request beside its prefix and what stayed; below 0 for none. */
  readonly fillingBytes: number;
  /** Where projected − recorded comes from. */
  readonly parts: PartErrors;
}

/**
 * Projects the request behind each recorded compaction from the session up to it, under the policy
 * that models the agent, and pairs it with what was recorded. Everything after the compaction is
 * hidden, so are the session's own rows in the table of sizes. Compactions whose next request has no
 * usage, or no step before, cannot be scored. `sizes` names another table than the newest shipped one,
 * for a policy that has one.
 */
export const scoreCompactions = (
  source: ClaimSource,
  profile: Profile,
  prefixTokens: number,
  sizes?: string,
): readonly ScoredCompaction[] => [...eachScored(source, profile, prefixTokens, sizes)];

/** {@link scoreCompactions}, one by one: each takes three replays of the session up to it. */
export function* eachScored(
  source: ClaimSource,
  profile: Profile,
  prefixTokens: number,
  sizes?: string,
): Generator<ScoredCompaction, void> {
  const named = claimedPolicy(source, profile.head);
  if (named === null) return;
  const { settings } = named;
  const other = sizes !== undefined && 'sizes' in settings;
  const claim = other ? { ...named, settings: { ...settings, sizes } } : named;
  for (const compaction of lastOfEachStep(profile)) {
    const scored = scoreOne(claim, profile, compaction, prefixTokens);
    if (scored !== null) yield scored;
  }
}

function scoreOne(
  { policy, settings }: ClaimedPolicy,
  profile: Profile,
  compaction: MeasuredCompaction,
  prefixTokens: number,
): ScoredCompaction | null {
  const { step, trigger, reads, summaryBytes } = compaction;
  const { real } = profile.steps;
  const first = real.find((tokens) => tokens >= 0) ?? -1;
  const before = real.subarray(0, step).findLast((tokens) => tokens >= 0) ?? -1;
  const recorded = intAt(real, step);
  if (recorded <= 0 || before <= 0) return null;
  const session = prepare(cutProfile(profile, step), prefixTokens);
  const compactAt = lastOfEachStep(profile)
    .map((one) => one.step)
    .filter((one) => one <= step);
  const project = (changed: object, over: Replayable = session): Replay =>
    replay(over, policy, { ...settings, ...changed }, { compactAt });
  const made = project({ summary: 'measured' });
  if (made.columns.compacted[step] !== 1) return null;
  const later = laterThan(made, compaction);
  const sizeOf = ({ columns }: Replay): number => (columns.real[step] ?? 0) + later;
  const { low, high } = bandOf(made);
  // With the recorded summary, and without what the table adds, the difference is what came back.
  const own = { summary: 'bytes', summaryBytes };
  const { rest, back } = made.sizes ?? { rest: null, back: null };
  const known = profile.head.files.length > 0;
  const exact = project(own);
  const withFiles = sizeOf(exact) - (known ? (rest?.value ?? 0) : 0);
  const bare = sizeOf(project(own, withoutFiles(session))) - (back?.value ?? 0);
  return {
    step,
    trigger,
    reads,
    index: compactAt.length - 1,
    first,
    before,
    recorded,
    projected: sizeOf(made),
    low: (low[step] ?? 0) + later,
    high: (high[step] ?? 0) + later,
    summaryBytes,
    back: made.sizes === null ? null : recorded - bare,
    rest: made.sizes !== null && known ? recorded - withFiles : null,
    fillingBytes: Math.round(
      summaryBytes + ((recorded - bare) * 4) / session.projection.density.value,
    ),
    parts: partErrors(profile, prefixTokens, step, {
      ...{ made, recorded, projected: sizeOf(made) },
      ...(reads === 'sealed' || reads === 'none'
        ? { withSummary: sizeOf(made), summaryBytes: intAt(made.columns.summaryBytes, step) }
        : { withSummary: sizeOf(exact), summaryBytes }),
    }),
  };
}

/**
 * Real tokens of what the user said between a compaction that was asked for and its request, which the
 * replay covered too. Behind an automatic one stands only what the agent put back.
 */
function laterThan(
  { session, columns }: Replay,
  { step, entry, trigger }: MeasuredCompaction,
): number {
  if (trigger === 'auto') return 0;
  const { profile, projection } = session;
  const density = densityOf(profile, projection.densities, step).value;
  const { text, tokens } = projection.charges;
  const covered = Math.max(entry, columns.covered[step] ?? 0);
  const charged = numberAt(tokens, covered) - numberAt(tokens, entry);
  return Math.round(density * sumBetween(text, entry, covered)) + charged;
}

const withoutFiles = (session: Replayable): Replayable => ({
  ...session,
  profile: { ...session.profile, head: { ...session.profile.head, files: [] } },
});

/** Recorded summaries with a step behind them; of several before one step the last. */
function lastOfEachStep({ head, stepCount }: Profile): readonly MeasuredCompaction[] {
  const summaries = head.compactions.filter(({ kind }) => kind === 'summary');
  return summaries.filter(({ step }, i) => step < stepCount && summaries[i + 1]?.step !== step);
}
