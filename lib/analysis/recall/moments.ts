import { floatAt, intAt } from '@/lib/base/read';
import { median } from '@/lib/base/stats';
import type { Replay } from '@/lib/replay/replay';

/** Regret as a share of the request, over steps of one kind. */
export interface MomentShare {
  readonly steps: number;
  /** Median of regret ÷ real; null without a step. */
  readonly median: number | null;
}

/** Regret where a turn has ended, before the first request of the next, and inside of turns. */
export interface Moments {
  readonly turnEnds: MomentShare;
  readonly inside: MomentShare;
}

/** Compares the moments at which a compaction may come. */
export function momentsOf({ session, columns }: Replay, regret: Float64Array): Moments {
  const { turnStart } = session.profile.steps;
  const turnEnds: number[] = [];
  const inside: number[] = [];
  for (let step = 1; step < regret.length; step++) {
    const real = floatAt(columns.real, step);
    if (!(real > 0)) continue;
    const begins = intAt(turnStart, step) !== intAt(turnStart, step - 1);
    (begins ? turnEnds : inside).push(floatAt(regret, step) / real);
  }
  return { turnEnds: share(turnEnds), inside: share(inside) };
}

const share = (values: readonly number[]): MomentShare => ({
  steps: values.length,
  median: values.length === 0 ? null : median(values),
});

/** Steps before a compaction whose request was nearly as large, and how many of them had less regret. */
export interface MomentRank {
  readonly steps: number;
  readonly cheaper: number;
}

/** A request of this share of the compacted one might as well have been compacted. */
const NEARLY = 0.75;

/** Ranks the regret of a compaction among the moments since the compaction before it. */
export function momentRank(
  { columns }: Replay,
  regret: Float64Array,
  { step, low, since }: { readonly step: number; readonly low: number; readonly since: number },
): MomentRank {
  const least = NEARLY * floatAt(columns.real, step - 1);
  let [steps, cheaper] = [0, 0];
  for (let i = Math.max(0, since); i < step; i++) {
    if (floatAt(columns.real, i) < least) continue;
    steps++;
    if (floatAt(regret, i) < low) cheaper++;
  }
  return { steps, cheaper };
}
