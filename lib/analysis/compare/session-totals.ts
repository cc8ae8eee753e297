import { loopStep } from '@/lib/analysis/explain/outcome/loop-watch';
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { mark } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';

/** Totals of one session replayed under one policy and its settings: what a cell of a sweep adds up. */
export interface SessionTotals {
  /** Steps that compact. */
  readonly compactions: number;
  /** Summariser calls of all compactions. */
  readonly passes: number;
  /** Steps whose request is larger than the limit, or was refused as recorded. */
  readonly overflowSteps: number;
  /** The first of them; −1 without one. */
  readonly firstOverflow: number;
  /** The detector `loop` finds one. */
  readonly loop: boolean;
  /** Real tokens of all requests as sent; of a recording, of those with usage. */
  readonly sent: number;
  /**
   * Unused window: tokens between the limit and the request that a compaction replaced, over all
   * compactions; a request above the limit leaves none, an unknown limit counts as none.
   */
  readonly unused: number;
}

/** Totals of a finished replay. */
export function totalsOf(replay: Replay): SessionTotals {
  const { columns, marks, limit } = replay;
  const totals = { compactions: 0, passes: 0, overflowSteps: 0, firstOverflow: -1 };
  let sent = 0;
  let unused = 0;
  const { countedFrom = 0 } = replay.session;
  for (let step = countedFrom; step < marks.length; step++) {
    const real = floatAt(columns.real, step);
    // A recorded step without usage adds nothing that anybody knows.
    if (!Number.isNaN(real)) sent += real;
    if ((byteAt(marks, step) & mark.overflow) !== 0) {
      if (totals.overflowSteps === 0) totals.firstOverflow = step;
      totals.overflowSteps++;
    }
    if (byteAt(columns.compacted, step) === 0) continue;
    totals.compactions++;
    totals.passes += intAt(columns.attempts, step);
    const asked = floatAt(columns.realBefore, step);
    if (limit !== null && !Number.isNaN(asked)) unused += Math.max(0, limit - asked);
  }
  return { ...totals, loop: loopStep(replay) >= 0, sent, unused };
}
