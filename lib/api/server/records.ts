import * as z from 'zod';
import type { Database } from '@/lib/db/client';
import { findImport, type ImportRow } from '@/lib/db/imports';
import { memberTotals, type MemberTotals } from '@/lib/db/import-members';
import { isRetryable } from '@/lib/db/import-queue';
import { sessionRowJson } from '@/lib/db/session-list';
import {
  findSession,
  sessionPart,
  sessionsOfImports,
  type SessionBrief,
  type SessionListRow,
} from '@/lib/db/sessions';
import { sessionHeadSchema, type SessionHead } from '@/lib/session/schema';
import { countPrefix } from '@/lib/tokens/contextguard';
import {
  apiErrorSchema,
  attachedPrefixSchema,
  importStatusSchema,
  receiptSchema,
  sessionRowSchema,
  usageTierSchema,
  type ApiErrorBody,
  type AttachedPrefix,
  type ImportRecord,
  type SessionRecord,
  type SessionRow,
} from '@/lib/api/contract';
import { withHint } from '@/lib/api/errors';
import { notFound } from './handler';

/** Sessions named by an import or as siblings. */
const MOST_BRIEFS = 200;

/** A stored import failure: its code may be one of a later version. */
const failureSchema = z.union([
  apiErrorSchema,
  z.object({ message: z.string() }).transform(({ message }): ApiErrorBody => {
    return { code: 'internal', message };
  }),
]);

const parsed = <S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null =>
  text === null ? null : schema.parse(JSON.parse(text));

/** A session as the list tells it. @throws RequestError when there is none. */
export async function sessionRow(db: Database, id: string): Promise<SessionRow> {
  const row = parsed(sessionRowSchema, await sessionRowJson(db, id));
  if (row === null) throw notFound('session');
  return row;
}

/** Imports as the API tells them, with the sessions they brought. */
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
    importRecord(row, sessions.get(holderOf(row)) ?? [], totals.get(row.id) ?? null),
  );
}

/** The import that holds the sessions: the earlier one of the same content. */
const holderOf = (row: ImportRow): string => row.duplicateOf ?? row.id;

function importRecord(
  row: ImportRow,
  sessions: readonly SessionBrief[],
  members: MemberTotals | null,
): ImportRecord {
  const error = parsed(failureSchema, row.error);
  const done = row.status === 'done';
  return {
    id: row.id,
    file: row.file,
    bytes: row.bytes,
    sample: row.sample,
    status: importStatusSchema.parse(row.status),
    format: row.format,
    bytesRead: row.bytesRead,
    records: row.records,
    error: error && withHint(error),
    receipt: parsed(receiptSchema, row.receipt),
    duplicateOf: row.duplicateOf,
    sessions: done
      ? sessions.map(({ usageTier, importId: _, ...brief }) => ({
          ...brief,
          usageTier: usageTierSchema.parse(usageTier),
        }))
      : [],
    sessionCount: row.sessionCount,
    origin: row.origin,
    parentId: row.parentId,
    paused: row.paused,
    retryable: isRetryable(row),
    members,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  };
}

/** A listed session. @throws RequestError when there is none. */
export async function requireSession(db: Database, id: string): Promise<SessionListRow> {
  const row = await findSession(db, id);
  if (row === null) throw notFound('session');
  return row;
}

/** The head of a session as its import found it. */
export async function readHead(db: Database, id: string): Promise<SessionHead> {
  const text = await sessionPart(db, id, 'head');
  return sessionHeadSchema.parse(JSON.parse(text?.toString('utf8') ?? 'null'));
}

/** What the user attached to a session, measured. */
export const attachedOf = (row: SessionListRow): AttachedPrefix | null =>
  parsed(attachedPrefixSchema, row.attached);

/** Everything of a session but its columns and its text. */
export async function sessionRecord(db: Database, row: SessionListRow): Promise<SessionRecord> {
  const [found, head, origin, siblings] = await Promise.all([
    sessionRow(db, row.id),
    readHead(db, row.id),
    findImport(db, row.importId),
    sessionsOfImports(db, [row.importId], MOST_BRIEFS),
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
    siblings: (siblings.get(row.importId) ?? [])
      .filter(({ id }) => id !== row.id)
      .map(({ id, name, lane, steps }) => ({ id, name, lane, steps })),
  };
}
