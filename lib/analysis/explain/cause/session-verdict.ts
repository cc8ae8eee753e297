import { oncePer } from '@/lib/engine/base/once/once-per';
import type { Replay } from '@/lib/engine/replay/replay';
import { tallyOf, type NetEffect } from '../net-effect';
import {
  compactedSteps,
  overflowSteps,
  recordedSentence,
  whatIfSentence,
} from '../session-sentence';
import type { Clause } from './cause';
import { controlOf, judgementOf, type CauseContext, type CauseSubject } from './context';

/** What a what-if makes of the session beside its control; null where nothing is changed. */
export function sessionEffect({ replay, subject, changes }: CauseContext): NetEffect | null {
  if (changes.length === 0) return null;
  return { before: tallyOf(controlOf(subject)), after: tallyOf(replay) };
}

/** The session in one sentence, which stands before that of its step: the recording, or the what-if. */
export function sessionVerdict(context: CauseContext, effect: NetEffect | null): Clause {
  const { replay, subject, changes } = context;
  if (effect === null) return recordedVerdict(subject)(replay);
  const { compactions, overflows, loop } = effect.after;
  return {
    cause: null,
    words: whatIfSentence(changes, effect, replay),
    evidence: null,
    figures: { compactions, overflows, ...(loop === null ? {} : { loop }) },
  };
}

/** Of a recording it is the same at every step. */
const recordedVerdict = oncePer((subject: CauseSubject) =>
  oncePer((replay: Replay): Clause => {
    const isJudged = replay.observation !== null && compactedSteps(replay).length > 0;
    return {
      cause: null,
      words: recordedSentence(replay, isJudged ? judgementOf(subject) : null),
      evidence: null,
      figures: {
        compactions: compactedSteps(replay).length,
        overflows: overflowSteps(replay).length,
      },
    };
  }),
);
