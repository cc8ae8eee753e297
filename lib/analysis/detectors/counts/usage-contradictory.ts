import { defineDetector } from '../detector';
import { advise, count } from '../finding';

/** Contradictions inside usage records, which only the importer saw. */
export const usageContradictory = defineDetector({
  id: 'usage-contradictory',
  title: 'Usage records contradict themselves',
  definition: 'The importer found usage records whose fields do not add up, or absurd counts.',
  of: 'recording',
  find: ({ about }) =>
    about.notices
      .filter(({ code }) => code.startsWith('usage-'))
      .map(({ message, times, at }) => ({
        at: [],
        severity: 'warning' as const,
        figures: [count('times', times)],
        sentence: at.length === 0 ? message : `${message} (in the trace at ${at.join(', ')})`,
        advice: [
          advise('Compare the records with the provider’s bill before relying on these counts'),
        ],
        tab: 'receipt' as const,
      })),
});
