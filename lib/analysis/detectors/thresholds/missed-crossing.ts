import { formatInteger } from '@/lib/engine/base/format';
import { backgroundAt } from '@/lib/analysis/explain/background';
import { stepList } from '@/lib/analysis/explain/step-list';
import { reaches } from '@/lib/analysis/explain/ledger-decision';
import {
  compacts,
  isAskedProjected,
  overflows,
  realAsked,
} from '@/lib/analysis/explain/step-events';
import type { Replay } from '@/lib/engine/replay/replay';
import { defineDetector } from '../detector';
import { comparesTokens, stepsOf, tokenThresholdAt, valueAt } from '../evidence/decided';
import { advise, stepCount, tokens } from '../finding';

/** Steps whose real request was at the threshold while the policy thought it was not: D25, too late. */
export const missedCrossing = defineDetector({
  id: 'missed-crossing',
  title: 'Above the threshold without a compaction',
  definition:
    'An accepted request is, by the provider’s count, at or above the threshold while the decision stays below it for 2 or more steps in a row.',
  of: 'replay',
  find: ({ replay }) => {
    if (!comparesTokens(replay)) return null;
    const all = Array.from({ length: stepsOf(replay) }, (_, step) => step);
    const missed = all.filter((step) => isMissed(replay, step));
    // One step is what looking one step back costs; a second in a row is a wrong count.
    const at = missed.filter((step, i) => missed[i - 1] === step - 1 || missed[i + 1] === step + 1);
    const [first] = at;
    if (first === undefined) return null;
    const [real, value] = [realAsked(replay, first), valueAt(replay, first)];
    const threshold = tokenThresholdAt(replay, first);
    const n = formatInteger;
    return {
      at,
      severity: 'warning',
      figures: [
        stepCount('missed', at.length),
        tokens('real', real),
        tokens('decision', value),
        tokens('threshold', threshold),
      ],
      sentence: `${n(real)} real at step ${n(first)}, decided on ${n(value)} of ${n(threshold)}: ${stepList(at)}.`,
      advice: [advise('Decide with the last real, or count what the estimate leaves out')],
    };
  },
});

function isMissed(replay: Replay, step: number): boolean {
  if (overflows(replay, step) || compacts(replay, step) || reaches(replay, step)) return false;
  if (backgroundAt(replay, step) !== null) return false;
  if (isAskedProjected(replay, step) || Number.isNaN(valueAt(replay, step))) return false;
  return realAsked(replay, step) >= tokenThresholdAt(replay, step);
}
