import { shareInterval } from '@/lib/base/stats';
import type { OwnPolicyScore } from './own-policy-totals';

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

/** Recorded compactions not marked manual, beside the agent's own policy; measured likewise. */
export const measuredPolicies: readonly (OwnPolicyScore & { readonly on: string })[] = [
  { on: 'Claude Code', judged: 9, reproduced: 8, explained: 1 },
  { on: 'Codex', judged: 3, reproduced: 0, explained: 3 },
  { on: 'pi', judged: 2, reproduced: 1, explained: 0 },
];

/** Measured by `highwater score` on ../shared/traces, 2026-11; without the session in the fit. */
export const measuredAccuracy: readonly MeasuredAccuracy[] = [
  across(
    { n: 10, inside: 7 },
    {
      projected: 'first request after a compaction',
      on: 'Claude Code',
      signed: 0.011,
      absolute: 0.062,
      width: 11_770,
    },
  ),
  across(
    { n: 3, inside: 2 },
    {
      projected: 'first request after a compaction',
      on: 'Codex',
      signed: -0.056,
      absolute: 0.056,
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
