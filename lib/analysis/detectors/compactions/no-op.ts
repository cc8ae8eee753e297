import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { Replay } from '@/lib/engine/replay/replay';
import { defineDetector } from '../detector';
import { replayedCompactions } from '../evidence/compactions';
import { advise, stepCount } from '../finding';

/** A compaction that changes nothing: D14 of the field. */
export const noOp = defineDetector({
  id: 'no-op',
  title: 'It fires and nothing changes',
  definition:
    'The threshold is reached, but the policy finds nothing it may summarise or drop, or it summarises no entry that the summary before did not hold.',
  of: 'replay',
  find: ({ replay }) => {
    const noted = replay.notes.events.filter(({ kind }) => kind === 'no-op');
    const vain = vainSteps(replay);
    const at = [...new Set([...noted.map(({ step }) => step), ...vain])].sort((a, b) => a - b);
    const [first] = at;
    if (first === undefined) return null;
    const text =
      noted.find(({ step }) => step === first)?.text ??
      `Step ${formatInteger(first)} compacts no entry that was not compacted before.`;
    return {
      at,
      severity: 'error',
      figures: [stepCount('steps', at.length)],
      sentence: at.length === 1 ? text : `${text} ${stepList(at).replace('step', 'Step')}.`,
      advice: [
        text.includes('answered')
          ? advise('Answer the open call, or take it out of the log: it holds up every compaction')
          : advise('Keep a shorter tail: what is kept is all there is'),
      ],
    };
  },
});

/** Compactions that cover no entry more than before, and shorten none. */
function vainSteps(replay: Replay): readonly number[] {
  const { columns, notes } = replay;
  const changed = new Set([...notes.kept, ...notes.elisions].map(({ step }) => step));
  return replayedCompactions(replay)
    .filter(({ step, covered }) => covered <= intAt(columns.watermarkBefore, step))
    .map(({ step }) => step)
    .filter((step) => !changed.has(step));
}
