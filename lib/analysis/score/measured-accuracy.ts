import type { TokenError } from '@/lib/analysis/cost/token-error';
import { shareInterval } from '@/lib/engine/base/stats';
import type { CompactionPart } from './compaction-parts';
import type { CostPart, StepPlace } from './cost-score';
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
  { on: 'Claude Code', judged: 9, reproduced: 8, early: 0, explained: 1 },
  { on: 'Codex', judged: 3, reproduced: 1, early: 0, explained: 2 },
  { on: 'pi', judged: 2, reproduced: 1, early: 0, explained: 0 },
];

/** Measured by `highwater score` on ../shared/traces, 2026-11; without the session in the fit. */
export const measuredAccuracy: readonly MeasuredAccuracy[] = [
  across(
    { n: 10, inside: 8 },
    {
      projected: 'first request after a compaction',
      on: 'Claude Code',
      signed: -0.052,
      absolute: 0.056,
      width: 10_430,
    },
  ),
  across(
    { n: 3, inside: 3 },
    {
      projected: 'first request after a compaction',
      on: 'Codex',
      signed: -0.034,
      absolute: 0.034,
      width: 5_126,
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

/** Medians of the tokens that each part was projected too high, and of their size. */
interface MeasuredParts {
  readonly on: string;
  readonly n: number;
  readonly parts: Readonly<Record<CompactionPart, readonly [signed: number, size: number]>>;
}

/** The errors behind the shipped bands by part (`highwater score` prints them for any files). */
export const measuredParts: readonly MeasuredParts[] = [
  {
    on: 'claude-code',
    n: 51,
    parts: {
      ...{ summary: [-134, 694], kept: [-26, 26], density: [0, 29] },
      ...{ prefix: [0, 0], hidden: [0, 0], back: [294, 2_959] },
    },
  },
  {
    on: 'codex',
    n: 13,
    parts: {
      ...{ summary: [0, 0], kept: [1_412, 1_412], density: [-28, 181] },
      ...{ prefix: [131, 354], hidden: [0, 0], back: [-1_732, 1_879] },
    },
  },
  {
    on: 'opencode',
    n: 2,
    parts: {
      ...{ summary: [-6, 468], kept: [835, 852], density: [8, 25] },
      ...{ prefix: [4, 5], hidden: [0, 0], back: [178, 460] },
    },
  },
  {
    on: 'pi',
    n: 1,
    parts: {
      ...{ summary: [4_937, 4_937], kept: [5_919, 5_919], density: [-5, 5] },
      ...{ prefix: [1, 1], hidden: [0, 0], back: [48, 48] },
    },
  },
];

/** One figure of the model of the cost beside recorded usage. */
export interface MeasuredCost extends TokenError {
  readonly place: StepPlace;
  readonly part: CostPart;
}

const cost = (
  [place, part]: readonly [StepPlace, CostPart],
  [predicted, recorded]: readonly [number, number],
  rest: Pick<TokenError, 'steps' | 'within' | 'median'>,
): MeasuredCost => ({ place, part, predicted, recorded, ...rest });

/** Measured by `npm run test:traces` on the sessions of ../shared/traces whose usage reports cache reads, 2026-11. */
export const measuredCosts: readonly MeasuredCost[] = [
  cost(['plain', 'reads'], [599_189_241, 591_501_901], {
    steps: 4_608,
    within: 4_496,
    median: 0.0001,
  }),
  cost(['plain', 'writes'], [3_904_897, 10_052_913], { steps: 3_505, within: 3_438, median: 0 }),
  cost(['plain', 'output'], [1_006_864, 1_528_922], { steps: 3_422, within: 290, median: 0.4026 }),
  cost(['compaction', 'reads'], [408_984, 284_720], { steps: 14, within: 2, median: 0.1409 }),
  cost(['compaction', 'writes'], [223_656, 335_546], { steps: 11, within: 1, median: 0.1462 }),
  cost(['compaction', 'output'], [3_767, 3_607], { steps: 7, within: 2, median: 0.252 }),
  cost(['resume', 'reads'], [245_151, 354_528], { steps: 11, within: 7, median: 0 }),
  cost(['resume', 'writes'], [73_743, 165_963], { steps: 3, within: 2, median: 0.0003 }),
  cost(['resume', 'output'], [1_298, 2_788], { steps: 8, within: 0, median: 0.4026 }),
  cost(['idle', 'reads'], [0, 1_919_134], { steps: 65, within: 38, median: 0 }),
  cost(['idle', 'writes'], [4_773_711, 4_271_250], { steps: 43, within: 36, median: 0.0001 }),
  cost(['idle', 'output'], [13_188, 22_099], { steps: 37, within: 3, median: 0.3521 }),
];
