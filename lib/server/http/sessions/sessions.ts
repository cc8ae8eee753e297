import type { Database } from '@/lib/server/db/client';
import { listSessionLists, listSessionsJson } from '@/lib/server/db/sessions/session-list';
import {
  countSessions,
  deleteSessions,
  restoreSessions,
  updateSession,
} from '@/lib/server/db/sessions/sessions';
import { importHost } from '@/lib/server/import/import-host';
import { storedImportOptions } from '@/lib/server/import/import-options';
import { receiveTrace } from '@/lib/server/import/uploads';
import type { ImportRow } from '@/lib/server/db/imports/imports';
import {
  changedSchema,
  sessionIdsSchema,
  sessionPageQuerySchema,
  sessionPageSchema,
  sessionPatchSchema,
  sessionRecordSchema,
  sessionRowSchema,
} from '@/lib/api/contract/contract';
import { sessionListsQuerySchema } from '@/lib/api/contract/session-lists';
import { importListSchema, uploadQuerySchema } from '@/lib/api/contract/import-contract';
import {
  badRequest,
  bodyOf,
  checked,
  handler,
  jsonBody,
  jsonText,
  longJsonText,
  reply,
  type Call,
  type IdPath,
} from '../handler';
import { baseName, decodeName } from '../imports/file-name';
import { boundaryOf, fileParts, MultipartError } from '../imports/multipart';
import { importRecords, requireSession, sessionRecord, sessionRow } from '../records';
import { summaryOf } from './own-profile';

export const getSessions = handler(
  {
    at: 'GET /api/sessions',
    about: 'A page of the library’s sessions.',
    answer: sessionPageSchema,
    query: sessionPageQuerySchema,
  },
  async ({ db, query, request }) => {
    const { form, ...page } = query;
    if (form === 'lists') return longJsonText(await sessionLists(db, page), request);
    const { after, take } = checked(sessionPageQuerySchema, query);
    const { rows, count, last } = await listSessionsJson(db, after, take);
    const next = count === take ? last : null;
    return jsonText(`{"sessions":${rows},"next":${next}}`);
  },
);

async function sessionLists(db: Database, query: Call<unknown>['query']): Promise<string> {
  const { after, take } = checked(sessionListsQuerySchema, query);
  const { rows, columns, count, last } = await listSessionLists(db, after, take);
  const total = after === undefined ? await countSessions(db) : null;
  const next = count === take ? last : null;
  const head = JSON.stringify({ columns, total, next });
  return `${head.slice(0, -1)},"sessions":${rows}}`;
}

export const postSessions = handler(
  {
    at: 'POST /api/sessions',
    about:
      'Queues traces to import: files of multipart/form-data, or one raw body named by the header x-file-name (percent-encoded).',
    query: uploadQuerySchema,
    answer: importListSchema,
    status: 202,
  },
  async ({ db, request, query }) => {
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
      throw error instanceof MultipartError ? badRequest(error.message) : error;
    }
    if (rows.length === 0) {
      throw badRequest('The request holds no file.');
    }
    return reply(importListSchema, { imports: await importRecords(db, rows) }, 202);
  },
);

function filesOf(
  request: Request,
): AsyncIterable<{ readonly name: string; readonly content: AsyncIterable<Uint8Array> }> {
  const boundary = boundaryOf(request.headers.get('content-type'));
  if (boundary !== null) return fileParts(bodyOf(request), boundary);
  const name = decodeName(request.headers.get('x-file-name')) ?? 'trace';
  return (async function* () {
    yield await Promise.resolve({ name, content: bodyOf(request) });
  })();
}

export const deleteManySessions = handler(
  {
    at: 'DELETE /api/sessions',
    about: 'Removes several sessions.',
    body: sessionIdsSchema,
    answer: changedSchema,
  },
  async ({ db, request }) => {
    const { ids } = await jsonBody(request, sessionIdsSchema);
    return reply(changedSchema, { changed: await deleteSessions(db, ids) });
  },
);

export const restoreManySessions = handler(
  {
    at: 'POST /api/sessions/restore',
    about: 'Puts several removed sessions back.',
    body: sessionIdsSchema,
    answer: changedSchema,
  },
  async ({ db, request }) => {
    const { ids } = await jsonBody(request, sessionIdsSchema);
    return reply(changedSchema, { changed: await restoreSessions(db, ids) });
  },
);

export const getSession = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}',
    about: 'A session: its row, source, receipt and notices.',
    answer: sessionRecordSchema,
  },
  async ({ db, params }) => {
    const row = await requireSession(db, params.id);
    return reply(sessionRecordSchema, await sessionRecord(db, row));
  },
);

export const deleteSession = handler<IdPath>(
  {
    at: 'DELETE /api/sessions/{id}',
    about: 'Removes a session from the list; it can be restored for a day.',
    answer: sessionRowSchema,
  },
  async ({ db, params }) => {
    const row = await requireSession(db, params.id);
    await deleteSessions(db, [row.id]);
    return reply(sessionRowSchema, await sessionRow(db, row.id));
  },
);

export const restoreSession = handler<IdPath>(
  {
    at: 'POST /api/sessions/{id}/restore',
    about: 'Puts a removed session back.',
    answer: sessionRowSchema,
  },
  async ({ db, params }) => {
    await restoreSessions(db, [params.id]);
    const row = await requireSession(db, params.id);
    return reply(sessionRowSchema, await sessionRow(db, row.id));
  },
);

export const patchSession = handler<IdPath>(
  {
    at: 'PATCH /api/sessions/{id}',
    about: 'Changes the name of a session, or the user’s own limit of it.',
    body: sessionPatchSchema,
    answer: sessionRecordSchema,
  },
  async ({ db, params, request }) => {
    const { name, limit } = await jsonBody(request, sessionPatchSchema);
    const row = await requireSession(db, params.id);
    const limitOverride = limit === undefined ? row.limitOverride : (limit?.tokens ?? null);
    await updateSession(db, row.id, {
      ...(name === undefined ? {} : { name }),
      ...(limit === undefined
        ? {}
        : { limitOverride, ...(await summaryOf(db, { ...row, limitOverride })) }),
    });
    const changed = await requireSession(db, row.id);
    return reply(sessionRecordSchema, await sessionRecord(db, changed));
  },
);
