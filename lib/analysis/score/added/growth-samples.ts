import { intAt } from '@/lib/engine/base/read';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { TextCounts } from '@/lib/engine/tokens/text/text-counts';
import { countedRequests } from '../tokenizer-score';
import { addedSteps } from './added-steps';
import type { PartSample } from './part-score';

/**
 * What an estimator of texts counts of a step's addition, divided by what the real count grew by: a
 * prefix that the trace lacks is in neither. Steps that added nothing, or whose request did not grow, are left out.
 */
export function growthSamples(session: Replayable, counts: TextCounts): readonly PartSample[] {
  const requests = countedRequests(session.profile, counts);
  const { real } = session.profile.steps;
  return addedSteps(session).flatMap(({ step, from, script, category }) => {
    const grown = intAt(real, step) - intAt(real, from);
    const counted = intAt(requests, step) - intAt(requests, from);
    return grown > 0 && category !== null ? [{ ratio: counted / grown, script, category }] : [];
  });
}
