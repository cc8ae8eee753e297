import type { CorpusQuestion } from '@/lib/answers/model/corpus';
import type { LanesQuestion } from '@/lib/answers/model/lanes';
import { corpusQuestions, lanesQuestions } from '@/lib/answers/registry';
import { handler, notFound } from '../handler';
import { answerCorpus } from './corpus-request';
import { answerLanes } from './lanes-request';

interface QuestionPath {
  readonly question: string;
}

/** The handler of questions about several sessions. Each has a path of its own in the document. */
export const questionHandler = (
  lanes: readonly LanesQuestion[],
  corpora: readonly CorpusQuestion[],
) =>
  handler<QuestionPath>(
    { at: 'POST /api/{question}', about: 'A question about several sessions.' },
    ({ db, params, request }) => {
      const ofLanes = lanes.find(({ id }) => id === params.question);
      if (ofLanes !== undefined) return answerLanes(db, ofLanes, request);
      const ofCorpus = corpora.find(({ id }) => id === params.question);
      if (ofCorpus !== undefined) return answerCorpus(db, ofCorpus, request);
      throw notFound('question');
    },
  );

/** POST /api/[question]: what the command line prints of the same question. */
export const postSessionsQuestion = questionHandler(lanesQuestions, corpusQuestions);
