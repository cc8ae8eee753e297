import type { Settings } from '@/lib/engine/policy/fields';
import { undecidedWords, type CoveredSession, type Telling } from '@/lib/tuning/evidence/coverage';
import { wouldDecide } from '@/lib/tuning/evidence/would-decide';
import type { Recommendation } from '@/lib/tuning/recommend/recommendation';
import {
  answerWords,
  deciderWords,
  edgeWords,
  holdOutWords,
} from '@/lib/tuning/recommend/recommendation-words';
import { sensitivityWords, type SensitivityRow } from '@/lib/tuning/recommend/sensitivity';
import type { TuneField } from '@/lib/tuning/recommend/tune-field';
import type { TuneWords } from './tune-messages';

/** The sentences of a recommendation: they need the field, which stays in the worker. */
export const wordsOf = (
  field: TuneField,
  telling: Telling,
  recommendation: Recommendation,
  { sessions, today }: { readonly sessions: readonly CoveredSession[]; readonly today: Settings },
  assumptions: readonly SensitivityRow[] = [],
): TuneWords => ({
  answer: answerWords(field, recommendation),
  edges: edgeWords(field, recommendation),
  decider: deciderWords(field, recommendation),
  byTime: holdOutWords(field, recommendation.byTime),
  bySession: holdOutWords(field, recommendation.bySession),
  undecided: undecidedWords(field, telling),
  wouldDecide: wouldDecide(field, telling, sessions, today),
  sensitivity: sensitivityWords(assumptions),
});
