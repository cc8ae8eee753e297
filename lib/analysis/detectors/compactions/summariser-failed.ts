import { noteDetector } from '../evidence/note-detector';
import { defineDetector } from '../detector';

/** Failures of the summariser. */
export const summariserFailed = defineDetector({
  id: 'summariser-failed',
  title: 'The summariser failed',
  definition: 'A call of the summariser fails or answers with nothing.',
  of: 'replay',
  // What failed in the recording has a finding of its own.
  find: (evidence) => (evidence.replay.observation === null ? failedCalls(evidence) : null),
});

const failedCalls = noteDetector({
  kind: 'failure',
  severity: 'warning',
  advice: ['Give the summariser less: a failed call leaves a mechanical summary, or none'],
});
