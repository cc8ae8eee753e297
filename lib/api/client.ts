import type * as z from 'zod';
import type { Profile } from '@/lib/engine/tokens/profile';
import { decodeProfile } from '@/lib/engine/tokens/profile-codec';
import { ApiError } from './api-error';
import { errorEnvelopeSchema, type SessionRow } from './contract/contract';
import {
  MOST_LISTED,
  rowsOfLists,
  sessionListsSchema,
  type SessionLists,
} from './contract/session-lists';
import { unframed } from './profile-frames';
import type { ShareForm } from './contract/share-contract';
import { scenarioRecordSchema, type ScenarioRecord } from './contract/scenario-contract';

/** Builds an API path; encodes the values in it. */
export const path = (
  parts: TemplateStringsArray,
  ...values: readonly (string | number)[]
): string => String.raw({ raw: parts }, ...values.map(encodeURIComponent));

/** Reads the error from a failed answer. */
export function errorOf(status: number, body: unknown): ApiError {
  const parsed = errorEnvelopeSchema.safeParse(body);
  if (parsed.success) return new ApiError(parsed.data.error, status);
  return new ApiError(
    { code: 'internal', message: `The server answered with status ${status}.` },
    status,
  );
}

/** No answer came: the server is not running, or the connection broke. */
export function unreachable(): ApiError {
  const message = 'The Highwater server does not answer.';
  return new ApiError({ code: 'unreachable', message, hint: 'Check that it is running.' }, 0);
}

/** Sends a request; answers with what is no error. @throws ApiError */
export async function send(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw unreachable();
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  throw errorOf(response.status, body);
}

/** Sends a request and checks the answer against the contract. @throws ApiError */
export async function request<S extends z.ZodType>(
  schema: S,
  url: string,
  init: RequestInit = {},
): Promise<z.infer<S>> {
  const response = await send(url, init);
  return schema.parse(await response.json());
}

/** Sends a request whose answer is bytes. @throws ApiError */
export async function requestBytes(url: string, init: RequestInit): Promise<Uint8Array> {
  const response = await send(url, init);
  const answer = await response.arrayBuffer().catch((error: unknown) => {
    if (init.signal?.aborted === true) throw error;
    throw unreachable();
  });
  return new Uint8Array(answer);
}

/** A request with a JSON body. */
export const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The newest sessions of a library whose list is still being fetched, and the number of all. */
export interface ArrivingSessions {
  readonly rows: readonly SessionRow[];
  readonly total: number;
}

/**
 * Every session of the library, newest first, fetched page by page; `onFirst` receives the first page
 * if others follow.
 */
export async function listSessions(
  signal: AbortSignal,
  onFirst: (arriving: ArrivingSessions) => void,
): Promise<readonly SessionRow[]> {
  const pages: (readonly SessionRow[])[] = [];
  let after: number | null = null;
  do {
    const cursor: string = after === null ? '' : `&after=${after}`;
    const url = `/api/sessions?form=lists&take=${MOST_LISTED}${cursor}`;
    const page: SessionLists = await request(sessionListsSchema, url, { signal });
    const rows = rowsOfLists(page);
    pages.push(rows);
    if (after === null && page.next !== null) onFirst({ rows, total: page.total ?? rows.length });
    after = page.next;
  } while (after !== null);
  return pages.flat();
}

/** The measured session as recorded: without the user's limit and prefix. */
export async function getProfile(id: string, signal: AbortSignal): Promise<Profile> {
  const response = await send(path`/api/sessions/${id}/profile`, { signal });
  return decodeProfile(new Uint8Array(await response.arrayBuffer()));
}

/**
 * Up to 200 encoded profiles in the order of their ids, under the user's limit and prefix.
 * @throws ApiError that names a missing session.
 */
export async function getProfiles(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly Uint8Array[]> {
  return unframed(await requestBytes('/api/profiles', { ...json('POST', { ids }), signal }));
}

/** Download address of a session's canonical file. */
export const exportUrl = (id: string, form: ShareForm): string =>
  path`/api/sessions/${id}/export?form=${form}`;

/** A session's canonical file. @throws ApiError */
export async function getExport(id: string, form: ShareForm): Promise<Blob> {
  return (await send(exportUrl(id, form), {})).blob();
}

/** A saved scenario with its plan. */
export const getScenario = (id: string): Promise<ScenarioRecord> =>
  request(scenarioRecordSchema, path`/api/scenarios/${id}`);
