import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@/lib/db/client';
import { memberTotals } from '@/lib/db/import-members';
import { findImport, pendingImports, type ImportRow } from '@/lib/db/imports';
import { keepMapping, listMappings } from '@/lib/db/mappings';
import { importHost } from '@/lib/jobs/import-host';
import { storedImportOptions, type ImportOptions } from '@/lib/jobs/import-options';
import { receiveTrace } from '@/lib/jobs/uploads';
import {
  ingestedSchema,
  ingestQuerySchema,
  MOST_PENDING_IMPORTS,
  MOST_TRACE_BYTES,
  type Ingested,
  type IngestQuery,
} from '@/lib/api/ingest-contract';
import { openApiDocument } from '@/lib/api/openapi';
import { admitProgram } from './bearer-token';
import { baseName, decodeName } from './file-name';
import { bodyOf, checked, handler, jsonText, notFound, reply, RequestError } from './handler';
import { importRecords } from './records';

/** How often an import is looked at while a request waits for its end. */
const LOOK_MS = 100;

/** POST /api/v1/sessions: one trace of any supported format as the body, plain, gzip or zstd. */
export const postIngest = handler(async ({ db, request, query }) => {
  const given = checked(ingestQuerySchema, query);
  const { file, wait } = given;
  requireBody(request);
  if ((await pendingImports(db)) >= MOST_PENDING_IMPORTS) {
    throw new RequestError({ code: 'busy', message: 'Too many traces wait to be imported.' });
  }
  const name = decodeName(request.headers.get('x-file-name')) ?? file ?? 'trace';
  const content = limited(bodyOf(request), MOST_TRACE_BYTES);
  const options = storedImportOptions(await chosenOptions(db, given));
  const row = await receiveTrace(db, baseName(name), content, {
    origin: 'api',
    ...(options === undefined ? {} : { options }),
  });
  importHost().wake();
  const ended = await endOf(db, row, wait * 1_000, request.signal);
  const answer = await ingested(db, ended ?? row);
  const response = reply(ingestedSchema, answer, ended === null ? 202 : 200);
  response.headers.set('Location', answer.url);
  return response;
}, admitProgram);

/** How the request wants its trace read. @throws RequestError for a mapping that is not there. */
async function chosenOptions(db: Database, given: IngestQuery): Promise<ImportOptions> {
  const { numbersOnly, format, mapping } = given;
  const sizes = numbersOnly === undefined ? {} : { numbersOnly: true as const };
  if (mapping === undefined) return { ...sizes, ...(format === undefined ? {} : { format }) };
  const wrong = (message: string): RequestError =>
    new RequestError({ code: 'bad-request', message, at: 'mapping' });
  if (format !== undefined) throw wrong('A trace is read as a format or by a mapping, not both.');
  const saved = await listMappings(db);
  const row = saved.find(({ id }) => id === mapping) ?? saved.find(({ name }) => name === mapping);
  if (row === undefined) throw wrong('No mapping is saved under this id or name.');
  return { ...sizes, mapping: await keepMapping(db, row.json) };
}

/** GET /api/v1/imports/[id]. */
export const getIngest = handler<{ readonly id: string }>(async ({ db, params }) => {
  const row = await findImport(db, params.id);
  if (row === null) throw notFound('import');
  return reply(ingestedSchema, await ingested(db, row));
}, admitProgram);

/** GET /api/v1/openapi.json. */
export const getOpenApi = handler(
  () => Promise.resolve(jsonText(JSON.stringify(openApiDocument()))),
  admitProgram,
);

async function ingested(db: Database, row: ImportRow): Promise<Ingested> {
  const [record] = await importRecords(db, [row]);
  if (record === undefined) throw notFound('import');
  return { import: record, url: `/api/v1/imports/${row.id}` };
}

/** The codings whose content is told by its first bytes, whatever the header says. */
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
  if (Number(request.headers.get('content-length') ?? 0) > MOST_TRACE_BYTES) throw tooLarge();
}

/** The chunks of a body. @throws RequestError when there are none or too many bytes. */
export async function* limited(
  content: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    if (bytes > most) throw tooLarge(most);
    yield chunk;
  }
  if (bytes === 0) throw new RequestError({ code: 'bad-request', message: 'The body is empty.' });
}

const tooLarge = (most = MOST_TRACE_BYTES): RequestError =>
  new RequestError({ code: 'too-large', message: `The body is larger than ${most / 1e6} MB.` });

/** The import when it and the members of its archive end within the time; null when it goes on. */
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
