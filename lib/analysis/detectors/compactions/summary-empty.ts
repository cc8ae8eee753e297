import { counted, formatInteger } from '@/lib/base/format';
import { stepList } from '@/lib/analysis/explain/step-list';
import { defineDetector } from '../detector';
import { advise, stepCount, tokens } from '../finding';

/** Fewer tokens summarise nothing. */
const LEAST = 20;

/** A summary that is none: D19 of the field, as far as sizes show it. */
export const summaryEmpty = defineDetector({
  id: 'summary-empty',
  title: 'A recorded summary is next to nothing',
  definition: 'A recorded compaction’s summary has text, but less than 20 tokens of it.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const { head, stepCount: all } = session.profile;
    const empty = head.compactions.filter(
      ({ kind, step, summaryBytes, summaryTokens }) =>
        kind === 'summary' && step < all && summaryBytes > 0 && summaryTokens < LEAST,
    );
    const [first] = empty;
    if (first === undefined) return null;
    const at = [...new Set(empty.map(({ step }) => step))];
    return {
      at,
      severity: 'error',
      figures: [tokens('summary', first.summaryTokens), stepCount('compactions', at.length)],
      sentence: `${formatInteger(first.summaryTokens)} tokens replace ${counted(first.entry, 'entry', 'entries')}: ${stepList(at)}.`,
      advice: [advise('Reject a summary that is an error or a question, and keep the entries')],
      tab: 'request',
    };
  },
});
