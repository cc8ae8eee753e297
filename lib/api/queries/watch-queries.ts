'use client';

import { json, path, request } from '../client';
import {
  foundFoldersSchema,
  watchedFolderSchema,
  watchedListSchema,
} from '../contract/watch-contract';
import { queryKeys } from './queries';
import { useAnswer, useChange } from './use-answer';

/** The watched folders, each with its most recently changed files, and what may be watched. */
export const useWatched = () => useAnswer(queryKeys.watched, watchedListSchema, '/api/watched');

/** Folders of known agents with recordings in them. */
export const useFound = () => useAnswer(['found'], foundFoldersSchema, '/api/found');

type WatchChange =
  | { readonly add: string }
  | { readonly id: string; readonly paused: boolean }
  | { readonly remove: string };

function send(change: WatchChange) {
  const ask = (url: string, init: RequestInit) => request(watchedFolderSchema, url, init);
  if ('add' in change) return ask('/api/watched', json('POST', { path: change.add }));
  if ('remove' in change) return ask(path`/api/watched/${change.remove}`, { method: 'DELETE' });
  return ask(path`/api/watched/${change.id}`, json('PATCH', { paused: change.paused }));
}

/** Adds, pauses, resumes or removes a folder. */
export const useChangeWatched = () => useChange(send, queryKeys.watched);
