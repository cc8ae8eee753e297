import { distanceOf, type EstimatorScore, type EstimatorTable } from './estimator-score';

/** A row of the table as it is shown. */
export interface RankedScore extends EstimatorScore {
  /** p99 − p1; NaN where nothing was compared. */
  readonly spread: number;
  /** No row of its part is under by more than 5 % less often; none where all are alike. */
  readonly leastUnder: boolean;
}

/** The table in the order it is read. */
interface RankedTable {
  /** Every estimator, the smallest worst miss first. */
  readonly steps: readonly RankedScore[];
  /** Ranking on first steps, before any usage is known. */
  readonly firsts: readonly RankedScore[];
}

/**
 * Sorts by the worst miss, then by spread: one step far off is what overflows, and quantiles hide it.
 * Marks the least share under; the image row only where there are images.
 */
export function rankEstimators({ scores, images, inForce }: EstimatorTable): RankedTable {
  const shown = scores.filter(
    ({ variant, n }) =>
      n > 0 && (images > 0 || variant.id !== 'anchor-delta' || variant.id === inForce),
  );
  const first = (score: EstimatorScore): boolean => score.variant.over === 'first';
  return {
    steps: rank(shown.filter((score) => !first(score))),
    firsts: rank(shown.filter(first)),
  };
}

function rank(scores: readonly EstimatorScore[]): readonly RankedScore[] {
  const unders = scores.map(({ under }) => under);
  const least = Math.min(...unders);
  const differ = least < Math.max(...unders);
  return scores
    .map((score) => ({
      ...score,
      spread: score.p99 - score.p1,
      leastUnder: differ && score.under === least,
    }))
    .sort((a, b) => missOf(a) - missOf(b) || a.spread - b.spread);
}

const missOf = ({ worst }: EstimatorScore): number =>
  worst === null ? Infinity : distanceOf(worst);
