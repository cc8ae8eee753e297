import { createColumns, type Columns } from '@/lib/policies/columns';
import { SUMMARY_WRAPPER, summaryEntryTokens } from '@/lib/policies/mechanisms/summary-text';
import type { Policy } from '@/lib/policies/policy';
import { summarySettings, type ScriptedSummary } from '@/lib/policies/summary';
import { stepFlag, type Profile } from '@/lib/tokens/profile';
import { densityOf, projectReal, recordedSize, thoughtSize, type Projection } from './projection';
import { createSummariser } from './summariser';

/** Bits of a replayed step's `marks`. */
export const mark = {
  /** The request differs from the recording's: its real tokens are projected. */
  diverged: 1,
  /** Nobody reported the real tokens of this step's recorded request. */
  unreported: 2,
  /** More than the limit, or refused by the provider as recorded. */
  overflow: 4,
} as const;

/** What a replay needs beside the profile. */
export interface ReplayOptions {
  /** Heuristic tokens of the prefix; the profile's known shares when left out. */
  readonly prefixTokens?: number;
  /** The most the provider accepts; the profile's when left out, null: unknown. */
  readonly limit?: number | null;
  /** Sizes from an earlier replay of the same profile and prefix. */
  readonly projection?: Projection;
  readonly script?: readonly ScriptedSummary[];
}

/** A policy applied to a session. */
export interface Replay {
  readonly policyId: string;
  readonly columns: Columns;
  /** Real tokens of each request as sent, truncated once; −1 where nothing is known. */
  readonly real: Float64Array;
  /** The projection's band: p10 and p90 densities for everything sized by density. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Real tokens of the request had the step not compacted; equals `real` where it did not. */
  readonly realBefore: Float64Array;
  readonly marks: Uint8Array;
  /** First step whose request differs from the recording; −1 for none. */
  readonly divergence: number;
  readonly projection: Projection;
  readonly limit: number | null;
  readonly prefixTokens: number;
}

/** Heuristic tokens of the prefix as far as the profile holds it. */
export function knownPrefix(profile: Profile): number {
  return (profile.head.system ?? 0) + (profile.head.tools ?? 0);
}

/** Applies a policy to a session, step by step; O(1) a step, deterministic, text untouched. */
export function replay<S>(
  profile: Profile,
  policy: Policy<S>,
  settings: S,
  options: ReplayOptions = {},
): Replay {
  const prefixTokens = options.prefixTokens ?? knownPrefix(profile);
  const projection = options.projection ?? projectReal(profile, prefixTokens);
  const limit = options.limit === undefined ? (profile.head.limit?.tokens ?? null) : options.limit;
  const { stepCount, steps } = profile;
  const columns = createColumns(stepCount);
  const summaries = profile.head.compactions.filter(({ kind }) => kind === 'summary');
  const firstRatio = steps.ratio?.[0];
  const summariser = createSummariser({
    settings: summarySettings.loose().parse(settings),
    density: firstRatio ?? projection.density.value,
    recorded: summaries.map((compaction) => compaction.summaryBytes),
    script: options.script,
  });
  const run = policy.start(settings, { profile, prefixTokens, columns, summariser });
  const sizes = createRealSizes(profile, projection, columns, policy.id === 'recorded');
  const real = new Float64Array(stepCount);
  for (let i = 0; i < stepCount; i++) {
    run.before(i);
    const sent = sizes.sent(i);
    real[i] = sent;
    run.after(i, ((steps.flags[i] as number) & stepFlag.reported) !== 0 ? sent : -1);
  }
  const { low, high, realBefore, marks } = sizes;
  for (let i = 0; i < stepCount; i++) {
    const stepLimit = (steps.limit[i] as number) > 0 ? (steps.limit[i] as number) : limit;
    const bits = marks[i] as number;
    const refused =
      (bits & mark.diverged) === 0 && ((steps.flags[i] as number) & stepFlag.rejected) !== 0;
    if (refused || (stepLimit !== null && (real[i] as number) > stepLimit)) {
      marks[i] = bits | mark.overflow;
    }
  }
  return {
    policyId: policy.id,
    columns,
    real,
    low,
    high,
    realBefore,
    marks,
    divergence: sizes.divergence(),
    projection,
    limit,
    prefixTokens,
  };
}

interface RealSizes {
  /** Real tokens of step `i`'s request as its columns say it was sent; fills band and marks. */
  sent(i: number): number;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly realBefore: Float64Array;
  readonly marks: Uint8Array;
  divergence(): number;
}

/** Sizes the requests of one replay: by the scenario's ratio, else by the projection. */
function createRealSizes(
  profile: Profile,
  projection: Projection,
  out: Columns,
  asRecorded: boolean,
): RealSizes {
  const { steps, stepCount } = profile;
  const { views, sizes, byDensity, hidden, hiddenBefore, density, densities } = projection;
  const low = new Float64Array(stepCount);
  const high = new Float64Array(stepCount);
  const realBefore = new Float64Array(stepCount);
  const marks = new Uint8Array(stepCount);
  const ratio = steps.ratio;
  const hasThoughts = (profile.thoughtSum[profile.entryCount] ?? 0) > 0;
  const band = density.high > density.low || densities.some((one) => one.high > one.low);
  let view = 0;
  let divergence = -1;

  /** prefix + summary + entries from `covered` + what the policy added. */
  function size(i: number, injected: boolean, covered: number, added: number): number {
    const n = steps.entries[i] as number;
    let total = projection.prefix + (sizes[n] as number) - (sizes[covered] as number);
    if (n > covered) {
      total += (hidden[i] as number) - (covered > 0 ? (hiddenBefore[covered] as number) : 0);
    }
    if (hasThoughts) total += thoughtSize(profile, densities, i, covered);
    if (injected) total += summarySize(i);
    return added > 0 ? total + density.value * added : total;
  }

  function summarySize(i: number): number {
    const tokens = out.summaryTokens[i] as number;
    if (tokens >= 0) return tokens + density.value * (SUMMARY_WRAPPER / 4);
    return density.value * summaryEntryTokens(out.summaryBytes[i] as number);
  }

  /** Heuristic in the request that was sized by density: what the band is about. */
  function uncertain(i: number): number {
    const covered = out.covered[i] as number;
    const n = steps.entries[i] as number;
    let heuristic = (byDensity[n] as number) - (byDensity[covered] as number);
    if (out.injected[i]) {
      heuristic +=
        (out.summaryTokens[i] as number) >= 0
          ? SUMMARY_WRAPPER / 4
          : summaryEntryTokens(out.summaryBytes[i] as number);
    }
    return heuristic + (out.addedTokens[i] as number);
  }

  function projected(i: number): number {
    const covered = out.covered[i] as number;
    const sent = size(i, out.injected[i] === 1, covered, out.addedTokens[i] as number);
    if (out.compacted[i]) {
      const watermark = out.watermarkBefore[i] as number;
      const whole = i > 0 && (out.summaryBytes[i - 1] as number) > 0;
      realBefore[i] = Math.trunc(
        whole ? size(i, false, watermark, 0) + previousSummary(i) : size(i, false, 0, 0),
      );
    }
    return sent;
  }

  const previousSummary = (i: number): number => summarySize(i - 1);

  function sent(i: number): number {
    const boundary = views[view + 1]?.step === i;
    if (boundary) view++;
    const compacts = out.compacted[i] === 1;
    if (divergence < 0 && !asRecorded && (compacts || boundary)) divergence = i;
    const known = (steps.real[i] as number) >= 0;
    if (divergence >= 0) marks[i] = mark.diverged;
    else if (!known) marks[i] = mark.unreported;
    let total: number;
    if (ratio) {
      total = Math.trunc((out.heuristicSent[i] as number) * (ratio[i] as number));
      realBefore[i] = Math.trunc((out.heuristic[i] as number) * (ratio[i] as number));
      low[i] = high[i] = total;
      return total;
    }
    if (asRecorded) {
      const current = views[view];
      if (!current) throw new Error('A recording has at least one view');
      total = recordedSize(profile, projection, current, i, steps.entries[i] as number);
    } else total = projected(i);
    total = Math.trunc(total);
    if (!compacts || asRecorded) realBefore[i] = total;
    low[i] = high[i] = total;
    if (band && marks[i] !== 0) {
      const heuristic = uncertain(i);
      const own = densityOf(profile, densities, i);
      low[i] = Math.trunc(total + (own.low - own.value) * heuristic);
      high[i] = Math.trunc(total + (own.high - own.value) * heuristic);
    }
    return total;
  }

  return { sent, low, high, realBefore, marks, divergence: () => divergence };
}
