import { findImport, findImports, pendingImports } from '@/lib/db/imports';
import { findMembers } from '@/lib/db/import-members';
import { pauseImports, resumeImports, retryImports } from '@/lib/db/import-queue';
import { countSessions } from '@/lib/db/sessions';
import { importHost } from '@/lib/jobs/import-host';
import { queueSamples } from '@/lib/jobs/samples';
import { cancelTrace } from '@/lib/jobs/uploads';
import {
  changedSchema,
  healthSchema,
  importListSchema,
  importQuerySchema,
  importSchema,
} from '@/lib/api/contract';
import {
  importActionSchema,
  memberQuerySchema,
  type ImportAction,
} from '@/lib/api/import-contract';
import { checked, handler, jsonBody, notFound, reply } from './handler';
import { importRecords } from './records';

interface ImportPath {
  readonly id: string;
}

/** GET /api/imports: the named ones; without ids those unfinished or ended lately. */
export const getImports = handler(async ({ db, query }) => {
  const { ids } = checked(importQuerySchema, query);
  const rows = await findImports(db, ids);
  return reply(importListSchema, { imports: await importRecords(db, rows) });
});

/** GET /api/imports/[id]. */
export const getImport = handler<ImportPath>(async ({ db, params }) => {
  const row = await findImport(db, params.id);
  if (row === null) throw notFound('import');
  const [record] = await importRecords(db, [row]);
  if (record === undefined) throw notFound('import');
  return reply(importSchema, record);
});

/** GET /api/imports/[id]/members: what became of the members of an archive. */
export const getMembers = handler<ImportPath>(async ({ db, params, query }) => {
  const { from, take } = checked(memberQuerySchema, query);
  if ((await findImport(db, params.id)) === null) throw notFound('import');
  const rows = await findMembers(db, params.id, from, take);
  return reply(importListSchema, { imports: await importRecords(db, rows) });
});

/** POST /api/imports: pauses, resumes, cancels or tries again one import, or all. */
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
  cancel: cancelTrace,
} as const satisfies Record<ImportAction['action'], unknown>;

/** DELETE /api/imports/[id]: stops it; one that has ended stays as it is. */
export const deleteImport = handler<ImportPath>(async ({ db, params }) => {
  await cancelTrace(db, params.id);
  const row = await findImport(db, params.id);
  if (row === null) throw notFound('import');
  const [record] = await importRecords(db, [row]);
  if (record === undefined) throw notFound('import');
  return reply(importSchema, record);
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
    sessions,
    pendingImports: pending,
    importProcess: importHost().isRunning ? 'running' : 'stopped',
  });
});
