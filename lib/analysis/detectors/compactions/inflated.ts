import { noteDetector } from '../evidence/note-detector';
import { defineDetector } from '../detector';

/** A summary that the policy itself rejects as too large. */
export const inflated = defineDetector({
  id: 'summary-rejected',
  title: 'Summaries are rejected as too large',
  definition: 'The policy rejects a summary, because the request would have grown.',
  of: 'replay',
  find: noteDetector({
    kind: 'inflated',
    severity: 'warning',
    advice: ['Compact more at once: a short head is no larger than its summary'],
  }),
});
