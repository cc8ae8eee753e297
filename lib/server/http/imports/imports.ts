import { failedImports, findImport, findImports } from '@/lib/server/db/imports/imports';
import { findMembers } from '@/lib/server/db/imports/import-members';
import {
  dismissImports,
  pauseImports,
  resumeImports,
  retryImports,
} from '@/lib/server/db/imports/import-queue';
import { importHost } from '@/lib/server/import/import-host';
import { queueSamples } from '@/lib/server/import/samples';
import { cancelTraces } from '@/lib/server/import/uploads';
import { changedSchema } from '@/lib/api/contract/contract';
import {
  importListSchema,
  importQuerySchema,
  importSchema,
} from '@/lib/api/contract/import-contract';
import {
  importActionSchema,
  memberQuerySchema,
  type ImportAction,
} from '@/lib/api/contract/import-contract';
import { checked, handler, jsonBody, notFound, reply, type IdPath } from '../handler';
import { importRecord, importRecords } from '../records';

export const getImports = handler(
  {
    at: 'GET /api/imports',
    about:
      'The imports with these ids, or that failed; else the unfinished and the recently ended.',
    query: importQuerySchema,
    answer: importListSchema,
  },
  async ({ db, query }) => {
    const { ids, failed } = checked(importQuerySchema, query);
    const rows = failed ? await failedImports(db) : await findImports(db, ids);
    return reply(importListSchema, { imports: await importRecords(db, rows) });
  },
);

export const getImport = handler<IdPath>(
  { at: 'GET /api/imports/{id}', about: 'State and receipt of an import.', answer: importSchema },
  async ({ db, params }) => {
    return reply(importSchema, await importRecord(db, await findImport(db, params.id)));
  },
);

export const getMembers = handler<IdPath>(
  {
    at: 'GET /api/imports/{id}/members',
    about: 'Results of an archive’s members.',
    query: memberQuerySchema,
    answer: importListSchema,
  },
  async ({ db, params, query }) => {
    const { from, take } = checked(memberQuerySchema, query);
    if ((await findImport(db, params.id)) === null) throw notFound('import');
    const rows = await findMembers(db, params.id, from, take);
    return reply(importListSchema, { imports: await importRecords(db, rows) });
  },
);

export const postImports = handler(
  {
    at: 'POST /api/imports',
    about: 'Pauses, resumes, cancels, retries or dismisses one import, or all.',
    body: importActionSchema,
    answer: changedSchema,
  },
  async ({ db, request }) => {
    const { action, id } = await jsonBody(request, importActionSchema);
    if (id !== undefined && (await findImport(db, id)) === null) throw notFound('import');
    const changed = await actions[action](db, id);
    importHost().wake();
    return reply(changedSchema, { changed });
  },
);

const actions = {
  pause: pauseImports,
  resume: resumeImports,
  retry: retryImports,
  dismiss: async (db, id) => {
    // One that is being tried again is no failure yet, and would be one in a moment.
    if (id !== undefined) await cancelTraces(db, [id]);
    return dismissImports(db, id);
  },
  cancel: async (db, id) => (await cancelTraces(db, id === undefined ? null : [id])).changed,
} as const satisfies Record<ImportAction['action'], typeof pauseImports>;

export const deleteImport = handler<IdPath>(
  {
    at: 'DELETE /api/imports/{id}',
    about: 'Cancels an import; one that has ended stays unchanged.',
    answer: importSchema,
  },
  async ({ db, params }) => {
    await cancelTraces(db, [params.id]);
    return reply(importSchema, await importRecord(db, await findImport(db, params.id)));
  },
);

export const postSamples = handler(
  {
    at: 'POST /api/samples',
    about: 'Queues the sample sessions.',
    answer: importListSchema,
    status: 202,
  },
  async ({ db }) => {
    const rows = await queueSamples(db);
    importHost().wake();
    return reply(importListSchema, { imports: await importRecords(db, rows) }, 202);
  },
);
