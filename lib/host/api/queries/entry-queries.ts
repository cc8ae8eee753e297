'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { path } from '../client';
import { entryPageSchema } from '../contract/contract';
import { entrySearchSchema, toolNamesSchema } from '../entries-contract';
import { useAnswer } from './use-answer';

/** Entries `from` to `to` (exclusive) of a session; `next` is where a long answer continues. */
export const useEntries = (id: string, from: number, to: number) =>
  useAnswer(
    ['entries', id, from, to],
    entryPageSchema,
    path`/api/sessions/${id}/entries?from=${from}&to=${to}`,
    { enabled: to > from, staleTime: Infinity, placeholderData: keepPreviousData },
  );

/** Names of the tools of a session's calls and results. */
export const useToolNames = (id: string) =>
  useAnswer(['session', id, 'tools'], toolNamesSchema, path`/api/sessions/${id}/tools`, {
    staleTime: Infinity,
  });

/** Entries of a session that hold a text; not asked for an empty one. */
export const useEntrySearch = (id: string, text: string) =>
  useAnswer(
    ['session', id, 'search', text],
    entrySearchSchema,
    path`/api/sessions/${id}/search?q=${text}`,
    { enabled: text !== '', placeholderData: keepPreviousData },
  );
