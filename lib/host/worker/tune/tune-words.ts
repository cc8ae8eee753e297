import { undecidedWords, type Telling } from '@/lib/tuning/evidence/coverage';
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
  assumptions: readonly SensitivityRow[] = [],
): TuneWords => ({
  answer: answerWords(field, recommendation),
  edges: edgeWords(field, recommendation),
  decider: deciderWords(field, recommendation),
  byTime: holdOutWords(field, recommendation.byTime),
  bySession: holdOutWords(field, recommendation.bySession),
  undecided: undecidedWords(field, telling),
  sensitivity: sensitivityWords(assumptions),
});
