import { noteDetector } from '../evidence/note-detector';
import { defineDetector } from '../detector';

/** A compaction that changes nothing: D14 of the field. */
export const noOp = defineDetector({
  id: 'no-op',
  title: 'It fires and nothing changes',
  definition: 'The threshold is reached, but the policy finds nothing it may summarise or drop.',
  of: 'replay',
  find: noteDetector({
    kind: 'no-op',
    severity: 'error',
    advice: ['Keep a shorter tail: what is kept is all there is'],
  }),
});
