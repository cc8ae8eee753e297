import * as z from 'zod';
import { replaySeconds } from '@/lib/tuning/sweep/sweep-cost';
import { coreNumbers } from '../model/core-numbers';
import { defineCorpusQuestion } from '../model/corpus';
import { QuestionError } from '../model/question';
import type { PromiseChanges, PromiseFigure } from '../report/promises/score-promise';
import { promisedSettings, promisesField, scorePromises, tallyWords } from './parts/kept-promises';
import { promiseBlocks, standingWords } from './parts/promise-blocks';
import { sweepSession } from './parts/swept-corpus';

/** Whether settings that were recommended and taken did what was promised of them. */
export const promises = defineCorpusQuestion({
  id: 'promises',
  title: 'Promises kept',
  about:
    'Scores recommendations that were copied or recorded by later recordings of the same agent under their settings: overflows, compactions per 100 steps and cost inside or outside of what was promised, a changed prefix, model or version named first.',
  input: z.strictObject({ promises: promisesField }),
  output: z.object({
    kept: z.int(),
    broken: z.int(),
    waiting: z.int().describe('No later recording is there yet'),
    words: z.string().nullable().describe('The tally in a sentence; null without a promise'),
    promises: z.array(
      z.object({
        policy: z.string(),
        limit: z.int().nullable(),
        settings: z.record(z.string(), z.unknown()),
        standing: z.enum(['kept', 'broken', 'waiting']),
        words: z.string(),
        later: z.int().describe('Later sessions that score it'),
        groups: z.int().describe('Repositories that they are of'),
        otherwise: z.int().describe('Later sessions that ran under other settings'),
        changes: coreNumbers<PromiseChanges>('What differs beside the settings'),
        figures: z
          .array(coreNumbers<PromiseFigure>('What was promised, and what was recorded'))
          .readonly(),
      }),
    ),
  }),
  most: { promises: 100 },
  take: sweepSession,
  work({ taken }) {
    const steps = taken.map(({ session }) => session.profile.stepCount);
    return {
      replays: taken.length,
      steps: steps.reduce((sum, own) => sum + own, 0),
      seconds: steps.reduce((sum, own) => sum + replaySeconds(own), 0),
    };
  },
  *run({ taken }, { promises: file }) {
    if (file === undefined) {
      throw new QuestionError(
        'promises',
        'No promise is given: name a file that "tune --record" wrote.',
      );
    }
    const scored = yield* scorePromises(file.promises, taken);
    const of = (wanted: string): number =>
      scored.filter(({ standing }) => standing === wanted).length;
    return {
      ...{ kept: of('kept'), broken: of('broken'), waiting: of('waiting') },
      words: tallyWords(scored),
      promises: scored.map((one) => {
        const { policy, limit } = one.promise;
        const settings = promisedSettings(one.promise);
        const { standing, later, groups, otherwise, changes, figures } = one;
        return {
          ...{ policy, limit, settings, standing, words: standingWords(one) },
          ...{ later, groups, otherwise, changes, figures },
        };
      }),
      scored,
    };
  },
  tell: ({ scored }) => promiseBlocks(scored),
});
