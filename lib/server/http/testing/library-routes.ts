/** What tests of routes do with the library that their file opened. */
import { rm } from 'node:fs/promises';
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
import { getSessions, postSessions } from '../sessions/sessions';

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
  const named = { ...headers, 'x-file-name': name };
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

/** The library's first page of sessions, by name; of two of one name the later listed. */
export async function rows(): Promise<Readonly<Record<string, SessionRow>>> {
  const answer = await getSessions(new Request(url, { headers }), context({}));
  const { sessions } = sessionPageSchema.parse(await answer.json());
  return Object.fromEntries(sessions.map((row) => [row.name, row]));
}

/** Uploads and imports a session; returns its id. */
export async function imported(session: Session): Promise<string> {
  await upload(session);
  await importQueued();
  const row = (await rows())[session.name];
  if (row === undefined) throw new Error(`${session.name} is not in the library`);
  return row.id;
}

/** Asks a route of a session. */
export const get = (route: RouteHandler<IdPath>, id: string, query = ''): Promise<Response> =>
  route(new Request(`${url}/${id}/x${query}`, { headers }), context({ id }));

/** Makes the library of `DATABASE_URL`. */
export async function openLibrary(): Promise<void> {
  await migrate(process.env['DATABASE_URL'] ?? '');
}

/** Closes the library and deletes its folder. */
export async function closeLibrary(folder: string): Promise<void> {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
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
