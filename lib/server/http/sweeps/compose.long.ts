import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { connectPostgresql } from '@/lib/server/db/connection/postgresql';
import { unframed } from '@/lib/api/profile-frames';
import { sessionPageSchema } from '@/lib/api/contract/contract';
import { sweepBriefSchema, sweepSchema, type Sweep } from '@/lib/api/contract/sweep-contract';
import { prepare } from '@/lib/engine/replay/prepare';
import { decodeProfile } from '@/lib/engine/tokens/profile-codec';
import { startPostgres } from '@/lib/tools/postgres-server.mjs';
import { freePort } from '@/lib/server/start/server.mjs';
import { encodeResults } from '@/lib/tuning/sweep/sweep-results';
import { SweepRun } from '@/lib/tuning/sweep/sweep-run';
import { broadPlan, isEnded } from './testing/sweep-library';

// The commands of Dockerfile and compose.yaml, as they are, without images: build, server, two workers.

const commands = z
  .object({ services: z.object({ worker: z.object({ command: z.array(z.string()) }) }) })
  .parse(parse(readFileSync('compose.yaml', 'utf8'))).services;
const dockerfile = readFileSync('Dockerfile', 'utf8');
const serverCommand = z
  .array(z.string())
  .parse(JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? ''));
const buildCommand = /^RUN node (.*)$/m.exec(dockerfile)?.[1] ?? '';

const TOKEN = 'a-token-of-16-or-more';
const children: ChildProcess[] = [];
let stopPostgres: (() => Promise<void>) | undefined;
let database = '';
let origin = '';

function start(
  [, ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: database, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  children.push(child);
  return child;
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}`, ...init.headers };
  const answer = await fetch(origin + path, { ...init, headers });
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
  return answer;
}

beforeAll(async () => {
  const server = await startPostgres();
  stopPostgres = server.stop;
  const client = await connectPostgresql(server.url);
  await client.query('CREATE DATABASE highwater');
  await client.end();
  const url = new URL(server.url);
  url.pathname = '/highwater';
  database = url.href;
  execFileSync(process.execPath, buildCommand.split(' '), { stdio: 'inherit' });
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  start(serverCommand, { HOST: '127.0.0.1', PORT: String(port), HIGHWATER_TOKEN: TOKEN });
  await vi.waitFor(() => ask('/api/sessions'), { timeout: 120_000, interval: 200 });
}, 900_000);

afterAll(async () => {
  const running = children.filter(({ exitCode, signalCode }) => (exitCode ?? signalCode) === null);
  const exits = running.map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(exits);
  await stopPostgres?.();
});

it('a worker killed in the middle of a sweep changes no byte of it', async () => {
  const workers = [1, 2].map(() => start(commands.worker.command, {}));
  // The samples are imported while the server starts.
  const ids = await vi.waitFor(
    async () => {
      const page = sessionPageSchema.parse(await (await ask('/api/sessions')).json());
      expect(page.sessions.length).toBeGreaterThan(5);
      return page.sessions.map(({ id }) => id);
    },
    { timeout: 120_000, interval: 200 },
  );
  const body = JSON.stringify({ sessions: ids, plan: broadPlan, baseline: null });
  const headers = { 'content-type': 'application/json' };
  const kept = sweepBriefSchema.parse(
    await (await ask('/api/sweeps', { method: 'POST', body, headers })).json(),
  );
  const now = async (): Promise<Sweep> =>
    sweepSchema.parse(await (await ask(`/api/sweeps/${kept.id}`)).json());
  while ((await now()).progress.done.shares < 3) await sleep(20);
  workers[0]?.kill('SIGKILL');
  while (!isEnded(await now())) await sleep(200);
  const ended = await now();
  expect(ended).toMatchObject({ status: 'done', error: null });
  expect(ended.progress.done).toEqual(ended.progress.known);
  const profiles = unframed(
    new Uint8Array(
      await (
        await ask('/api/profiles', { method: 'POST', body: JSON.stringify({ ids }), headers })
      ).arrayBuffer(),
    ),
  );
  const run = new SweepRun(
    broadPlan,
    profiles.map((bytes) => prepare(decodeProfile(bytes))),
  );
  run.advance();
  const results = await (await ask(`/api/sweeps/${kept.id}/results`)).arrayBuffer();
  expect(new Uint8Array(results)).toEqual(encodeResults(run.results));
  const exited = workers[1] && once(workers[1], 'exit');
  workers[1]?.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
}, 600_000);
