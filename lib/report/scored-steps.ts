import { createColumns } from '@/lib/policies/columns';
import {
  estimateDefaults,
  inlineRule,
  type EstimatorSettings,
} from '@/lib/policies/mechanisms/estimate';
import { SUMMARY_WRAPPER } from '@/lib/policies/mechanisms/summary-text';
import { emptyNotes } from '@/lib/policies/notes';
import { recorded } from '@/lib/policies/recorded';
import type { Replayable } from '@/lib/replay/replay';
import { SessionRequests } from '@/lib/replay/requests';
import { stepFlag } from '@/lib/tokens/profile';
import { variantRuler, wholeVariant } from '@/lib/tokens/ruler';

/** A step with usage: the heuristic of its recorded request by each way to count images. */
export interface ScoredStep {
  readonly step: number;
  readonly real: number;
  readonly first: boolean;
  readonly heuristics: Readonly<Record<EstimatorSettings['images'], number>>;
}

/** The steps with usage of a request that was accepted, in order. */
export function scoredSteps(session: Replayable): readonly ScoredStep[] {
  const { profile, projection } = session;
  const { real, flags } = profile.steps;
  const bytes = recordedHeuristics(session, 'bytes');
  const flat = profile.entries.inlines.some((count) => count > 0)
    ? recordedHeuristics(session, 'flat')
    : bytes;
  const steps: ScoredStep[] = [];
  let first = true;
  for (const pair of projection.runs.pairs) {
    // A refused request's count comes from the error; the policy never receives it.
    if (pair.from < 0 || pair.crosses) first = true;
    const step = pair.to;
    const known = real[step] ?? -1;
    if (known <= 0 || ((flags[step] ?? 0) & stepFlag.rejected) !== 0) continue;
    if (((flags[step] ?? 0) & stepFlag.reported) === 0) continue;
    const heuristics = { bytes: bytes[step] ?? 0, flat: flat[step] ?? 0 };
    steps.push({ step, real: known, first, heuristics });
    first = false;
  }
  return steps;
}

/** Heuristic of every step's recorded request, images by their bytes or at the flat cost. */
function recordedHeuristics(
  { profile, prefixTokens, base }: Replayable,
  images: EstimatorSettings['images'],
): Int32Array {
  const inline = inlineRule({ ...estimateDefaults, images });
  const ruler = variantRuler(profile, prefixTokens, { ...wholeVariant, inline });
  const requests = new SessionRequests(base, { ruler, wrapperBytes: SUMMARY_WRAPPER });
  const columns = createColumns(profile.stepCount);
  const summariser = { call: () => {}, bytes: 0, tokens: -1, failed: true, empty: true };
  recorded
    .begin({}, { profile, requests, summariser, columns, notes: emptyNotes() })
    .advance(profile.stepCount);
  return columns.heuristic;
}
