import { listSessionsJson } from '@/lib/db/session-list';
import { deleteSessions, findSession, restoreSessions, updateSession } from '@/lib/db/sessions';
import { importHost } from '@/lib/jobs/import-host';
import { storedImportOptions } from '@/lib/jobs/import-options';
import { receiveTrace } from '@/lib/jobs/uploads';
import type { ImportRow } from '@/lib/db/imports';
import {
  changedSchema,
  importListSchema,
  sessionIdsSchema,
  sessionPageQuerySchema,
  sessionPatchSchema,
  uploadQuerySchema,
  sessionRecordSchema,
  sessionRowSchema,
} from '@/lib/api/contract';
import {
  bodyOf,
  checked,
  handler,
  jsonBody,
  jsonText,
  notFound,
  reply,
  RequestError,
} from './handler';
import { boundaryOf, fileParts, MultipartError } from './multipart';
import { importRecords, requireSession, sessionRecord, sessionRow } from './records';
import { summaryOf } from './summary';

interface SessionPath {
  readonly id: string;
}

const LONGEST_NAME = 255;

/** GET /api/sessions: a page of the list (`sessionPageSchema`), as the database writes it. */
export const getSessions = handler(async ({ db, query }) => {
  const { after, take } = checked(sessionPageQuerySchema, query);
  const { rows, count, last } = await listSessionsJson(db, after, take);
  const next = count === take ? last : null;
  return jsonText(`{"sessions":${rows},"next":${next}}`);
});

/**
 * POST /api/sessions: traces to import, as multipart/form-data with any number of files or as one
 * raw body named by the header x-file-name (percent-encoded). They stream to disk; 202 with the
 * queued imports.
 */
export const postSessions = handler(async ({ db, request, query }) => {
  const { numbersOnly } = checked(uploadQuerySchema, query);
  const options = storedImportOptions(numbersOnly === undefined ? {} : { numbersOnly: true });
  const more = options === undefined ? {} : { options };
  const rows: ImportRow[] = [];
  try {
    for await (const { name, content } of filesOf(request)) {
      rows.push(await receiveTrace(db, baseName(name), content, more));
      importHost().wake();
    }
  } catch (error) {
    throw uploadError(error);
  }
  if (rows.length === 0) {
    throw new RequestError({ code: 'bad-request', message: 'The request holds no file.' });
  }
  return reply(importListSchema, { imports: await importRecords(db, rows) }, 202);
});

function filesOf(
  request: Request,
): AsyncIterable<{ readonly name: string; readonly content: AsyncIterable<Uint8Array> }> {
  const boundary = boundaryOf(request.headers.get('content-type'));
  if (boundary !== null) return fileParts(bodyOf(request), boundary);
  const name = decodeURIComponentOr(request.headers.get('x-file-name') ?? '', 'trace');
  return (async function* () {
    yield await Promise.resolve({ name, content: bodyOf(request) });
  })();
}

function decodeURIComponentOr(text: string, fallback: string): string {
  try {
    return decodeURIComponent(text) || fallback;
  } catch {
    return text;
  }
}

/** The last part of a path, without control characters. */
function baseName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return last.replace(/\p{Cc}/gu, '').slice(0, LONGEST_NAME) || 'trace';
}

function uploadError(error: unknown): unknown {
  if (error instanceof MultipartError) {
    return new RequestError({ code: 'bad-request', message: error.message });
  }
  // The page was closed while it was sending: nobody reads the answer, and nothing went wrong here.
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') {
    return new RequestError({ code: 'bad-request', message: 'The sender went away.' });
  }
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return new RequestError({
      code: 'too-large',
      message: 'The disk of the server is full.',
      hint: 'Make room, then send the file again.',
    });
  }
  return error;
}

/** DELETE /api/sessions: several at once. */
export const deleteManySessions = handler(async ({ db, request }) => {
  const { ids } = await jsonBody(request, sessionIdsSchema);
  return reply(changedSchema, { changed: await deleteSessions(db, ids) });
});

/** POST /api/sessions/restore: takes several deletes back. */
export const restoreManySessions = handler(async ({ db, request }) => {
  const { ids } = await jsonBody(request, sessionIdsSchema);
  return reply(changedSchema, { changed: await restoreSessions(db, ids) });
});

/** GET /api/sessions/[id]. */
export const getSession = handler<SessionPath>(async ({ db, params }) => {
  const row = await requireSession(db, params.id);
  return reply(sessionRecordSchema, await sessionRecord(db, row));
});

/** DELETE /api/sessions/[id]: the session leaves the list and can be restored for a day. */
export const deleteSession = handler<SessionPath>(async ({ db, params }) => {
  const row = await requireSession(db, params.id);
  await deleteSessions(db, [row.id]);
  return reply(sessionRowSchema, await sessionRow(db, row.id));
});

/** POST /api/sessions/[id]/restore. */
export const restoreSession = handler<SessionPath>(async ({ db, params }) => {
  await restoreSessions(db, [params.id]);
  const row = await requireSession(db, params.id);
  return reply(sessionRowSchema, await sessionRow(db, row.id));
});

/** PATCH /api/sessions/[id]: its name, and the user's own limit. */
export const patchSession = handler<SessionPath>(async ({ db, params, request }) => {
  const { name, limit } = await jsonBody(request, sessionPatchSchema);
  const row = await requireSession(db, params.id);
  const limitOverride = limit === undefined ? row.limitOverride : (limit?.tokens ?? null);
  await updateSession(db, row.id, {
    ...(name === undefined ? {} : { name }),
    ...(limit === undefined
      ? {}
      : { limitOverride, ...(await summaryOf(db, { ...row, limitOverride })) }),
  });
  const changed = await findSession(db, row.id);
  if (changed === null) throw notFound('session');
  return reply(sessionRecordSchema, await sessionRecord(db, changed));
});
