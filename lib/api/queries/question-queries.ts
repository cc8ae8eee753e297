'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { json, path, request, send } from '../client';
import { blocksSchema, BLOCKS_TYPE, questionsSchema } from '../contract/answers-contract';
import { useAnswer } from './use-answer';

/** A question as it is asked of a session: its id, and the body of the request. */
export interface SessionQuestion {
  readonly id: string;
  readonly question: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const asking = ({ body }: SessionQuestion, accept: string): RequestInit => {
  const init = json('POST', body);
  return { ...init, headers: { ...init.headers, accept } };
};

const urlOf = ({ id, question }: SessionQuestion): string => path`/api/sessions/${id}/${question}`;

/** Every question about a session. */
export const useQuestions = () =>
  useAnswer(['questions'], questionsSchema, '/api/questions', { staleTime: Infinity });

/** The answer to a question in blocks; the one before stays until it has arrived. */
export const useBlocks = (asked: SessionQuestion) =>
  useQuery({
    queryKey: ['blocks', asked.id, asked.question, asked.body],
    queryFn: ({ signal }) =>
      request(blocksSchema, urlOf(asked), { ...asking(asked, BLOCKS_TYPE), signal }),
    placeholderData: keepPreviousData,
  });

/** The same answer as another program or a person gets it. @throws ApiError */
export const answerAs = async (asked: SessionQuestion, accept: string): Promise<string> =>
  (await send(urlOf(asked), asking(asked, accept))).text();
