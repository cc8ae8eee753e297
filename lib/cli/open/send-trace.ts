import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { InputError } from '../exit-code';

/** Seconds that a request waits for its import. */
const WAIT_SECONDS = 30;

/** Milliseconds between two looks at an import that takes longer than a request waits. */
const ASK_MS = 500;

/** A running server, and the token that it asks for. */
export interface OpenedServer {
  readonly address: string;
  readonly token: string | null;
}

const errorSchema = z.object({ message: z.string(), hint: z.string().optional() });
const importSchema = z.object({
  status: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  error: errorSchema.nullable(),
  sessions: z.array(z.object({ id: z.string() })).readonly(),
});
type ImportRecord = z.infer<typeof importSchema>;
const ingestedSchema = z.object({ import: importSchema, url: z.string() });
type Ingested = z.infer<typeof ingestedSchema>;
const refusedSchema = z.object({ error: errorSchema });

const words = ({ message, hint }: z.infer<typeof errorSchema>): string =>
  hint === undefined ? message : `${message} ${hint}`;

/**
 * Sends a trace to a server and waits until it is imported.
 * @throws InputError where it cannot be read, with the server's words
 */
export async function sendTrace(
  server: OpenedServer,
  name: string,
  content: Readable,
): Promise<ImportRecord> {
  let { import: row, url } = await ask(server, `/api/v1/sessions?wait=${WAIT_SECONDS}`, {
    method: 'POST',
    headers: { 'x-file-name': encodeURIComponent(name) },
    body: Readable.toWeb(content) as ReadableStream,
    duplex: 'half',
  });
  while (row.status === 'queued' || row.status === 'running') {
    await sleep(ASK_MS);
    ({ import: row, url } = await ask(server, url, {}));
  }
  if (row.status === 'done') return row;
  const why = row.error === null ? 'its import was cancelled.' : words(row.error);
  throw new InputError(`${name}: ${why}`);
}

async function ask(
  { address, token }: OpenedServer,
  path: string,
  init: RequestInit & { readonly duplex?: 'half' },
): Promise<Ingested> {
  const headers = {
    ...(init.headers as Readonly<Record<string, string>> | undefined),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(address + path, { ...init, headers });
  const answer: unknown = await response.json();
  if (response.ok) return ingestedSchema.parse(answer);
  const said = refusedSchema.safeParse(answer);
  throw new InputError(
    said.success ? words(said.data.error) : `The server answered ${response.status}.`,
  );
}

/** The page of what was imported: that of a trace's first session, else the library. */
export function pageOf({ sessions }: Pick<ImportRecord, 'sessions'>): string {
  const [first] = sessions;
  return first === undefined ? '/' : `/sessions/${first.id}`;
}
