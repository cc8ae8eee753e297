import { formatInteger } from '@/lib/engine/base/format';
import { defineDetector } from '../detector';
import { reachedSteps } from '../evidence/decided';
import { advise, stepCount } from '../finding';

/** A policy that has stopped compacting for good: D21 of the field. */
export const breakerOpen = defineDetector({
  id: 'breaker-open',
  title: 'It has stopped compacting',
  definition: 'The policy switched itself off, and the threshold is reached afterwards.',
  of: 'replay',
  find: ({ replay }) => {
    const broke = replay.notes.events.find(({ kind }) => kind === 'breaker');
    if (broke === undefined) return null;
    const at = reachedSteps(replay).filter(
      (step) => step > broke.step && replay.columns.compacted[step] !== 1,
    );
    if (at.length === 0) return null;
    return {
      at,
      first: broke.step,
      severity: 'error',
      figures: [stepCount('reached afterwards', at.length)],
      sentence: `${broke.text} ${formatInteger(at.length)} later steps reach the threshold in vain.`,
      advice: [advise('Start a new session there, or allow more failures in a row')],
    };
  },
});
