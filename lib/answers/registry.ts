import type { AnyQuestion } from './model/question';
import { compactions } from './questions/compactions';
import { check } from './questions/check';
import type { CorpusQuestion } from './model/corpus';
import type { LanesQuestion } from './model/lanes';
import { compare } from './questions/compare';
import { cost } from './questions/cost';
import { explain } from './questions/explain';
import { findings } from './questions/findings';
import { fits } from './questions/fits';
import { knobs } from './questions/knobs';
import { outputs } from './questions/outputs';
import { promises } from './questions/promises';
import { recall } from './questions/recall';
import { tune } from './questions/recommend';
import { replay } from './questions/replay';
import { score } from './questions/score';
import { sweep } from './questions/sweep';
import { tokens } from './questions/tokens';

/** Every question about a session. Commands, tools, the API and `highwater/core` are made from this list. */
export const questions: readonly AnyQuestion[] = [
  explain,
  findings,
  replay,
  compactions,
  recall,
  cost,
  knobs,
  fits,
  outputs,
];

/** Every question about replays that stand side by side. */
export const lanesQuestions: readonly LanesQuestion[] = [compare];

/** Every question about many sessions. */
export const corpusQuestions: readonly CorpusQuestion[] = [
  score,
  tokens,
  sweep,
  tune,
  check,
  promises,
];
