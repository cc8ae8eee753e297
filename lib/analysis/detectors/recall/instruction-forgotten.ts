import { counted, formatInteger } from '@/lib/engine/base/format';
import { stepList } from '@/lib/analysis/explain/step-list';
import { advise, count, stepCount } from '../finding';
import { defineRecallDetector, stepOf } from './recall-detector';

/** Instructions that a recorded compaction took out of the context and its summary does not quote. */
export const instructionForgotten = defineRecallDetector({
  id: 'instruction-forgotten',
  title: 'Instructions are gone after a compaction',
  definition:
    'After a recorded compaction instructions stand neither in the request, as they were or put back, nor in any line of the summary.',
  of: 'recording',
  find: ({ recall }) => {
    const hit = recall.report.recorded
      .map((one) => ({
        ...one,
        gone: one.pinned.filter(({ what, fate }) => what === 'instructions' && fate === 'gone'),
      }))
      .filter(({ gone }) => gone.length > 0);
    const [first] = hit;
    const [lost] = first?.gone ?? [];
    if (first === undefined || lost === undefined) return null;
    const at = hit.map(stepOf);
    const lines = first.gone.reduce((sum, { pieces }) => sum + pieces, 0);
    return {
      at,
      severity: 'warning',
      figures: [count('instructions', first.gone.length), stepCount('compactions', at.length)],
      sentence: `After the compaction at ${stepList(at)} none of the ${counted(lines, 'line')} of instructions that stood in entry ${formatInteger(lost.entry)} is in the request: no entry holds them, and the summary quotes none.`,
      detail: 'A summary may say them in other words; that is not searched for.',
      advice: [
        advise('Put instructions in the system prompt, or send them again after a compaction'),
      ],
      tab: 'compactions',
    };
  },
});
