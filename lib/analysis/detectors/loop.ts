import { intAt } from '@/lib/base/read';
import { formatInteger } from '@/lib/base/format';
import { defineDetector } from './detector';
import { replayedCompactions } from './evidence/compactions';
import { refillWords } from './evidence/refill';
import { advise, stepCount, tokens } from './finding';
import { loopRule, loopStep } from './loop-watch';

/** Compaction without progress: the detector D1 of the field. */
export const loop = defineDetector({
  ...loopRule,
  title: 'Compactions make no progress',
  of: 'replay',
  find: (evidence) => {
    const { replay } = evidence;
    const step = loopStep(replay);
    if (step < 0) return null;
    const { heuristic, heuristicSent } = replay.columns;
    const all = replayedCompactions(replay);
    const index = all.findIndex((one) => one.step === step);
    const [from, to] = [all[Math.max(0, index - 1)], all[index]];
    const refill = from && to && from !== to ? refillWords(evidence, from, to) : null;
    const [before, sent] = [intAt(heuristic, step), intAt(heuristicSent, step)];
    return {
      at: [step],
      severity: 'error',
      figures: [
        tokens('estimate before', before),
        tokens('estimate after', sent),
        stepCount('compactions in all', all.length),
        ...(refill?.figures ?? []),
      ],
      sentence: `Step ${formatInteger(step)} compacts ${formatInteger(before)} counted tokens to ${formatInteger(sent)}, and the threshold is reached again.`,
      detail: refill?.detail ?? '',
      advice: [
        advise(
          'Remove what a compaction cannot: a large prefix, a long tail, a result that is read again each time',
        ),
        advise('Use a larger window, or compact to well below the threshold'),
      ],
    };
  },
});
