import type { ModelSection } from './figure';

/** Section 2 of the page; its operands are edited by the reader. */
export const formulaSection = (): ModelSection => ({
  id: 'formula',
  title: 'The formula',
  lead: [
    'threshold-strategy-v2.md, “Token estimation: calibrated heuristic”: correction = clamp(last real ÷ last heuristic, 1.0, 5.0); calibrated = current heuristic × correction; the decision value is the larger of last real and calibrated. Without a last real or a last heuristic the default factor takes the correction’s place. Change any operand; the address keeps them.',
  ],
  parts: [],
});
