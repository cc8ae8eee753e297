import { noteChange } from '../changes';
import type { Database } from '../client';
import type { Note } from '../generated/client';
import { newId } from '../id';
import { MOST_NOTES, type StepNote } from '@/lib/engine/session/step-note';

/** A note on a step or a range of steps. */
export type NoteRow = Note;

/** What the user writes of it. */
export type WrittenNote = Pick<Note, 'first' | 'last' | 'text'>;

/** A session's notes in the order of their steps. */
export const notesOf = ({ prisma }: Database, sessionId: string): Promise<readonly NoteRow[]> =>
  prisma.note.findMany({
    where: { sessionId },
    orderBy: [{ first: 'asc' }, { last: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
  });

/** A session's notes without what the library adds to them, in the same order. */
export const stepNotes = async (db: Database, sessionId: string): Promise<readonly StepNote[]> =>
  (await notesOf(db, sessionId)).map(({ first, last, text }) => ({ first, last, text }));

/** Number of a session's notes. */
export const countNotes = ({ prisma }: Database, sessionId: string): Promise<number> =>
  prisma.note.count({ where: { sessionId } });

/** Stores a note; null if the session has the most it may have. */
export async function createNote(
  db: Database,
  sessionId: string,
  written: WrittenNote,
): Promise<NoteRow | null> {
  const now = Date.now();
  return db.transaction(async (tx) => {
    if ((await tx.note.count({ where: { sessionId } })) >= MOST_NOTES) return null;
    const data = { id: newId(), sessionId, ...written, createdAt: now, updatedAt: now };
    const made = await tx.note.create({ data });
    await noteChange(tx, 'session', sessionId);
    return made;
  });
}

/** Changes a note; null if the session has none of this id. */
export async function changeNote(
  db: Database,
  { sessionId, id }: Pick<Note, 'sessionId' | 'id'>,
  written: Partial<WrittenNote>,
): Promise<NoteRow | null> {
  return db.transaction(async (tx) => {
    const data = { ...written, updatedAt: Date.now() };
    const { count } = await tx.note.updateMany({ where: { sessionId, id }, data });
    if (count === 0) return null;
    await noteChange(tx, 'session', sessionId);
    return tx.note.findUnique({ where: { id } });
  });
}

/** Deletes a note; null if the session has none of this id. */
export async function deleteNote(
  db: Database,
  { sessionId, id }: Pick<Note, 'sessionId' | 'id'>,
): Promise<NoteRow | null> {
  return db.transaction(async (tx) => {
    const known = await tx.note.findFirst({ where: { sessionId, id } });
    if (known === null) return null;
    await tx.note.delete({ where: { id } });
    await noteChange(tx, 'session', sessionId);
    return known;
  });
}
