'use client';

import { useQuery } from '@tanstack/react-query';
import { json, path, request } from '../client';
import {
  corpusListSchema,
  corpusSchema,
  type CorpusInput,
  type CorpusPatch,
} from '../contract/corpus-contract';
import { choiceParameters, type CorpusChoice } from '../contract/filter-address';
import { resolveCorpus } from '../corpora';
import { queryKeys } from './queries';
import { useAnswer, useChange } from './use-answer';

const corporaKey = ['corpora'];
const corporaAnswer = corpusListSchema.transform(({ corpora }) => corpora);

/** The saved corpora, most recently changed first. */
export const useCorpora = () => useAnswer(corporaKey, corporaAnswer, '/api/corpora');

/** The sessions of a corpus, a filter or a list, without their numbers. */
export const useResolvedCorpus = (choice: CorpusChoice) =>
  useQuery({
    queryKey: [...corporaKey, 'sessions', choiceParameters(choice).toString()],
    queryFn: ({ signal }) => resolveCorpus(choice, signal),
  });

/** The sessions of a saved corpus; nothing is fetched for null. */
export const useFrozenSessions = (corpus: string | null) =>
  useQuery({
    queryKey: [...corporaKey, 'sessions', corpus],
    queryFn: ({ signal }) => resolveCorpus({ corpus: corpus ?? '' }, signal),
    enabled: corpus !== null,
  });

/** Saves a filter, or a list of sessions, as a corpus. */
export const useSaveCorpus = () =>
  useChange(
    (input: CorpusInput) => request(corpusSchema, '/api/corpora', json('POST', input)),
    corporaKey,
  );

/** A change of a saved corpus. */
type CorpusChange = { readonly id: string } & (
  { readonly patch: CorpusPatch } | { readonly freeze: true } | { readonly remove: true }
);

/** Renames, freezes or deletes a corpus, or replaces its filter. */
export const useChangeCorpus = () =>
  useChange(
    (change: CorpusChange) => {
      const url = path`/api/corpora/${change.id}`;
      if ('patch' in change) return request(corpusSchema, url, json('PATCH', change.patch));
      return 'freeze' in change
        ? request(corpusSchema, `${url}/freeze`, { method: 'POST' })
        : request(corpusSchema, url, { method: 'DELETE' });
    },
    corporaKey,
    // A list of a corpus names it and not what it holds.
    queryKeys.sessions,
  );
