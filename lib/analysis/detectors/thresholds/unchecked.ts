import { noteDetector } from '../evidence/note-detector';
import { defineDetector } from '../detector';

/** Steps between two checkpoints: D7 of the field. */
export const unchecked = defineDetector({
  id: 'unchecked',
  title: 'The threshold is reached between checks',
  definition: 'The threshold is reached at a step at which the policy does not look.',
  of: 'replay',
  find: noteDetector({
    kind: 'unchecked',
    severity: 'warning',
    advice: ['Check before every call: a chain of tool calls has no other place'],
  }),
});
