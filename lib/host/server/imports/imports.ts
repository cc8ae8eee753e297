import { PRODUCER } from '@/lib/replay/engine';
import { findImport, findImports, pendingImports } from '@/lib/host/db/imports/imports';
import { findMembers } from '@/lib/host/db/imports/import-members';
import { pauseImports, resumeImports, retryImports } from '@/lib/host/db/imports/import-queue';
import { countSessions } from '@/lib/host/db/sessions/sessions';
import { importHost } from '@/lib/host/import/import-host';
import { queueSamples } from '@/lib/host/import/samples';
import { cancelTraces } from '@/lib/host/import/uploads';
import { changedSchema, healthSchema } from '@/lib/host/api/contract/contract';
import {
  importListSchema,
  importQuerySchema,
  importSchema,
} from '@/lib/host/api/contract/import-contract';
import {
  importActionSchema,
  memberQuerySchema,
  type ImportAction,
} from '@/lib/host/api/contract/import-contract';
import { checked, handler, jsonBody, notFound, reply, type IdPath } from '../handler';
import { importRecord, importRecords } from '../records';

/** GET /api/imports: those with these ids; without ids the unfinished and the recently ended. */
export const getImports = handler(async ({ db, query }) => {
  const { ids } = checked(importQuerySchema, query);
  const rows = await findImports(db, ids);
  return reply(importListSchema, { imports: await importRecords(db, rows) });
});

/** GET /api/imports/[id]. */
export const getImport = handler<IdPath>(async ({ db, params }) => {
  return reply(importSchema, await importRecord(db, await findImport(db, params.id)));
});

/** GET /api/imports/[id]/members: results of an archive's members. */
export const getMembers = handler<IdPath>(async ({ db, params, query }) => {
  const { from, take } = checked(memberQuerySchema, query);
  if ((await findImport(db, params.id)) === null) throw notFound('import');
  const rows = await findMembers(db, params.id, from, take);
  return reply(importListSchema, { imports: await importRecords(db, rows) });
});

/** POST /api/imports: pauses, resumes, cancels or retries one import, or all. */
export const postImports = handler(async ({ db, request }) => {
  const { action, id } = await jsonBody(request, importActionSchema);
  if (id !== undefined && (await findImport(db, id)) === null) throw notFound('import');
  const changed = await actions[action](db, id);
  importHost().wake();
  return reply(changedSchema, { changed });
});

const actions = {
  pause: pauseImports,
  resume: resumeImports,
  retry: retryImports,
  cancel: async (db, id) => (await cancelTraces(db, id === undefined ? null : [id])).changed,
} as const satisfies Record<ImportAction['action'], typeof pauseImports>;

/** DELETE /api/imports/[id]: cancels it; one that has ended stays unchanged. */
export const deleteImport = handler<IdPath>(async ({ db, params }) => {
  await cancelTraces(db, [params.id]);
  return reply(importSchema, await importRecord(db, await findImport(db, params.id)));
});

/** POST /api/samples: queues the sample sessions. */
export const postSamples = handler(async ({ db }) => {
  const rows = await queueSamples(db);
  importHost().wake();
  return reply(importListSchema, { imports: await importRecords(db, rows) }, 202);
});

/** GET /api/health. */
export const getHealth = handler(async ({ db }) => {
  const [sessions, pending] = await Promise.all([countSessions(db), pendingImports(db)]);
  return reply(healthSchema, {
    ok: true,
    producer: PRODUCER,
    sessions,
    pendingImports: pending,
    importProcess: importHost().isRunning ? 'running' : 'stopped',
  });
});
