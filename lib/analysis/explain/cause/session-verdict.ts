import { figuresText, loopText, tallyOf, type NetEffect } from '../net-effect';
import type { Clause } from './cause';
import { changePrefix } from './changes';
import { controlOf, type CauseContext } from './context';
import { bad, say } from '@/lib/engine/base/answer/words';

/** What a what-if makes of the session beside its control; null where nothing is changed. */
export function sessionEffect({ replay, subject, changes }: CauseContext): NetEffect | null {
  if (changes.length === 0) return null;
  return { before: tallyOf(controlOf(subject)), after: tallyOf(replay) };
}

/**
 * The verdict of a what-if on the session, which stands before that of its step: "With a window of 154,999,
 * the session loops: overflows 1 → 0, compactions 0 → 66."
 */
export function sessionVerdict({ changes }: CauseContext, effect: NetEffect): Clause {
  const loop = loopText(effect);
  const figures = `${figuresText(effect)}.`;
  const subject = loop === '' ? 'over the session' : `the session ${loop}`;
  const { before, after } = effect;
  const harm = after.loop !== null || after.overflows > before.overflows;
  return {
    cause: null,
    words: harm
      ? bad(`${changePrefix(changes)}${subject}: ${figures}`)
      : say`${changePrefix(changes)}${subject}: ${figures}`,
    evidence: null,
    figures: {
      compactions: after.compactions,
      overflows: after.overflows,
      ...(after.loop === null ? {} : { loop: after.loop }),
    },
  };
}
