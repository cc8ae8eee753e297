'use client';

import { useQuery } from '@tanstack/react-query';
import type { SettingsPromise } from '@/lib/answers/report/promises/schema';
import { json, path, request } from '../client';
import { blocksSchema, BLOCKS_TYPE } from '../contract/answers-contract';
import { changedSchema } from '../contract/contract';
import type { CorpusChoice } from '../contract/filter-address';
import { promiseListSchema, storedPromiseSchema } from '../contract/promise-contract';
import { useAnswer, useChange } from './use-answer';

const promisedKey = ['promised'];
const promisedAnswer = promiseListSchema.transform(({ promised }) => promised);

/** The promises that the library keeps, the oldest first. */
export const usePromised = () => useAnswer(promisedKey, promisedAnswer, '/api/promised');

/** What the sessions of a corpus make of them; nothing is fetched while there are none. */
export const usePromiseScore = (choice: CorpusChoice, isAsked: boolean) =>
  useQuery({
    queryKey: [...promisedKey, 'score', choice],
    queryFn: ({ signal }) => {
      const init = json('POST', choice);
      const headers = { ...init.headers, accept: BLOCKS_TYPE };
      return request(blocksSchema, '/api/promises', { ...init, headers, signal });
    },
    enabled: isAsked,
  });

/** Keeps what a recommendation that is taken promises. */
export const useKeepPromise = () =>
  useChange(
    (promise: SettingsPromise) =>
      request(storedPromiseSchema, '/api/promised', json('POST', promise)),
    promisedKey,
  );

/** Forgets a promise. */
export const useForgetPromise = () =>
  useChange(
    (id: string) => request(changedSchema, path`/api/promised/${id}`, { method: 'DELETE' }),
    promisedKey,
  );
