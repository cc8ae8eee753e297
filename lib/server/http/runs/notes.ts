import { formatInteger } from '@/lib/engine/base/format';
import type { Database } from '@/lib/server/db/client';
import {
  changeNote,
  createNote,
  deleteNote,
  notesOf,
  type NoteRow,
} from '@/lib/server/db/runs/notes';
import { MOST_NOTES } from '@/lib/engine/session/step-note';
import type { SessionListRow } from '@/lib/server/db/sessions/sessions';
import {
  noteInputSchema,
  noteListSchema,
  notePatchSchema,
  noteSchema,
  type NoteRecord,
} from '@/lib/api/contract/note-contract';
import {
  badRequest,
  handler,
  jsonBody,
  notFound,
  reply,
  RequestError,
  type IdPath,
} from '../handler';
import { requireSession } from '../records';

/** Dynamic parts of a note's path. */
interface NotePath extends IdPath {
  readonly note: string;
}

const recordOf = ({ sessionId: _, ...note }: NoteRow): NoteRecord => note;

export const getNotes = handler<IdPath>(
  { at: 'GET /api/sessions/{id}/notes', about: 'The notes of a session.', answer: noteListSchema },
  async ({ db, params }) => {
    const { id } = await requireSession(db, params.id);
    return reply(noteListSchema, { notes: (await notesOf(db, id)).map(recordOf) });
  },
);

export const postNote = handler<IdPath>(
  {
    at: 'POST /api/sessions/{id}/notes',
    about: 'Writes a note on a step or a range of steps.',
    body: noteInputSchema,
    answer: noteSchema,
    status: 201,
  },
  async ({ db, params, request }) => {
    const session = await requireSession(db, params.id);
    const { first, last = first, text } = await jsonBody(request, noteInputSchema);
    requireSteps(session, last);
    const row = await createNote(db, session.id, { first, last, text });
    if (row !== null) return reply(noteSchema, recordOf(row), 201);
    throw new RequestError({
      code: 'conflict',
      message: `A session has ${formatInteger(MOST_NOTES)} notes at most.`,
      hint: 'Delete some of them first.',
    });
  },
);

function requireSteps({ steps }: SessionListRow, last: number): void {
  if (last < steps) return;
  throw badRequest(
    `The session has ${formatInteger(steps)} steps, and no step ${formatInteger(last)}.`,
    'last',
  );
}

export const patchNote = handler<NotePath>(
  {
    at: 'PATCH /api/sessions/{id}/notes/{note}',
    about: 'Changes the text of a note.',
    answer: noteSchema,
    body: notePatchSchema,
  },
  async ({ db, params, request }) => {
    const { text } = await jsonBody(request, notePatchSchema);
    return noteReply(await changeNote(db, await keyOf(db, params), { text }));
  },
);

export const removeNote = handler<NotePath>(
  { at: 'DELETE /api/sessions/{id}/notes/{note}', about: 'Removes a note.', answer: noteSchema },
  async ({ db, params }) => noteReply(await deleteNote(db, await keyOf(db, params))),
);

const keyOf = async (db: Database, { id, note }: NotePath) => ({
  sessionId: (await requireSession(db, id)).id,
  id: note,
});

function noteReply(row: NoteRow | null): Response {
  if (row === null) throw notFound('note');
  return reply(noteSchema, recordOf(row));
}
