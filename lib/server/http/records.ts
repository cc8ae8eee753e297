import * as z from 'zod';
import type { Database } from '@/lib/server/db/client';
import { findImport, type ImportRow } from '@/lib/server/db/imports/imports';
import { memberTotals, type MemberTotals } from '@/lib/server/db/imports/import-members';
import { isRetryable } from '@/lib/server/db/imports/import-queue';
import { countNotes } from '@/lib/server/db/runs/notes';
import { decodeRefs } from '@/lib/server/db/sessions/refs';
import { sessionRowJson } from '@/lib/server/db/sessions/session-list';
import {
  findSession,
  sessionPart,
  sessionsOfImports,
  type SessionBrief,
  type SessionListRow,
} from '@/lib/server/db/sessions/sessions';
import type { DraftStep } from '@/lib/engine/session/draft';
import {
  entrySchema,
  prefixSchema,
  sessionHeadSchema,
  stepSchema,
  type Entry,
  type Json,
  type Prefix,
  type SessionHead,
} from '@/lib/engine/session/schema';
import { countPrefix } from '@/lib/engine/tokens/contextguard';
import {
  apiErrorSchema,
  attachedPrefixSchema,
  sessionRowSchema,
  type ApiErrorBody,
  type AttachedPrefix,
  type SessionRecord,
  type SessionRow,
} from '@/lib/api/contract/contract';
import { importSchema, receiptSchema, type ImportRecord } from '@/lib/api/contract/import-contract';
import { withHint } from '@/lib/api/errors';
import { notFound } from './handler';

/** Most sessions listed in an import or as siblings. */
const MOST_BRIEFS = 200;

/** A stored import failure; its code may be from a later version. */
const failureSchema = z.union([
  apiErrorSchema,
  z.object({ message: z.string() }).transform(({ message }): ApiErrorBody => {
    return { code: 'internal', message };
  }),
]);

const parsed = <S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null =>
  text === null ? null : schema.parse(JSON.parse(text));

/** A session's row in the list. @throws RequestError if the id is unknown. */
export async function sessionRow(db: Database, id: string): Promise<SessionRow> {
  const row = parsed(sessionRowSchema, await sessionRowJson(db, id));
  if (row === null) throw notFound('session');
  return row;
}

/** Imports with their sessions, for the API. */
export async function importRecords(
  db: Database,
  rows: readonly ImportRow[],
): Promise<readonly ImportRecord[]> {
  const holders = rows.filter(({ status }) => status === 'done').map(holderOf);
  const sessions = await sessionsOfImports(db, [...new Set(holders)], MOST_BRIEFS);
  const totals = await memberTotals(
    db,
    rows.filter(({ parentId }) => parentId === null).map(({ id }) => id),
  );
  return rows.map((row) =>
    recordOf(row, sessions.get(holderOf(row)) ?? [], totals.get(row.id) ?? null),
  );
}

/** The record of one import. @throws RequestError if the id is unknown. */
export async function importRecord(db: Database, row: ImportRow | null): Promise<ImportRecord> {
  const [record] = await importRecords(db, row === null ? [] : [row]);
  if (record === undefined) throw notFound('import');
  return record;
}

/** Id of the import with the sessions: for a duplicate the earlier one. */
const holderOf = (row: ImportRow): string => row.duplicateOf ?? row.id;

/** A record without the columns that stay in the database. */
const shownImport = importSchema.strip();

function recordOf(
  row: ImportRow,
  sessions: readonly SessionBrief[],
  members: MemberTotals | null,
): ImportRecord {
  const error = parsed(failureSchema, row.error);
  return shownImport.parse({
    ...row,
    error: error && withHint(error),
    receipt: parsed(receiptSchema, row.receipt),
    sessions: row.status === 'done' ? sessions.map(({ importId: _, ...brief }) => brief) : [],
    retryable: isRetryable(row),
    members,
  });
}

/** A listed session. @throws RequestError if the id is unknown. */
export async function requireSession(db: Database, id: string): Promise<SessionListRow> {
  const row = await findSession(db, id);
  if (row === null) throw notFound('session');
  return row;
}

/** The recorded head of a session. */
export async function readHead(db: Database, id: string): Promise<SessionHead> {
  const text = await sessionPart(db, id, 'head');
  return sessionHeadSchema.parse(JSON.parse(text?.toString('utf8') ?? 'null'));
}

/** The prefix that the user attached to a session. */
export async function attachedPrefix(db: Database, id: string): Promise<Prefix | null> {
  const text = await sessionPart(db, id, 'attached');
  return text === null ? null : prefixSchema.parse(JSON.parse(text.toString('utf8')));
}

/** Refs of a session's entries, in log order. */
export const entryRefs = async (db: Database, id: string): Promise<Int32Array> =>
  decodeRefs((await sessionPart(db, id, 'refs')) ?? new Uint8Array());

const storedStepSchema = stepSchema.extend({ usage: z.int() });

/** A stored step; `usage` is the number of its usage record. */
export const storedStep = (text: string): DraftStep => storedStepSchema.parse(JSON.parse(text));

/** A stored entry. */
export const storedEntry = (text: string): Entry => entrySchema.parse(JSON.parse(text));

/** A stored usage record: JSON of any shape. */
export const storedUsage = (text: string): Json => z.json().parse(JSON.parse(text));

/** Measured prefix that the user attached. */
export const attachedOf = (row: SessionListRow): AttachedPrefix | null =>
  parsed(attachedPrefixSchema, row.attached);

/** A session without its columns and text. */
export async function sessionRecord(db: Database, row: SessionListRow): Promise<SessionRecord> {
  const [found, head, origin, siblings, notes] = await Promise.all([
    sessionRow(db, row.id),
    readHead(db, row.id),
    findImport(db, row.importId),
    sessionsOfImports(db, [row.importId], MOST_BRIEFS),
    countNotes(db, row.id),
  ]);
  return {
    row: found,
    source: head.source,
    thoughts: head.thoughts,
    scenario: head.generated?.scenario ?? null,
    notices: head.notices,
    recordedLimit: head.limit,
    limitOverride: row.limitOverride,
    recordedPrefix: countPrefix(head.prefix),
    attachedPrefix: attachedOf(row),
    receipt: parsed(receiptSchema, origin?.receipt ?? null),
    notes,
    siblings: (siblings.get(row.importId) ?? [])
      .filter(({ id }) => id !== row.id)
      .map(({ id, name, lane, steps }) => ({ id, name, lane, steps })),
  };
}
