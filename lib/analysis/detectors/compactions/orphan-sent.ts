import { noteDetector } from '../evidence/note-detector';
import { defineDetector } from '../detector';

/** A cut between a call and its result: D9 of the field. */
export const orphanSent = defineDetector({
  id: 'orphan-sent',
  title: 'A result is sent without its call',
  definition:
    'The cut separates a tool result from its call; most providers refuse such a request.',
  of: 'replay',
  find: noteDetector({
    kind: 'orphan',
    severity: 'error',
    advice: ['Move the cut to the beginning of the pair'],
  }),
});
