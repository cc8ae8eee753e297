import { formatInteger } from '@/lib/engine/base/format';
import { isSetAside } from '@/lib/engine/tokens/usage/placeholders';
import { defineDetector } from '../detector';
import { advise, stepCount, tokens } from '../finding';

/** Counts that were set aside when the session was read. */
export const usageDoubtful = defineDetector({
  id: 'usage-doubtful',
  title: 'A count cannot be one request',
  definition:
    'A count grows by more than what came in can hold, and it is gone again without a compaction, or reads more from the cache than any request put there; or it counts no prompt, next to none, or what the step before counted although the log grew. It is not used: not as real, for a limit, a density or a verdict; it was billed.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const found = session.profile.head.counted.filter(isSetAside);
    const [first] = found;
    if (first === undefined) return null;
    const stands = found.every(({ kind }) => kind === 'placeholder');
    return {
      ...(stands && { title: 'A usage record is a placeholder' }),
      at: found.map(({ step }) => step),
      severity: 'warning',
      figures: [tokens('counted', first.tokens), stepCount('doubtful', found.length)],
      sentence: `Step ${formatInteger(first.step)}: ${first.reason}`,
      detail: stands
        ? 'The counts are shown struck and used for nothing.'
        : 'The counts are shown struck and used for nothing but the bill.',
      advice: [
        advise(
          stands
            ? 'Record the usage of the last chunk of each response: the first one’s is not counted yet'
            : 'Record the usage of each call: a turn’s sum, or a sub-agent’s, is the size of no request',
        ),
      ],
    };
  },
});
