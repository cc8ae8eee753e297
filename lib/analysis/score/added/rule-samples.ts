import type { Replayable } from '@/lib/engine/replay/prepare';
import { missesOf } from '../estimator-score';
import type { EstimatorVariant } from '../estimator-variants';
import { scoredSteps } from '../scored-steps';
import { addedSteps } from './added-steps';
import type { PartSample } from './part-score';

/**
 * A rule's estimates one step ahead, each with what its step added; the first steps of runs, which no
 * other comes before, are left out.
 */
export function ruleSamples(session: Replayable, variant: EstimatorVariant): readonly PartSample[] {
  const added = new Map(addedSteps(session).map((one) => [one.step, one]));
  return missesOf(session, scoredSteps(session), variant).flatMap(({ step, ratio }) => {
    const one = added.get(step);
    return one === undefined ? [] : [{ ratio, script: one.script, category: one.category }];
  });
}
