/**
 * Do a session's recorded counts fit what it holds? Sums of sizes against recorded totals, ratios
 * by category and model, and a fitted line with what lies far from it; doubts about the usage
 * records are findings of lib/analysis/detectors. Heuristics are those of the requests that were recorded as sent (policy `recorded`).
 */
import { quantile } from '@/lib/engine/base/stats';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { fitLine, type FittedLine } from './fitted-line';
import { growthByCategory, ratioByModel, type RatioRow } from './reconciliation-ratios';
import { requestSums, type RequestSum } from './reconciliation-sums';
import { acceptedSteps, type ScoredStep } from './scored-steps';

/** A step and how far its real lies from the line. */
export interface Residual {
  readonly step: number;
  readonly heuristic: number;
  readonly real: number;
  /** real − (slope × heuristic + intercept). */
  readonly residual: number;
}

/** A step far from the line, and what is known of it. */
interface Outlier extends Residual {
  readonly cause: string;
}

/** Result of a reconciliation. */
export interface Reconciliation {
  /** Steps with usage of accepted requests, and all steps. */
  readonly compared: number;
  readonly steps: number;
  readonly sums: readonly RequestSum[];
  readonly byModel: readonly RatioRow[];
  readonly byCategory: readonly RatioRow[];
  /** Null for fewer than two steps with usage, or when all have the same heuristic. */
  readonly line: FittedLine | null;
  readonly residuals: readonly Residual[];
  /** Steps further from the line than this, in tokens, are outliers. */
  readonly tolerance: number;
  readonly outliers: readonly Outlier[];
  readonly prefix: PrefixEstimates;
}

/** The share of every request that is no entry, from three sources; real tokens except `heuristic`. */
interface PrefixEstimates {
  /** The line's value at no entries, less what the known prefix counts at the line's slope. */
  readonly fitted: number | null;
  /** First real less what its entries take: what projections use. */
  readonly derived: number;
  readonly source: Replayable['projection']['prefixSource'];
  /** Heuristic of the prefix that the trace or the user gives; null where neither does. */
  readonly heuristic: number | null;
}

/** Residuals are compared with their median absolute deviation, scaled to a standard deviation. */
const MAD_SCALE = 1.4826;
const FAR = 5;

/** No residual below this share of real is worth naming. */
const NEGLIGIBLE = 0.01;

/** Reconciles one session. */
export function reconcile(session: Replayable): Reconciliation {
  const scored = acceptedSteps(session);
  const line = fitLine(
    scored.map(({ heuristics }) => heuristics.bytes),
    scored.map(({ real }) => real),
  );
  const residuals = line ? residualsOf(scored, line) : [];
  const tolerance = toleranceOf(residuals);
  return {
    compared: scored.length,
    steps: session.profile.stepCount,
    sums: requestSums(session),
    byModel: ratioByModel(session, scored),
    byCategory: growthByCategory(session),
    line,
    residuals,
    tolerance,
    outliers: outliersOf(session, scored, residuals, tolerance),
    prefix: prefixOf(session, line),
  };
}

function residualsOf(
  scored: readonly ScoredStep[],
  { slope, intercept }: FittedLine,
): readonly Residual[] {
  return scored.map(({ step, real, heuristics: { bytes } }) => ({
    step,
    heuristic: bytes,
    real,
    residual: real - (slope * bytes + intercept),
  }));
}

/** Five scaled median absolute deviations: a few wild steps do not widen it. */
function toleranceOf(residuals: readonly Residual[]): number {
  const sizes = residuals.map(({ residual }) => Math.abs(residual)).sort((a, b) => a - b);
  return residuals.length === 0 ? 0 : FAR * MAD_SCALE * quantile(sizes, 0.5);
}

function outliersOf(
  session: Replayable,
  scored: readonly ScoredStep[],
  residuals: readonly Residual[],
  tolerance: number,
): readonly Outlier[] {
  return residuals.flatMap((one, i) => {
    const size = Math.abs(one.residual);
    if (size <= tolerance || size <= NEGLIGIBLE * one.real) return [];
    return [{ ...one, cause: causeOf(session, scored, i) }];
  });
}

/** Known cause of an outlier. */
function causeOf({ profile }: Replayable, scored: readonly ScoredStep[], index: number): string {
  const { steps, head, entries } = profile;
  const { step } = scored[index] as ScoredStep;
  const before = scored[index - 1]?.step ?? -1;
  const from = before < 0 ? 0 : (steps.entries[before] ?? 0);
  const to = steps.entries[step] ?? 0;
  if (before < 0) return 'the first step: prefix and hidden content weigh most';
  if (steps.model[step] !== steps.model[before]) return 'another model than the step before';
  const compacted = head.compactions.some((one) => one.step > before && one.step <= step);
  if (compacted) return 'the first after a recorded compaction';
  if (entries.inlines.subarray(from, to).some((count) => count > 0))
    return 'an image or other inline data entered';
  if (from === to) return 'no entry was added since the step before: something hidden changed';
  return 'this recording does not show the cause';
}

function prefixOf({ profile, projection, prefixTokens }: Replayable, line: FittedLine | null) {
  const { system, tools } = profile.head;
  const known = system !== null || tools !== null;
  return {
    fitted: line && line.intercept + line.slope * prefixTokens,
    derived: projection.prefix,
    source: projection.prefixSource,
    heuristic: known ? prefixTokens : null,
  };
}
