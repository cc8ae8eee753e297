import { noteDetector } from '../evidence/note-detector';
import { defineDetector } from '../detector';

/** Failures of the summariser. */
export const summariserFailed = defineDetector({
  id: 'summariser-failed',
  title: 'The summariser failed',
  definition: 'A call of the summariser fails or answers with nothing.',
  of: 'replay',
  find: noteDetector({
    kind: 'failure',
    severity: 'warning',
    advice: ['Give the summariser less: a failed call leaves a mechanical summary, or none'],
  }),
});
