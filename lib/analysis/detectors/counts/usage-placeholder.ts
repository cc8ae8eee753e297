import { sizedOutputs } from '@/lib/analysis/cost/sized-output';
import { counted, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { defineDetector } from '../detector';
import { advise, share, stepCount } from '../finding';

/** From this share of the responses on, totals of the output say nothing. */
const MANY = 0.1;

/** Output counts that are smaller than the text they count: taken while it was still streaming. */
export const usagePlaceholder = defineDetector({
  id: 'usage-placeholder',
  title: 'Output counts are placeholders',
  definition:
    'The output count of a response is less than 80 % of the least that its visible text and calls can be.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const { placeholders, judged, counted: told, visible } = sizedOutputs(session);
    const low = placeholders.length;
    if (low === 0) return null;
    const part = told / visible;
    return {
      at: placeholders,
      severity: low >= MANY * judged ? 'warning' : 'info',
      figures: [stepCount('too low', low), share('counted of visible', part)],
      sentence: `${formatInteger(low)} of ${counted(judged, 'output count')} ${low === 1 ? 'is a placeholder' : 'are placeholders'}: ${formatPercent(part)} of what is visible of the response, taken while it was streaming.`,
      advice: [advise('Take the usage of the last chunk of a stream, not of its first')],
    };
  },
});
