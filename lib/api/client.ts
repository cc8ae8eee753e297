import type * as z from 'zod';
import type { Profile } from '@/lib/tokens/profile';
import type { ScenarioPlan } from '@/lib/scenarios/plan';
import { decodeProfile } from '@/lib/tokens/profile-codec';
import { ApiError } from './api-error';
import {
  changedSchema,
  compactionListSchema,
  entryPageSchema,
  errorEnvelopeSchema,
  healthSchema,
  MOST_ROWS,
  importListSchema,
  importSchema,
  prefixTextSchema,
  sessionPageSchema,
  sessionRecordSchema,
  sessionRowSchema,
  stepPageSchema,
  type EntryPage,
  type Health,
  type ImportRecord,
  type PrefixInput,
  type PrefixText,
  type SessionPatch,
  type SessionRecord,
  type SessionRow,
  type StepPage,
} from './contract';
import type { LimitPatterns } from '@/lib/tokens/limit-patterns';
import { changedLimitsSchema, limitsSchema, type ChangedLimits } from './limits-contract';
import { libraryFitSchema, type LibraryFit } from './fit-contract';
import { shareSchema, type Share, type ShareForm } from './share-contract';
import type { ImportAction } from './import-contract';
import {
  openedScenarioSchema,
  scenarioBriefSchema,
  scenarioListSchema,
  scenarioRecordSchema,
  type OpenedScenario,
  type ScenarioBrief,
  type ScenarioOpen,
  type ScenarioRecord,
} from './scenario-contract';

const session = (id: string): string => `/api/sessions/${encodeURIComponent(id)}`;

/** The error an unsuccessful answer holds. */
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

async function send(url: string, init: RequestInit): Promise<Response> {
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

/** Asks the server, and checks its answer against the contract. @throws ApiError */
export async function request<S extends z.ZodType>(
  schema: S,
  url: string,
  init: RequestInit = {},
): Promise<z.infer<S>> {
  const response = await send(url, init);
  return schema.parse(await response.json());
}

/** A request that brings JSON. */
export const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const withSignal = (signal: AbortSignal | undefined): RequestInit => (signal ? { signal } : {});

/** Every session of the library, newest first, fetched page by page. */
export async function listSessions(signal?: AbortSignal): Promise<readonly SessionRow[]> {
  const rows: SessionRow[] = [];
  let after: number | null = null;
  do {
    const cursor: string = after === null ? '' : `&after=${after}`;
    const page: z.infer<typeof sessionPageSchema> = await request(
      sessionPageSchema,
      `/api/sessions?take=${MOST_ROWS}${cursor}`,
      withSignal(signal),
    );
    rows.push(...page.sessions);
    after = page.next;
  } while (after !== null);
  return rows;
}

export const getSession = (id: string, signal?: AbortSignal): Promise<SessionRecord> =>
  request(sessionRecordSchema, session(id), withSignal(signal));

/** The measured session as recorded: without the user's limit and prefix. */
export async function getProfile(id: string, signal?: AbortSignal): Promise<Profile> {
  const response = await send(`${session(id)}/profile`, withSignal(signal));
  return decodeProfile(new Uint8Array(await response.arrayBuffer()));
}

/** Entries `from` to `to` (exclusive), or fewer: go on at `next`. */
export const getEntries = (
  id: string,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<EntryPage> =>
  request(entryPageSchema, `${session(id)}/entries?from=${from}&to=${to}`, withSignal(signal));

/** Steps `from` to `to` (exclusive) with their raw usage records, or fewer: go on at `next`. */
export const getSteps = (
  id: string,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<StepPage> =>
  request(stepPageSchema, `${session(id)}/steps?from=${from}&to=${to}`, withSignal(signal));

export const getPrefix = (id: string, signal?: AbortSignal): Promise<PrefixText> =>
  request(prefixTextSchema, `${session(id)}/prefix`, withSignal(signal));

/** Where a session's canonical file is downloaded from. */
export const exportUrl = (id: string, form: ShareForm): string =>
  `${session(id)}/export?form=${form}`;

/** What would leave with either form of a shared session. */
export const getShare = (id: string, signal?: AbortSignal): Promise<Share> =>
  request(shareSchema, `${session(id)}/share`, withSignal(signal));

/** The threshold fitted to every session of the same agent, version and window. */
export const getLibraryFit = (id: string, signal?: AbortSignal): Promise<LibraryFit> =>
  request(libraryFitSchema, `${session(id)}/fit`, withSignal(signal));

/** The library's limits by model name. */
export const getLimits = async (signal?: AbortSignal): Promise<LimitPatterns> =>
  (await request(limitsSchema, '/api/limits', withSignal(signal))).limits;

/** Sets the library's limits, also for the sessions that are there. */
export const putLimits = (limits: LimitPatterns): Promise<ChangedLimits> =>
  request(changedLimitsSchema, '/api/limits', json('PUT', { limits }));

/** Recorded compactions with their summaries. */
export const getCompactions = (
  id: string,
  signal?: AbortSignal,
): Promise<z.infer<typeof compactionListSchema>> =>
  request(compactionListSchema, `${session(id)}/compactions`, withSignal(signal));

export const deleteSession = (id: string): Promise<SessionRow> =>
  request(sessionRowSchema, session(id), { method: 'DELETE' });

/** Takes a delete back. */
export const restoreSession = (id: string): Promise<SessionRow> =>
  request(sessionRowSchema, `${session(id)}/restore`, { method: 'POST' });

export const deleteSessions = (ids: readonly string[]): Promise<{ changed: number }> =>
  request(changedSchema, '/api/sessions', json('DELETE', { ids }));

export const restoreSessions = (ids: readonly string[]): Promise<{ changed: number }> =>
  request(changedSchema, '/api/sessions/restore', json('POST', { ids }));

/** Renames a session, or sets (null: takes back) the user's own limit. */
export const patchSession = (id: string, patch: SessionPatch): Promise<SessionRecord> =>
  request(sessionRecordSchema, session(id), json('PATCH', patch));

/** Attaches a system prompt and tool definitions to a session whose trace holds neither. */
export const putPrefix = (id: string, prefix: PrefixInput): Promise<SessionRecord> =>
  request(sessionRecordSchema, `${session(id)}/prefix`, json('PUT', prefix));

export const deletePrefix = (id: string): Promise<SessionRecord> =>
  request(sessionRecordSchema, `${session(id)}/prefix`, { method: 'DELETE' });

/** The named imports; without ids those unfinished or finished in the last minutes. */
export async function listImports(
  ids?: readonly string[],
  signal?: AbortSignal,
): Promise<readonly ImportRecord[]> {
  if (ids?.length === 0) return [];
  const query = ids === undefined ? '' : `?ids=${ids.join(',')}`;
  return (await request(importListSchema, `/api/imports${query}`, withSignal(signal))).imports;
}

export const getImport = (id: string, signal?: AbortSignal): Promise<ImportRecord> =>
  request(importSchema, `/api/imports/${encodeURIComponent(id)}`, withSignal(signal));

/** Members `from` … of an archive; what failed stands first. */
export async function listMembers(
  id: string,
  from: number,
  take: number,
  signal?: AbortSignal,
): Promise<readonly ImportRecord[]> {
  const url = `/api/imports/${encodeURIComponent(id)}/members?from=${from}&take=${take}`;
  return (await request(importListSchema, url, withSignal(signal))).imports;
}

/** Pauses, resumes, cancels or tries again one import and its members, or all. */
export const actOnImports = (action: ImportAction): Promise<{ changed: number }> =>
  request(changedSchema, '/api/imports', json('POST', action));

/** Stops an import; one that has ended stays as it is. */
export const cancelImport = (id: string): Promise<ImportRecord> =>
  request(importSchema, `/api/imports/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** Queues the sample sessions. */
export async function loadSamples(): Promise<readonly ImportRecord[]> {
  return (await request(importListSchema, '/api/samples', { method: 'POST' })).imports;
}

export const getHealth = (signal?: AbortSignal): Promise<Health> =>
  request(healthSchema, '/api/health', withSignal(signal));

/** Makes a scenario a session of the library; it is at `/sessions/${sessionId}${search}`. */
export const openScenario = (scenario: ScenarioOpen): Promise<OpenedScenario> =>
  request(openedScenarioSchema, '/api/scenarios/open', json('POST', scenario));

const scenario = (id: string): string => `/api/scenarios/${encodeURIComponent(id)}`;

/** The saved scenarios, the one changed last first. */
export async function listScenarios(signal?: AbortSignal): Promise<readonly ScenarioBrief[]> {
  return (await request(scenarioListSchema, '/api/scenarios', withSignal(signal))).scenarios;
}

export const getScenario = (id: string, signal?: AbortSignal): Promise<ScenarioRecord> =>
  request(scenarioRecordSchema, scenario(id), withSignal(signal));

/** Saves a plan: under `id` in place of the old one, without it as a new scenario. */
export const saveScenario = (plan: ScenarioPlan, id?: string): Promise<ScenarioRecord> =>
  id === undefined
    ? request(scenarioRecordSchema, '/api/scenarios', json('POST', { plan }))
    : request(scenarioRecordSchema, scenario(id), json('PUT', { plan }));

export const deleteScenario = (id: string): Promise<ScenarioBrief> =>
  request(scenarioBriefSchema, scenario(id), { method: 'DELETE' });

/** Takes a delete back. */
export const restoreScenario = (id: string): Promise<ScenarioRecord> =>
  request(scenarioRecordSchema, `${scenario(id)}/restore`, { method: 'POST' });
