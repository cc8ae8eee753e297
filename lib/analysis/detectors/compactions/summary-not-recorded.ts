import { counted } from '@/lib/engine/base/format';
import { stepList } from '@/lib/analysis/explain/step-list';
import { defineDetector } from '../detector';
import { advise, stepCount } from '../finding';

/** Compactions whose summary nobody can read. */
export const summaryNotRecorded = defineDetector({
  id: 'summary-not-recorded',
  title: 'Summaries are not in the recording',
  definition: 'A recorded compaction holds no text of its summary: it is empty or encrypted there.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const { head, stepCount: all } = session.profile;
    const at = head.compactions
      .filter(
        ({ kind, step, reads }) =>
          kind === 'summary' && step < all && (reads === 'none' || reads === 'sealed'),
      )
      .map(({ step }) => step);
    if (at.length === 0) return null;
    const steps = [...new Set(at)];
    return {
      at: steps,
      severity: 'info',
      figures: [stepCount('without text', steps.length)],
      sentence: `${counted(steps.length, 'compaction')} without a summary’s text: ${stepList(steps)}. What it kept cannot be told.`,
      advice: [advise('Sizes after it follow from the next count; its contents do not')],
      tab: 'request',
    };
  },
});
