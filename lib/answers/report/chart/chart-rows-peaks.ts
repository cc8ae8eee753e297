import type { StepRange } from '@/lib/engine/base/decimate';
import type { Replay } from '@/lib/engine/replay/replay';
import type { SeriesName } from './chart-look';
import type { ChartLevels } from './chart-rows-levels';

/** The limit is drawn unless it exceeds everything else by more than this factor. */
const LIMIT_IN_SIGHT = 1.4;

/** Largest and smallest value of the lines over a range; the largest is at least 1. */
export function dataSpan(
  { columns, session }: Replay,
  { from, to }: StepRange,
  { decides, has }: { readonly decides: boolean; readonly has: (name: SeriesName) => boolean },
): { readonly peak: number; readonly low: number } {
  const recorded = session.profile.steps.real;
  const read: readonly (readonly [boolean, ArrayLike<number>])[] = [
    [has('heuristic'), columns.heuristic],
    [has('real'), columns.real],
    [has('real'), columns.realBefore],
    [decides && has('calibrated'), columns.calibrated],
    [decides && has('decision'), columns.decision],
    [has('real') || has('ghost'), recorded],
  ];
  let peak = 1;
  let low = Infinity;
  for (const [isRead, values] of read) {
    if (!isRead) continue;
    for (let i = from; i <= to; i++) {
      const value = values[i] ?? NaN;
      // NaN, for a policy that compares nothing, is neither larger nor smaller.
      if (value > peak) peak = value;
      if (value > 0 && value < low) low = value;
    }
  }
  return { peak, low: low === Infinity ? 0 : low };
}

/** The largest of the lines, of window and threshold, and of a limit that is in sight. */
export function peakOf(
  { columns }: Replay,
  dataPeak: number,
  decides: boolean,
  levels: ChartLevels,
): number {
  const first = [columns.window[0] ?? 0, decides ? (columns.threshold[0] ?? 0) : 0];
  const drawn = [...levels.window.values, ...levels.threshold.values];
  const peak = Math.max(dataPeak, ...first, ...drawn.filter((value) => value >= 0));
  const inSight = peak * LIMIT_IN_SIGHT;
  return Math.max(peak, ...levels.limit.values.filter((limit) => limit <= inSight));
}
