import { counted } from '@/lib/engine/base/format';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { SummaryKind } from '@/lib/engine/session/schema';
import { defineDetector } from '../detector';
import { advise, stepCount, tokens } from '../finding';

/** What stands in place of a summary, by its kind; other kinds are summaries, or cannot be read. */
const instead: Readonly<Partial<Record<SummaryKind, string>>> = {
  empty: 'A blank text',
  short: 'A text of less than 20 tokens',
  error: 'An error or a refusal',
  question: 'A question back to the user',
};

/** A summary that is none: D19 of the field. */
export const summaryEmpty = defineDetector({
  id: 'summary-empty',
  title: 'A recorded summary is not a summary',
  definition:
    'The text of a recorded compaction’s summary is blank, has less than 20 tokens, or is in a few words an error, a refusal or a question back to the user; what the agent writes around it does not count.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const { head, stepCount: all } = session.profile;
    const fake = head.compactions.filter(
      ({ kind, step, reads }) => kind === 'summary' && step < all && instead[reads] !== undefined,
    );
    const [first] = fake;
    if (first === undefined) return null;
    const at = [...new Set(fake.map(({ step }) => step))];
    const what = instead[first.reads] ?? '';
    return {
      at,
      severity: 'error',
      figures: [
        tokens('summary, as it is sent', first.summaryTokens),
        stepCount('compactions', at.length),
      ],
      sentence: `${what} replaces ${counted(first.entry, 'entry', 'entries')}: ${stepList(at)}.`,
      advice: [advise('Reject a summary that is an error or a question, and keep the entries')],
      tab: 'request',
    };
  },
});
