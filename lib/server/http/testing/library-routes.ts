/** What tests of routes do with the library that their file opened. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type * as z from 'zod';
import {
  errorEnvelopeSchema,
  sessionPageSchema,
  type SessionRow,
} from '@/lib/api/contract/contract';
import { database } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { runQueue } from '@/lib/server/import/run-queue';
import type { Session } from '@/lib/engine/session/schema';
import type { IdPath, RouteHandler } from '../handler';
import { getSessions } from '../sessions/listing';
import { postQuestion } from '../sessions/questions';
import { postSessions } from '../sessions/sessions';

/** Address of the sessions. */
export const url = 'http://127.0.0.1:3000/api/sessions';

/** Headers that a route demands. */
export const headers = { host: '127.0.0.1:3000' };

/** Second argument of a route: its path's parameters. */
export const context = <P>(params: P): { readonly params: Promise<P> } => ({
  params: Promise.resolve(params),
});

/** Uploads a file, to be imported. */
export async function uploadText(name: string, body: string): Promise<void> {
  const named = { ...headers, 'x-file-name': encodeURIComponent(name) };
  const request = new Request(url, { method: 'POST', body, headers: named });
  expect((await postSessions(request, context({}))).status).toBe(202);
}

/** Uploads a session, to be imported. */
export const upload = (session: Session): Promise<void> =>
  uploadText('session.json', JSON.stringify(session));

/** Imports what was uploaded. */
export async function importQueued(): Promise<void> {
  await runQueue(await database(), new AbortController().signal, () => sleep(10));
}

/** The library's first page of sessions, as it lists them: the newest first. */
export async function listed(): Promise<readonly SessionRow[]> {
  const answer = await getSessions(new Request(url, { headers }), context({}));
  return sessionPageSchema.parse(await answer.json()).sessions;
}

/** The library's first page of sessions, by name; of two of one name the later listed. */
export const rows = async (): Promise<Readonly<Record<string, SessionRow>>> =>
  Object.fromEntries((await listed()).map((row) => [row.name, row]));

/** Uploads and imports a session; returns its id. */
export async function imported(session: Session): Promise<string> {
  await upload(session);
  await importQueued();
  const row = (await rows())[session.name];
  if (row === undefined) throw new Error(`${session.name} is not in the library`);
  return row.id;
}

/** Imports files of the project; ids of their first sessions by their paths. */
export async function importedFiles(
  files: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  for (const file of files) await uploadText(file, readFileSync(file, 'utf8'));
  await importQueued();
  const all = await listed();
  return Object.fromEntries(
    files.map((file) => [file, all.find((row) => file.endsWith(`/${row.file}`))?.id ?? '']),
  );
}

/** Asks a question of a session. */
export const ask = (question: string, id: string, body: unknown): Promise<Response> =>
  call(postQuestion, { id, question }, 'POST', body);

/** Asks a route of a session. */
export const get = (route: RouteHandler<IdPath>, id: string, query = ''): Promise<Response> =>
  route(new Request(`${url}/${id}/x${query}`, { headers }), context({ id }));

/** Makes the library of `DATABASE_URL`. */
export async function openLibrary(): Promise<void> {
  await migrate(process.env['DATABASE_URL'] ?? '');
}

/** Closes the library; its database goes with the file of tests. */
export async function closeLibrary(): Promise<void> {
  await (await database()).close();
}

/** Calls a route with a JSON body, or with none. */
export async function call<P>(
  route: RouteHandler<P>,
  params: P,
  method = 'GET',
  body?: unknown,
  query = '',
): Promise<Response> {
  const request = new Request(`${url}${query}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return route(request, context(params));
}

/** The answer of a route, as its contract has it. */
export async function read<S extends z.ZodType>(
  schema: S,
  answer: Response | Promise<Response>,
  status = 200,
): Promise<z.output<S>> {
  const response = await answer;
  const body: unknown = await response.json();
  expect({ status: response.status, body }).toMatchObject({ status });
  return schema.parse(body);
}

/** The error that a route refuses with. */
export const refusal = async (answer: Response | Promise<Response>, status: number) =>
  (await read(errorEnvelopeSchema, answer, status)).error;
