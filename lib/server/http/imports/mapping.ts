import { findImport, type ImportRow } from '@/lib/server/db/imports/imports';
import { isRetryable, KEEP_FAILED_MS } from '@/lib/server/db/imports/import-queue';
import {
  deleteMapping,
  findMapping,
  keepMapping,
  listMappings,
  MOST_MAPPINGS,
  queueWithOptions,
  saveMapping,
  type MappingRow,
} from '@/lib/server/db/imports/mappings';
import type { Database } from '@/lib/server/db/client';
import { openUpload } from '@/lib/server/db/imports/upload-chunks';
import { mappingSchema } from '@/lib/readers/importers/mapped/mapping';
import { importers } from '@/lib/readers/importers/registry';
import { importHost } from '@/lib/server/import/import-host';
import { previewHost } from '@/lib/server/import/preview/preview-host';
import {
  parseImportOptions,
  storedImportOptions,
  type ImportOptions,
} from '@/lib/server/import/import-options';
import { importSchema } from '@/lib/api/contract/import-contract';
import {
  mapImportSchema,
  mappingHeadSchema,
  mappingInputSchema,
  mappingListSchema,
  savedMappingSchema,
  type MapImport,
  type MappingHead,
  type SavedMapping,
} from '@/lib/api/contract/mapping-contract';
import { checked, handler, jsonBody, notFound, reply, RequestError, type IdPath } from '../handler';
import { importRecord } from '../records';

export const getMappingHead = handler<IdPath>(
  {
    at: 'GET /api/imports/{id}/preview',
    about: 'The first records of a failed import, and a guessed mapping.',
    answer: mappingHeadSchema,
  },
  async ({ db, request, params }) => {
    const row = await requireFailed(db, params.id);
    const { error } = await importRecord(db, row);
    const preview = await previewOf(db, row, request.signal);
    const keptUntil = (row.finishedAt ?? Date.now()) + KEEP_FAILED_MS;
    return reply(mappingHeadSchema, { file: row.file, error, keptUntil, ...preview });
  },
);

export const postImportMapping = handler<IdPath>(
  {
    at: 'POST /api/imports/{id}/mapping',
    about: 'Reads a failed import again with the user’s mapping or format.',
    body: mapImportSchema,
    answer: importSchema,
    status: 202,
  },
  async ({ db, request, params }) => {
    const row = await requireFailed(db, params.id);
    const given = await jsonBody(request, mapImportSchema);
    const { mapping: _, format: __, ...others } = parseImportOptions(row.options);
    const chosen = await chosenOptions(db, given);
    const options = storedImportOptions({ ...others, ...chosen });
    if (!(await queueWithOptions(db, row.id, options))) throw notKept(row);
    importHost().wake();
    const queued = await findImport(db, row.id);
    return reply(importSchema, await importRecord(db, queued), 202);
  },
);

export const getMappings = handler(
  { at: 'GET /api/mappings', about: 'The saved mappings.', answer: mappingListSchema },
  async ({ db }) => {
    const rows = await listMappings(db);
    return reply(mappingListSchema, { mappings: rows.flatMap((row) => savedOf(row) ?? []) });
  },
);

export const postMapping = handler(
  {
    at: 'POST /api/mappings',
    about: 'Saves a mapping.',
    body: mappingInputSchema,
    answer: savedMappingSchema,
    status: 201,
  },
  async ({ db, request }) => {
    const { name, mapping } = await jsonBody(request, mappingInputSchema);
    const saved = savedOf(await save(db, name, JSON.stringify(mapping)));
    return reply(savedMappingSchema, checked(savedMappingSchema, saved), 201);
  },
);

export const removeMapping = handler<IdPath>(
  {
    at: 'DELETE /api/mappings/{id}',
    about: 'Deletes a mapping; sessions read by it stay.',
    answer: savedMappingSchema,
  },
  async ({ db, params }) => {
    const row = await findMapping(db, params.id);
    const saved = row === null || row.name === '' ? null : savedOf(row);
    if (saved === null) throw notFound('mapping');
    await deleteMapping(db, saved.id);
    return reply(savedMappingSchema, saved);
  },
);

/** New options of an import; stores its mapping. */
async function chosenOptions(db: Database, given: MapImport): Promise<ImportOptions> {
  if ('format' in given) {
    const known = importers.some(({ id }) => id === given.format);
    if (known) return { format: given.format };
    throw new RequestError({ code: 'bad-request', message: 'There is no such format.' });
  }
  const json = JSON.stringify(given.mapping);
  if (given.name !== undefined) await save(db, given.name, json);
  return { mapping: await keepMapping(db, json) };
}

async function save(db: Database, name: string, json: string): Promise<MappingRow> {
  const row = await saveMapping(db, { name, json });
  if (row !== null) return row;
  const message = `The library keeps ${MOST_MAPPINGS} mappings at most.`;
  throw new RequestError({ code: 'conflict', message, hint: 'Delete some of them first.' });
}

/** A saved mapping; null if a later version wrote it. */
function savedOf({ id, name, json, updatedAt }: MappingRow): SavedMapping | null {
  const mapping = mappingSchema.safeParse(JSON.parse(json));
  return mapping.success ? { id, name, mapping: mapping.data, updatedAt } : null;
}

/** A failed import whose content is still stored. @throws RequestError for other imports. */
async function requireFailed(db: Database, id: string): Promise<ImportRow> {
  const row = await findImport(db, id);
  if (row === null) throw notFound('import');
  if (!isRetryable(row) || row.sample) throw notKept(row);
  return row;
}

const notKept = ({ status }: ImportRow): RequestError =>
  new RequestError({
    code: 'conflict',
    message:
      status === 'failed'
        ? 'The content of this import was deleted.'
        : 'Only a failed import can be mapped.',
    hint: 'Import the file again.',
  });

async function previewOf(
  db: Database,
  row: ImportRow,
  gone: AbortSignal,
): Promise<Omit<MappingHead, 'file' | 'error' | 'keptUntil'>> {
  const upload = await openUpload(db, row.path);
  try {
    const preview = await previewHost().read(upload.file, gone);
    if (preview.ok) return preview.value;
    throw new RequestError(preview.error);
  } finally {
    await upload.release();
  }
}
