/** At which step a what-if compacts, as far as its projected tokens tell. */
import { formatInteger } from '@/lib/engine/base/format';
import { floatAt, intAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import {
  comparedAt,
  compactionBefore,
  decisionProjected,
  lastRealStep,
  thresholdAt,
} from '../ledger-decision';
import { valueBand } from '../likely';

/** The middle 80 % of the steps at which a compaction may come; the replay's own step is the median. */
export interface LikelyStep {
  /** First step since the compaction before at which the value's p90 reaches the threshold. */
  readonly low: number;
  /** Step at which its p10 does, grown on as the recording grew; null: not before the recording's end. */
  readonly high: number | null;
}

/**
 * The steps at which a replay's compaction at `step` may come, by the band of the requests that its values
 * rest on: what a request is off by is taken to stay until the next compaction. Null where nothing of the
 * value is projected, or the policy compares something else than tokens.
 */
export function likelyStepOf(replay: Replay, step: number): LikelyStep | null {
  if (!decisionProjected(replay, step)) return null;
  const band = bandOfValue(replay, step);
  if (band === null) return null;
  const last = compactionBefore(replay, step);
  let low = step;
  for (let at = step - 1; at > last; at--) {
    const earlier = decisionProjected(replay, at) ? bandOfValue(replay, at) : null;
    if (earlier === null) break;
    if (earlier.high >= thresholdAt(replay, at)) low = at;
  }
  return { low, high: stepReached(replay, step, band.low) };
}

const bandOfValue = (replay: Replay, step: number): ReturnType<typeof valueBand> =>
  valueBand(replay, { from: lastRealStep(replay, step), value: comparedAt(replay, step) });

/** First step from one on at which a value that is `from` there reaches the threshold; null for none. */
function stepReached(replay: Replay, step: number, from: number): number | null {
  const { stepCount } = replay.session.profile;
  const start = grownBefore(replay, step);
  for (let at = step; at < stepCount; at++) {
    if (from + grownBefore(replay, at) - start >= thresholdAt(replay, at)) return at;
  }
  return null;
}

/** Real tokens of all entries before a step, and of what is hidden around them. */
function grownBefore({ session: { profile, projection } }: Replay, step: number): number {
  const { sizes, hidden, joined } = projection;
  const entries = floatAt(sizes, intAt(profile.steps.entries, step));
  return entries + floatAt(hidden, step) + floatAt(joined, step);
}

/** " (80 %: 140 to 151)"; empty where the step is sure. */
export function likelyStepWords(likely: LikelyStep | null): string {
  if (likely === null || likely.low === likely.high) return '';
  const last = likely.high === null ? 'or later' : `to ${formatInteger(likely.high)}`;
  return ` (80 %: ${formatInteger(likely.low)} ${last})`;
}
