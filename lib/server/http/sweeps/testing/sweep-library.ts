import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';
import { database } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { findSession } from '@/lib/server/db/sessions/sessions';
import { runQueue } from '@/lib/server/import/run-queue';
import { sessionPageSchema } from '@/lib/api/contract/contract';
import {
  sweepBriefSchema,
  sweepSchema,
  type Sweep,
  type SweepBrief,
} from '@/lib/api/contract/sweep-contract';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { decodeProfile } from '@/lib/engine/tokens/profile-codec';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { encodeResults } from '@/lib/tuning/sweep/sweep-results';
import { SweepRun } from '@/lib/tuning/sweep/sweep-run';
import { ownBytes } from '../../sessions/own-profile';
import { getSessions } from '../../sessions/listing';
import { postSessions } from '../../sessions/sessions';
import { BossQueue } from '../process/boss-queue';
import { getResults, getSweep, postSweep } from '../sweeps';

/** Traces of a library to sweep over: two long sessions and a short one. */
const TRACES = [
  'public/samples/kubernetes-agent.json',
  'public/samples/production-incident.json',
  'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl',
];

const ORIGIN = 'http://127.0.0.1:3000';
const headers = { host: '127.0.0.1:3000', 'content-type': 'application/json' };

type Handler = (
  request: Request,
  context: { params: Promise<{ id: string }> },
) => Promise<Response>;

/** Calls a handler as the server does. */
export const call = (
  handler: Handler,
  path: string,
  { method = 'GET', id = '', body }: { method?: string; id?: string; body?: unknown } = {},
): Promise<Response> =>
  handler(
    new Request(ORIGIN + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve({ id }) },
  );

/** Imports the traces into the library at DATABASE_URL; ids of their sessions. */
export async function importTraces(): Promise<readonly string[]> {
  await migrate(process.env['DATABASE_URL']!);
  return importFiles(TRACES.map((file) => [file, readFileSync(file)]));
}

/** A session of the library that begins as the short one does, in a file of its own; ids of all sessions. */
export const importCopy = (): Promise<readonly string[]> => {
  const [, , short = ''] = TRACES;
  const text = readFileSync(short, 'utf8');
  return importFiles([['copy.jsonl', text.replaceAll('"sessionId": "s-1"', '"sessionId": "s-2"')]]);
};

async function importFiles(
  files: readonly (readonly [name: string, body: string | Buffer<ArrayBuffer>])[],
): Promise<readonly string[]> {
  for (const [name, body] of files) {
    const upload = new Request(`${ORIGIN}/api/sessions`, {
      ...{ method: 'POST', body },
      headers: { host: headers.host, 'x-file-name': encodeURIComponent(name) },
    });
    await postSessions(upload, { params: Promise.resolve({}) });
  }
  await runQueue(await database(), new AbortController().signal, () => sleep(10));
  const page = sessionPageSchema.parse(await (await call(getSessions, '/api/sessions')).json());
  return page.sessions.map(({ id }) => id).sort();
}

const windows = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => from + i * 8_000);

/** Policies with and without a run for totals; one in a hypercube. Many short shares in three phases. */
export const broadPlan: SweepPlan = {
  columns: [
    ...['contextguard-threshold', 'contextguard-sliding-window', 'pi', 'codex'].map((policy) => ({
      policy,
      settings: {},
      axes: [{ setting: 'window', values: windows(60_000, 15) }],
      sample: null,
    })),
    {
      policy: 'contextguard-threshold',
      settings: { attempts: 2 },
      axes: [
        { setting: 'window', values: windows(60_000, 40) },
        { setting: 'cap', values: [1, 2, 3, 5, 7.5] },
      ],
      sample: { count: 20, seed: 7 },
    },
  ],
  limit: 200_000,
};

/**
 * Shares whose worker died are taken over after a minute; in this PostgreSQL database after eight
 * seconds, while the queue is open.
 */
export const shortLivedShares = async (): Promise<BossQueue> =>
  BossQueue.open(await database(), process.env['DATABASE_URL']!, {
    // A share that a busy machine computes for longer would be begun again, and again.
    expireSeconds: 8,
    maintenanceSeconds: 1,
  });

/** Starts a sweep. */
export async function startSweep(
  sessions: readonly string[],
  plan = broadPlan,
): Promise<SweepBrief> {
  const body = { sessions, plan, baseline: null };
  const response = await call(postSweep, '/api/sweeps', { method: 'POST', body });
  const answer: unknown = await response.json();
  if (response.status !== 201) throw new Error(JSON.stringify(answer));
  return sweepBriefSchema.parse(answer);
}

export const sweepNow = async (id: string): Promise<Sweep> =>
  sweepSchema.parse(await (await call(getSweep, `/api/sweeps/${id}`, { id })).json());

/** Waits until a sweep satisfies a condition. */
export const untilSweep = (id: string, holds: (sweep: Sweep) => boolean): Promise<Sweep> =>
  vi.waitFor(
    async () => {
      const sweep = await sweepNow(id);
      if (!holds(sweep)) throw new Error(`The sweep is as yet: ${JSON.stringify(sweep.progress)}`);
      return sweep;
    },
    { timeout: 100_000, interval: 20 },
  );

export const isEnded = ({ status }: Sweep): boolean => status !== 'queued' && status !== 'running';

/** The bytes of a sweep's results as the API answers them. */
export async function resultsOf(id: string): Promise<Uint8Array> {
  const response = await call(getResults, `/api/sweeps/${id}/results`, { id });
  return new Uint8Array(await response.arrayBuffer());
}

/** Results of each plan over each corpus, as they were computed first. */
const expected = new Map<string, Uint8Array>();

/**
 * The bytes of the same sweep in one process, without a database: computed once for the same sessions as
 * they then are.
 */
export async function expectedResults(
  ids: readonly string[],
  plan = broadPlan,
): Promise<Uint8Array> {
  const key = JSON.stringify([ids, plan]);
  const known = expected.get(key);
  if (known !== undefined) return known;
  const db = await database();
  const sessions: Replayable[] = [];
  for (const id of ids) {
    const row = await findSession(db, id);
    if (row === null) throw new Error(`There is no session ${id}`);
    sessions.push(prepare(decodeProfile(await ownBytes(db, row))));
  }
  const run = new SweepRun(plan, sessions);
  run.advance();
  const bytes = encodeResults(run.results);
  expected.set(key, bytes);
  return bytes;
}
