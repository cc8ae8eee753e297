import { median, shareInterval } from '@/lib/engine/base/stats';
import { UNDER } from '../scored-steps';
import { medianInterval } from '../tables/median-interval';
import {
  addedCategories,
  addedScripts,
  type AddedCategory,
  type AddedScript,
  type AddedStep,
} from './added-steps';

/** An estimate ÷ real of one step, and what that step added. */
export interface PartSample extends Pick<AddedStep, 'script' | 'category'> {
  readonly ratio: number;
}

/** An estimator's score over the steps that added a script, or a kind of content. */
export interface PartScore {
  readonly by: 'script' | 'category';
  readonly of: AddedScript | AddedCategory;
  /** Steps; the intervals take them as independent of each other. */
  readonly n: number;
  /** Of estimate ÷ real. */
  readonly median: number;
  /** 95 % interval of the median, by ranks; null for fewer than six steps. */
  readonly interval: readonly [low: number, high: number] | null;
  /** Share of the estimates that are under by more than 5 %, and its 95 % interval (Wilson). */
  readonly under: number;
  readonly underInterval: readonly [low: number, high: number];
}

/** A row of the scores: a script, or a kind of content. */
export type Part = Pick<PartScore, 'by' | 'of'>;

/** Every script, then every kind. */
const PARTS: readonly Part[] = [
  ...addedScripts.map((of) => ({ by: 'script', of }) as const),
  ...addedCategories.map((of) => ({ by: 'category', of }) as const),
];

/** Scores by script, then by category, each with steps; samples in any order. */
export const scoreParts = (samples: readonly PartSample[]): readonly PartScore[] =>
  PARTS.map((part) => partScore(part, samples)).filter(({ n }) => n > 0);

/** The score of a part; undefined where no step added it. */
export const scoreOf = (scores: readonly PartScore[], { by, of }: Part): PartScore | undefined =>
  scores.find((one) => one.by === by && one.of === of);

/** The parts that some of the scores have, in order. */
export const partsOf = (scored: readonly (readonly PartScore[])[]): readonly Part[] =>
  PARTS.filter((part) => scored.some((scores) => scoreOf(scores, part) !== undefined));

function partScore({ by, of }: Part, samples: readonly PartSample[]): PartScore {
  const ratios = samples
    .filter((sample) => sample[by] === of)
    .map(({ ratio }) => ratio)
    .sort((a, b) => a - b);
  const under = ratios.filter((ratio) => ratio < UNDER).length;
  return {
    by,
    of,
    n: ratios.length,
    median: median(ratios),
    interval: medianInterval(ratios),
    under: under / ratios.length,
    underInterval: shareInterval(under, ratios.length),
  };
}
