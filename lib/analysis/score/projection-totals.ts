import { median, shareInterval } from '@/lib/engine/base/stats';
import { OUTSIDE } from '@/lib/engine/sizes/projection-errors';
import type { ScoredCompaction } from './compaction-score';

/** How far projections were from what was recorded; shares of the recorded number. */
export interface ProjectionTotals {
  /** Compactions scored. */
  readonly n: number;
  /** Median of (projected − recorded) / recorded, and of its size. */
  readonly signed: number;
  readonly absolute: number;
  /** Recorded numbers inside the p10 to p90 band; the share's 95 % interval. */
  readonly inside: number;
  readonly interval: readonly [low: number, high: number];
  /** Median width of the band in tokens. */
  readonly width: number;
  /** Mean {@link intervalScore} in tokens: of two bands the better one has the lower. */
  readonly score: number;
}

/** A band's width, and what a recorded number lies outside of it times 2 / 0.2 (Gneiting and Raftery 2007). */
export const intervalScore = ({ recorded, low, high }: Omit<Projected, 'projected'>): number =>
  high - low + (2 / OUTSIDE) * Math.max(0, low - recorded, recorded - high);

/** A projection beside its recorded number. */
type Projected = Pick<ScoredCompaction, 'recorded' | 'projected' | 'low' | 'high'>;

/** True if the recorded number is inside the projection's band. */
export const isInside = ({ recorded, low, high }: Projected): boolean =>
  low <= recorded && recorded <= high;

/** (projected − recorded) / recorded. */
export const errorOf = ({ projected, recorded }: Projected): number =>
  (projected - recorded) / recorded;

/** Totals of some projections; null for none. */
export function projectionTotals(scored: readonly Projected[]): ProjectionTotals | null {
  if (scored.length === 0) return null;
  const inside = scored.filter(isInside).length;
  return {
    n: scored.length,
    signed: median(scored.map(errorOf)),
    absolute: median(scored.map((one) => Math.abs(errorOf(one)))),
    inside,
    interval: shareInterval(inside, scored.length),
    width: median(scored.map(({ low, high }) => high - low)),
    score: scored.reduce((sum, one) => sum + intervalScore(one), 0) / scored.length,
  };
}
