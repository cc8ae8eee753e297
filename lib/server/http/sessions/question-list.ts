import { inputFields } from '@/lib/answers/model/fields';
import type { AnyQuestion } from '@/lib/answers/model/question';
import { questions } from '@/lib/answers/registry';
import { questionsSchema, type QuestionBrief } from '@/lib/api/contract/answers-contract';
import { handler, reply } from '../handler';

/** A question as a page lists it. */
const briefOf = ({ id, title, about, input }: AnyQuestion): QuestionBrief => ({
  id,
  title,
  about,
  fields: inputFields(input).map((field) => ({
    key: field.key,
    about: field.about,
    type: field.type,
    values: field.values,
  })),
});

/** The handler that lists questions. */
export const questionList = (list: readonly AnyQuestion[]) =>
  handler(
    {
      at: 'GET /api/questions',
      about: 'Every question about a session, with its own fields.',
      answer: questionsSchema,
    },
    () => Promise.resolve(reply(questionsSchema, { questions: list.map(briefOf) })),
  );

export const getQuestions = questionList(questions);
