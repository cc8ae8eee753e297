import { decimate, type Points, type StepRange } from '@/lib/base/decimate';
import type { ChartBand } from '../chart-rows';

/** Tokens by step, from the least that they may be to the most; NaN where unknown. */
export interface TokenSpan {
  readonly low: ArrayLike<number>;
  readonly high: ArrayLike<number>;
}

/** What a chart draws of the tokens that are named again. */
export interface LiveRows {
  /** The least they may be. */
  readonly low: Points;
  readonly band: ChartBand;
}

/** Tokens that are named again, at most so many points a line. */
export function liveRows({ low, high }: TokenSpan, range: StepRange, points: number): LiveRows {
  const steps = decimate(high, range, points);
  const of = (values: ArrayLike<number>): number[] => steps.map((step) => values[step] ?? NaN);
  return { low: { steps, values: of(low) }, band: { steps, low: of(low), high: of(high) } };
}
