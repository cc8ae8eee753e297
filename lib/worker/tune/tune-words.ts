import type { Words } from '@/lib/engine/base/answer/words';
import type { Settings } from '@/lib/engine/policy/fields';
import { undecidedWords, type SessionCoverage, type Telling } from '@/lib/tuning/evidence/coverage';
import { wouldDecide, type WouldDecide } from '@/lib/tuning/evidence/would-decide';
import type { Recommendation } from '@/lib/tuning/recommend/recommendation';
import {
  answerWords,
  deciderWords,
  edgeWords,
  holdOutWords,
} from '@/lib/tuning/recommend/recommendation-words';
import { sharedWords } from '@/lib/tuning/shared-steps';
import { sensitivityWords, type Sensitivity } from '@/lib/tuning/recommend/sensitivity';
import type { TuneField } from '@/lib/tuning/recommend/tune-field';

/** A recommendation in sentences. */
export interface TuneWords {
  readonly answer: Words;
  readonly edges: string;
  readonly decider: Words;
  readonly byTime: Words;
  readonly bySession: Words;
  /** A sentence for each axis along which no recorded session differs. */
  readonly undecided: readonly string[];
  /** For each of them what the recorded sessions have of what would decide it. */
  readonly wouldDecide: readonly WouldDecide[];
  /** Says that some sessions hold copies of another's calls; null for none. */
  readonly copies: string | null;
  /** What the answer comes to if what nobody recorded was otherwise; empty while that is not known. */
  readonly sensitivity: string;
}

/** What the sentences are about beside the field. */
interface WordSources {
  readonly sessions: readonly SessionCoverage[];
  readonly today: Settings;
  /** Steps of each session that another one counts. */
  readonly copied: readonly number[];
}

/** The sentences of a recommendation: they need the field, which stays in the worker. */
export const wordsOf = (
  field: TuneField,
  telling: Telling,
  recommendation: Recommendation,
  { sessions, today, copied }: WordSources,
  assumptions: Sensitivity = { rows: [], mayCompact: null },
): TuneWords => ({
  answer: answerWords(field, recommendation),
  edges: edgeWords(field, recommendation),
  decider: deciderWords(field, recommendation),
  byTime: holdOutWords(field, recommendation.byTime),
  bySession: holdOutWords(field, recommendation.bySession),
  undecided: undecidedWords(field, telling),
  wouldDecide: wouldDecide(field, telling, sessions, today),
  copies: sharedWords(copied),
  sensitivity: sensitivityWords(assumptions),
});
