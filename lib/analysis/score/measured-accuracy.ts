import { shareInterval } from '@/lib/base/stats';

/** How far projections were from recordings: one line of a figure that was measured once. */
export interface MeasuredAccuracy {
  /** What was projected, in words. */
  readonly projected: string;
  /** Recordings that it was measured on. */
  readonly on: string;
  /** Projections, or sessions where medians are over sessions. */
  readonly n: number;
  /** Noun of `n`. */
  readonly of: string;
  /** Median of (projected − recorded) / recorded, and of its size. */
  readonly signed: number;
  readonly absolute: number;
  /** Share inside the p10 to p90 band. */
  readonly covered: number;
  /** 95 % interval of that share; null where the projections are not independent of each other. */
  readonly interval: readonly [low: number, high: number] | null;
  /** Median width of the band in tokens; null where it was not measured. */
  readonly width: number | null;
}

const across = (
  { n, inside }: { readonly n: number; readonly inside: number },
  rest: Pick<MeasuredAccuracy, 'projected' | 'on' | 'signed' | 'absolute' | 'width'>,
): MeasuredAccuracy => ({
  ...rest,
  n,
  of: 'compaction',
  covered: inside / n,
  interval: shareInterval(inside, n),
});

/** Measured by `highwater score` on ../shared/traces, 2026-11; without the session in the fit. */
export const measuredAccuracy: readonly MeasuredAccuracy[] = [
  across(
    { n: 10, inside: 7 },
    {
      projected: 'first request after a compaction',
      on: 'Claude Code',
      signed: 0.016,
      absolute: 0.058,
      width: 11_836,
    },
  ),
  across(
    { n: 3, inside: 1 },
    {
      projected: 'first request after a compaction',
      on: 'Codex',
      signed: -0.088,
      absolute: 0.088,
      width: 2_692,
    },
  ),
  {
    projected: 'growth without a compaction, 37,821 steps',
    on: 'Claude Code, Codex, pi',
    n: 27,
    of: 'session',
    signed: -0.004,
    absolute: 0.024,
    covered: 0.83,
    interval: null,
    width: null,
  },
];
