import type { AnyQuestion } from './model/question';
import { compactions } from './questions/compactions';
import { cost } from './questions/cost';
import { explain } from './questions/explain';
import { findings } from './questions/findings';
import { recall } from './questions/recall';
import { replay } from './questions/replay';

/** Every question about a session. Commands, tools, the API and `highwater/core` are made from this list. */
export const questions: readonly AnyQuestion[] = [
  explain,
  findings,
  replay,
  compactions,
  recall,
  cost,
];
