import { intAt } from '@/lib/engine/base/read';
import { formatInteger } from '@/lib/engine/base/format';
import { reaches } from '@/lib/analysis/explain/ledger-decision';
import { stepList } from '@/lib/analysis/explain/step-list';
import { defineDetector, type Draft } from './detector';
import { recordedCompactions, replayedCompactions } from './evidence/compactions';
import type { Evidence } from './evidence/evidence';
import { stepsOf } from './evidence/decided';
import { refillWords } from './evidence/refill';
import { advise, stepCount, tokens } from './finding';
import { loopRule, loopStep, NO_PROGRESS_PERCENT } from '@/lib/analysis/explain/outcome/loop-watch';

/** Compaction without progress: the detector D1 of the field. */
export const loop = defineDetector({
  ...loopRule,
  title: 'Compactions make no progress',
  of: 'replay',
  find: (evidence) => [...recordedVain(evidence), ...replayedLoop(evidence)],
});

function replayedLoop(evidence: Evidence): readonly Draft[] {
  const { replay } = evidence;
  const step = loopStep(replay);
  if (step < 0) return [];
  const { heuristic, heuristicSent } = replay.columns;
  const all = replayedCompactions(replay);
  const index = all.findIndex((one) => one.step === step);
  const [from, to] = [all[Math.max(0, index - 1)], all[index]];
  const refill = from && to && from !== to ? refillWords(evidence, from, to) : null;
  const [before, sent] = [intAt(heuristic, step), intAt(heuristicSent, step)];
  const next = step + 1 < stepsOf(replay) && reaches(replay, step + 1);
  return [
    {
      at: [step],
      severity: 'error',
      figures: [
        tokens('estimate before', before),
        tokens('estimate after', sent),
        stepCount('compactions in all', all.length),
        ...(refill?.figures ?? []),
      ],
      sentence: `Step ${formatInteger(step)} compacts ${formatInteger(before)} counted tokens to ${formatInteger(sent)}${next ? ', and the threshold is reached again' : ': almost all of it stays'}.`,
      detail: refill?.detail ?? '',
      advice: [
        advise(
          'Remove what a compaction cannot: a large prefix, a long tail, a result that is read again each time',
        ),
        advise('Use a larger window, or compact to well below the threshold'),
      ],
    },
  ];
}

/** Recorded compactions that left almost all of the request. */
function recordedVain({ replay }: Evidence): readonly Draft[] {
  const vain = recordedCompactions(replay.session.profile).filter(
    ({ before, after }) => before > 0 && after >= 0 && 100 * after >= NO_PROGRESS_PERCENT * before,
  );
  const [first] = vain;
  if (first === undefined) return [];
  const at = vain.map(({ step }) => step);
  const n = formatInteger;
  return [
    {
      of: 'recording',
      at,
      severity: 'error',
      title: 'Recorded compactions made no progress',
      figures: [
        tokens('before', first.before),
        tokens('after', first.after),
        stepCount('without progress', at.length),
      ],
      sentence: `${n(first.before)} tokens before, ${n(first.after)} after: ${stepList(at)}.`,
      advice: [advise('Look at what is kept or put back: it is nearly all that was there')],
    },
  ];
}
