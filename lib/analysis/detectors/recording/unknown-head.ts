import {
  unknownHead as headOf,
  unknownHeadText,
} from '@/lib/analysis/explain/recording/unknown-head';
import { defineDetector } from '../detector';
import { advise, tokens } from '../finding';

/** A recording that starts in the middle. */
export const unknownHead = defineDetector({
  id: 'unknown-head',
  title: 'The recording starts in the middle',
  definition: 'The first request holds a conversation that the recording lacks.',
  of: 'recording',
  find: ({ replay: { session }, about }) => {
    const head = headOf(session);
    if (head === null) return null;
    return {
      at: [Math.max(0, session.projection.runs.pairs[0]?.to ?? 0)],
      severity: 'info',
      figures: [tokens('not recorded', head.tokens), tokens('prefix', head.prefix)],
      sentence: unknownHeadText(session, about.agent) ?? '',
      advice: [advise('Import the session from its first file on, where there is one')],
    };
  },
});
