import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { mark } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import { lostEntries } from './request-ranges';
import { isProjected } from './step-events';

/** Counts over a replay, under the names of the golden vectors, and the largest request. */
export interface ReplayTotals {
  readonly steps: number;
  readonly stepsCompacted: number;
  readonly summarizerCalls: number;
  readonly maxAttempts: number;
  readonly overflowSteps: number;
  /** Steps whose request a summary made smaller: what the reference's simulator calls a compaction. */
  readonly countedByTest: number;
  readonly backToBackCompactions: number;
  /** Compactions that left the request as large as before, or larger. */
  readonly compactionsWithoutGain: number;
  /** Steps with entries neither summarised nor sent, and the most of them at one step. */
  readonly stepsWithLostEntries: number;
  readonly maxLostEntries: number;
}

/** Adds up a replay. golden/README.md "Step fields". */
export function replayTotals(replay: Replay): ReplayTotals {
  const { columns, marks, session } = replay;
  const { stepCount } = session.profile;
  const lost = lostEntries(replay);
  const totals = {
    steps: stepCount,
    stepsCompacted: 0,
    summarizerCalls: 0,
    maxAttempts: 0,
    overflowSteps: 0,
    countedByTest: 0,
    backToBackCompactions: 0,
    compactionsWithoutGain: 0,
    stepsWithLostEntries: lost.steps,
    maxLostEntries: lost.most,
  };
  for (let i = 0; i < stepCount; i++) {
    const sent = intAt(columns.heuristicSent, i);
    const attempts = intAt(columns.attempts, i);
    totals.summarizerCalls += attempts;
    totals.maxAttempts = Math.max(totals.maxAttempts, attempts);
    if ((byteAt(marks, i) & mark.overflow) !== 0) totals.overflowSteps++;
    if (intAt(columns.summaryBytes, i) > 0 && sent < intAt(columns.heuristicRaw, i)) {
      totals.countedByTest++;
    }
    if (columns.compacted[i] !== 1) continue;
    totals.stepsCompacted++;
    if (columns.compacted[i - 1] === 1) totals.backToBackCompactions++;
    if (sent >= intAt(columns.heuristic, i)) totals.compactionsWithoutGain++;
  }
  return totals;
}

/** The largest request of a replay as sent; `projected` where nobody measured it. */
export function peakOf(
  replay: Replay,
): { readonly real: number; readonly projected: boolean } | null {
  const { real } = replay.columns;
  let best = -1;
  real.forEach((value, step) => {
    if (!Number.isNaN(value) && (best < 0 || value > floatAt(real, best))) best = step;
  });
  return best < 0 ? null : { real: floatAt(real, best), projected: isProjected(replay, best) };
}
