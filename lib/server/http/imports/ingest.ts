import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@/lib/server/db/client';
import { memberTotals } from '@/lib/server/db/imports/import-members';
import { findImport, pendingImports, type ImportRow } from '@/lib/server/db/imports/imports';
import { keepMapping, listMappings } from '@/lib/server/db/imports/mappings';
import { importHost } from '@/lib/server/import/import-host';
import { storedImportOptions, type ImportOptions } from '@/lib/server/import/import-options';
import { receiveTrace } from '@/lib/server/import/uploads';
import {
  ingestedSchema,
  ingestQuerySchema,
  MOST_PENDING_IMPORTS,
  MOST_TRACE_BYTES,
  type Ingested,
  type IngestQuery,
} from '@/lib/api/contract/ingest-contract';
import { baseName, decodeName } from './file-name';
import {
  badRequest,
  bodyOf,
  bodyTooLarge,
  checked,
  handler,
  limited,
  notFound,
  reply,
  RequestError,
} from '../handler';
import { importRecord } from '../records';

/** Milliseconds between checks while a request waits for an import's end. */
const LOOK_MS = 100;

export const postIngest = handler(
  {
    at: 'POST /api/v1/sessions',
    about: 'One trace of any supported format as the body, plain, gzip or zstd.',
    query: ingestQuerySchema,
    answer: ingestedSchema,
  },
  async ({ db, request, query }) => {
    const given = checked(ingestQuerySchema, query);
    const { file, wait } = given;
    requireBody(request);
    if ((await pendingImports(db)) >= MOST_PENDING_IMPORTS) {
      throw new RequestError({ code: 'busy', message: 'Too many traces wait to be imported.' });
    }
    const name = decodeName(request.headers.get('x-file-name')) ?? file ?? 'trace';
    const options = storedImportOptions(await chosenOptions(db, given));
    const row = await receiveTrace(db, baseName(name), contentOf(request), {
      origin: 'api',
      ...(options === undefined ? {} : { options }),
    });
    importHost().wake();
    const ended = await endOf(db, row, wait * 1_000, request.signal);
    const answer = await ingested(db, ended ?? row);
    const response = reply(ingestedSchema, answer, ended === null ? 202 : 200);
    response.headers.set('Location', answer.url);
    return response;
  },
);

/** Options for reading the request's trace. @throws RequestError for an unknown mapping. */
async function chosenOptions(db: Database, given: IngestQuery): Promise<ImportOptions> {
  const { numbersOnly, format, mapping } = given;
  const sizes = numbersOnly === undefined ? {} : { numbersOnly: true as const };
  if (mapping === undefined) return { ...sizes, ...(format === undefined ? {} : { format }) };
  if (format !== undefined) throw badRequest('Give a format or a mapping, not both.', 'mapping');
  const saved = await listMappings(db);
  const row = saved.find(({ id }) => id === mapping) ?? saved.find(({ name }) => name === mapping);
  if (row === undefined) throw badRequest('No mapping is saved under this id or name.', 'mapping');
  return { ...sizes, mapping: await keepMapping(db, row.json) };
}

export const getIngest = handler<{ readonly id: string }>(
  {
    at: 'GET /api/v1/imports/{id}',
    about: 'State and result of an import.',
    answer: ingestedSchema,
  },
  async ({ db, params }) => {
    const row = await findImport(db, params.id);
    if (row === null) throw notFound('import');
    return reply(ingestedSchema, await ingested(db, row));
  },
);

async function ingested(db: Database, row: ImportRow): Promise<Ingested> {
  return { import: await importRecord(db, row), url: `/api/v1/imports/${row.id}` };
}

/** Encodings detected by magic bytes; the header is ignored. */
const CODINGS = ['identity', 'gzip', 'zstd'];

function requireBody(request: Request): void {
  const coding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase();
  const type = request.headers.get('content-type') ?? '';
  if (!CODINGS.includes(coding) || /^multipart\//i.test(type)) {
    throw new RequestError({
      code: 'unsupported-media-type',
      message: 'The body must be one trace, as it is or compressed by gzip or zstd.',
    });
  }
  if (Number(request.headers.get('content-length') ?? 0) > MOST_TRACE_BYTES)
    throw bodyTooLarge(MOST_TRACE_BYTES);
}

/** The bytes of a trace. @throws RequestError if empty or too large. */
async function* contentOf(request: Request): AsyncGenerator<Uint8Array> {
  let empty = true;
  for await (const chunk of limited(bodyOf(request), MOST_TRACE_BYTES)) {
    empty = false;
    yield chunk;
  }
  if (empty) throw badRequest('The body is empty.');
}

/** The import if it and its archive's members end in time; null if it still runs. */
async function endOf(
  db: Database,
  row: ImportRow,
  milliseconds: number,
  gone: AbortSignal,
): Promise<ImportRow | null> {
  const until = Date.now() + milliseconds;
  while (Date.now() < until && !gone.aborted) {
    await sleep(LOOK_MS);
    const now = await findImport(db, row.id);
    if (now === null || now.status === 'queued' || now.status === 'running') continue;
    const members = (await memberTotals(db, [row.id])).get(row.id);
    if (members === undefined || members.waiting + members.running === 0) return now;
  }
  return null;
}
