/** What tests of routes do with the library that their file opened. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sessionPageSchema, type SessionRow } from '@/lib/host/api/contract/contract';
import { database } from '@/lib/host/db/client';
import { runQueue } from '@/lib/host/import/run-queue';
import type { Session } from '@/lib/session/schema';
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

/** Uploads a session, to be imported. */
export async function upload(session: Session): Promise<void> {
  const named = { ...headers, 'x-file-name': 'session.json' };
  const body = JSON.stringify(session);
  await postSessions(new Request(url, { method: 'POST', body, headers: named }), context({}));
}

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
