'use client';

import { json, path, request } from '../client';
import { noteListSchema, noteSchema, type NoteInput } from '../contract/note-contract';
import { queryKeys } from './queries';
import { useAnswer, useChange } from './use-answer';

/** Under the session's key: what changes it invalidates these too. */
const notesKey = (id: string) => [...queryKeys.session(id), 'notes'];
const notesAnswer = noteListSchema.transform(({ notes }) => notes);

/** A session's notes in the order of their steps. */
export const useNotes = (id: string) =>
  useAnswer(notesKey(id), notesAnswer, path`/api/sessions/${id}/notes`);

/** Adds a note. */
export const useAddNote = (id: string) =>
  useChange(
    (input: NoteInput) => request(noteSchema, path`/api/sessions/${id}/notes`, json('POST', input)),
    queryKeys.session(id),
  );

/** Changes a note's text. */
export const useChangeNote = (id: string) =>
  useChange(
    ({ note, text }: { readonly note: string; readonly text: string }) =>
      request(noteSchema, path`/api/sessions/${id}/notes/${note}`, json('PATCH', { text })),
    queryKeys.session(id),
  );

/** Deletes a note. */
export const useDeleteNote = (id: string) =>
  useChange(
    (note: string) =>
      request(noteSchema, path`/api/sessions/${id}/notes/${note}`, { method: 'DELETE' }),
    queryKeys.session(id),
  );
