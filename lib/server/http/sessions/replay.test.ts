import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { capture, parsed } from '@/lib/cli/testing/captured-io';
import { database } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { runQueue } from '@/lib/server/import/run-queue';
import { policies } from '@/lib/policies/registry';
import { errorEnvelopeSchema, sessionPageSchema } from '@/lib/api/contract/contract';
import { replay } from '@/lib/answers/questions/replay';
import type { ReplayRequest } from '@/lib/api/contract/replay-contract';
import { sizeTablesSchema, tablesOf } from '@/lib/api/contract/size-tables-contract';
import { sizeFolder } from '@/lib/server/sizes/size-folder';
import { writeFrozenTable } from '@/lib/engine/sizes/frozen-table';
import { tableOf, writtenRows } from '@/lib/engine/sizes/size-table';
import { getSizeTables } from '../size-tables';
import { postQuestion } from './questions';
import { getSessions, patchSession, postSessions } from './sessions';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-replay-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});
vi.mock('@/lib/server/import/import-host', () => ({
  importHost: () => ({ wake: () => undefined, isRunning: false }),
}));

const KUBERNETES = 'public/samples/kubernetes-agent.json';
const INCIDENT = 'public/samples/production-incident.json';
const CLAUDE = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl';
const ids = new Map<string, string>();

const headers = { host: '127.0.0.1:3000', 'content-type': 'application/json' };

beforeAll(async () => {
  await migrate(process.env['DATABASE_URL']!);
  for (const file of [KUBERNETES, INCIDENT, CLAUDE]) {
    const upload = new Request('http://127.0.0.1:3000/api/sessions', {
      method: 'POST',
      body: readFileSync(file),
      headers: { host: '127.0.0.1:3000', 'x-file-name': encodeURIComponent(file) },
    });
    expect((await postSessions(upload, { params: Promise.resolve({}) })).status).toBe(202);
  }
  await runQueue(await database(), new AbortController().signal, () => sleep(10));
  const request = new Request('http://127.0.0.1:3000/api/sessions', { headers });
  const listed = await getSessions(request, { params: Promise.resolve({}) });
  for (const row of sessionPageSchema.parse(await listed.json()).sessions) {
    const file = [KUBERNETES, INCIDENT, CLAUDE].find((one) => one.endsWith(`/${row.file}`));
    ids.set(file ?? row.file, row.id);
  }
});
afterAll(async () => {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (id: string, body: unknown): Promise<Response> =>
  postQuestion(
    new Request(`http://127.0.0.1:3000/api/sessions/${id}/replay`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve({ id, question: 'replay' }) },
  );

const replayAnswerSchema = replay.output.extend({
  producer: z.string(),
  policy: z.string(),
  preset: z.string().nullable(),
  settings: z.record(z.string(), z.unknown()),
  steps: z.array(z.record(z.string(), z.unknown())).optional(),
});
type ReplayAnswer = z.infer<typeof replayAnswerSchema>;

async function replayed(
  file: string,
  body: ReplayRequest & { readonly steps?: boolean },
): Promise<ReplayAnswer> {
  const response = await ask(ids.get(file) ?? '', body);
  const answer: unknown = await response.json();
  expect({ status: response.status, answer }).toMatchObject({ status: 200 });
  return replayAnswerSchema.parse(answer);
}

describe('a request that names no policy', () => {
  it('gets the session as it ran, and the same by the name own', async () => {
    const bare = await replayed(CLAUDE, { steps: true });
    expect(bare).toMatchObject({
      policy: 'claude-code',
      settings: { window: 200_000, summary: 'recorded' },
      fidelity: { policy: 'claude-code' },
    });
    expect(bare.happened).toMatch(/^Compacted at step 2: at the recorded step/);
    expect(bare.verdict).toContain(bare.happened);
    expect(await replayed(CLAUDE, { policy: 'own', steps: true })).toEqual(bare);
  });

  it('changes the agent’s own policy, by that name or without one', async () => {
    for (const named of [{ policy: 'own' }, {}]) {
      const own = await replayed(CLAUDE, { ...named, settings: { window: 190_000 } });
      expect([own.policy, own.settings['window']]).toEqual(['claude-code', 190_000]);
    }
    const wrong = await ask(ids.get(CLAUDE) ?? '', { settings: { cap: 5 } });
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining('claude-code has no setting'),
    ]);
  });
});

describe('POST /api/sessions/[id]/explain', () => {
  const explain = (id: string, body: unknown): Promise<Response> =>
    postQuestion(
      new Request(`http://127.0.0.1:3000/api/sessions/${id}/explain`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      }),
      { params: Promise.resolve({ id, question: 'explain' }) },
    );

  it.each([
    [INCIDENT, {}, []],
    [INCIDENT, { step: 143, settings: { cap: 7.5 } }, ['--step', '143', '--set', 'cap=7.5']],
    [
      INCIDENT,
      { step: 119, policy: 'codex', faults: ['usage-stops@40'] },
      ['--step', '119', '--policy', 'codex', '--fault', 'usage-stops@40'],
    ],
    [KUBERNETES, {}, []],
    [CLAUDE, {}, []],
  ])('answers what the command line prints: %s %j', async (file, body, args) => {
    const { out } = await capture(['explain', file, ...args, '--json']);
    const [printed] = parsed<{ sessions: readonly Record<string, unknown>[] }>(out).sessions;
    const { number: _, name: __, ...expected } = printed!;
    const response = await explain(ids.get(file) ?? '', body);
    const { producer, ...answer } = (await response.json()) as { producer: string };
    expect([response.status, answer]).toEqual([200, expected]);
    expect(producer).toMatch(/^highwater /);
  });

  it('says after which call the request jumped', async () => {
    const response = await explain(ids.get(INCIDENT) ?? '', { step: 143 });
    expect(await response.text()).toContain('right after mcp_connect.');
  });

  it('refuses a step that is not there, and a request of no such form', async () => {
    const wrong = await explain(ids.get(INCIDENT) ?? '', { step: 144 });
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining('The session has no step 144: its steps are 0 to 143.'),
    ]);
    expect((await explain(ids.get(INCIDENT) ?? '', { step: -1 })).status).toBe(400);
    expect((await explain('nobody', {})).status).toBe(404);
  });
});

describe('highwater tables', () => {
  it.each([['sizes', '--name', 'team'], ['density'], ['prefix']])(
    'makes of the library what it makes of its files: %s',
    async (...args) => {
      const ofLibrary = await capture(['tables', ...args, '--from', 'library']);
      const ofFiles = await capture(['tables', ...args, '--from', CLAUDE, INCIDENT, KUBERNETES]);
      expect(ofLibrary.code).toBe(0);
      expect(ofLibrary.out).not.toBe('');
      expect(ofLibrary).toEqual(ofFiles);
    },
  );
});

describe('highwater tokens', () => {
  it('makes of the library what it makes of its recorded file', async () => {
    const args = ['--encoding', 'o200k_base', '--json'];
    const ofLibrary = await capture(['tokens', '--library', ...args]);
    const ofFile = await capture(['tokens', CLAUDE, ...args]);
    expect([ofLibrary.code, ofLibrary.messages]).toEqual([0, '']);
    expect(parsed(ofLibrary.out)).toEqual({ ...parsed<object>(ofFile.out), file: 'library' });
  });

  it('takes a trace, or the library, and not both', async () => {
    for (const args of [['tokens'], ['tokens', CLAUDE, '--library']]) {
      const { code, messages } = await capture(args);
      expect([code, messages]).toEqual([2, expect.stringContaining('a trace, or --library')]);
    }
  });
});

describe('POST /api/sessions/[id]/replay', () => {
  it.each([
    [KUBERNETES, {}, []],
    [INCIDENT, { settings: { cap: 7.5 } }, ['--set', 'cap=7.5']],
    [
      KUBERNETES,
      { policy: 'contextguard-threshold', preset: 'v0.9.1' },
      ['--policy', 'contextguard-threshold@v0.9.1'],
    ],
    [
      KUBERNETES,
      { faults: ['summariser-fails@1', 'usage-stops@9', 'window@20=60000'] },
      ['--fault', 'summariser-fails@1', '--fault', 'usage-stops@9', '--fault', 'window@20=60000'],
    ],
  ])('answers with the numbers of the command line: %s %j', async (file, body, args) => {
    const { out } = await capture(['replay', file, ...args, '--json']);
    const [printed] = parsed<{ sessions: readonly Record<string, unknown>[] }>(out).sessions;
    const { number: _, name: __, ...expected } = printed!;
    expect(await replayed(file, { ...body, steps: true })).toEqual(expected);
  });

  it.each(policies.map(({ id }) => id))('replays %s', async (policy) => {
    const { out } = await capture(['replay', KUBERNETES, '--policy', policy, '--json']);
    const [printed] = parsed<{ sessions: readonly ReplayAnswer[] }>(out).sessions;
    const answer = await replayed(KUBERNETES, { policy, steps: true });
    expect(answer.steps).toEqual(printed?.steps);
    expect(answer.totals).toEqual(printed?.totals);
    expect(answer.events).toEqual(printed?.events);
  });

  it('takes a frozen table of sizes, and lists it', async () => {
    const table = tableOf('team', [
      ...[1, 2, 3, 4].map((n) => ['claude-code', null, 'm', n, n * 1_000, null, null] as const),
    ]);
    const sizes = sizeFolder(process.env['DATABASE_URL']!);
    const asked = { policy: 'claude-code', settings: { sizes: table.id, summary: 'measured' } };
    const none = await ask(ids.get(CLAUDE) ?? '', asked);
    expect([none.status, await none.text()]).toEqual([
      400,
      expect.stringContaining(`there is no table of sizes \\"${table.id}\\" here; there are`),
    ]);
    await mkdir(sizes, { recursive: true });
    try {
      await writeFile(`${sizes}/team.json`, writeFrozenTable('team', writtenRows(table)));
      await writeFile(`${sizes}/broken.json`, '{');
      const answer = await replayed(CLAUDE, asked);
      expect(answer.settings['sizes']).toBe(table.id);
      expect(answer.summaryModel).toContain(`of 4 recorded compactions, table ${table.id}`);
      const request = new Request('http://127.0.0.1:3000/api/size-tables', { headers });
      const response = await getSizeTables(request, { params: Promise.resolve({}) });
      const listed = sizeTablesSchema.parse(await response.json());
      expect(tablesOf(listed)).toEqual([table]);
      expect(listed.faults).toEqual([
        expect.stringContaining('broken.json: Line 1: the JSON is cut off.'),
      ]);
    } finally {
      await rm(sizes, { recursive: true });
    }
  });

  it('leaves the steps out unless they are asked for', async () => {
    expect(await replayed(INCIDENT, {})).not.toHaveProperty('steps');
  });

  it('goes by the user’s limit', async () => {
    const id = ids.get(INCIDENT) ?? '';
    const before = await replayed(INCIDENT, {});
    const patch = (limit: object | null) =>
      patchSession(
        new Request(`http://127.0.0.1:3000/api/sessions/${id}`, {
          method: 'PATCH',
          headers,
          body: JSON.stringify({ limit }),
        }),
        { params: Promise.resolve({ id }) },
      );
    await patch({ tokens: 100_000 });
    const answer = await replayed(INCIDENT, {});
    expect(answer).toMatchObject({
      limit: { tokens: 100_000, source: 'user' },
      settings: { window: 100_000 },
    });
    await patch(null);
    expect(await replayed(INCIDENT, {})).toEqual(before);
  });

  it.each([
    [{ policy: 'psychic' }, 'policy', 'no policy "psychic"'],
    [{ preset: 'v3' }, 'preset', 'no preset "v3". Presets: '],
    [{ settings: { cop: 3 } }, 'settings.cop', 'no setting "cop". Settings: window, '],
    [{ settings: { cap: 'many' } }, 'settings.cap', 'contextguard-threshold cap: '],
    [{ faults: ['keep-calibration', 'rain@3'] }, 'faults.1', 'There is no fault "rain"'],
    [
      { faults: Array.from({ length: 101 }, () => 'state-lost@1') },
      'faults',
      'request is not valid',
    ],
    [{ colour: 'red' }, undefined, 'request is not valid'],
  ])('refuses %j', async (body, at, message) => {
    const response = await ask(ids.get(INCIDENT) ?? '', body);
    expect(response.status).toBe(400);
    const { error } = errorEnvelopeSchema.parse(await response.json());
    expect(error).toMatchObject({ code: 'bad-request', ...(at === undefined ? {} : { at }) });
    expect(error.message).toContain(message);
  });

  it('knows no other sessions', async () => {
    const response = await ask('0123456789', {});
    expect(response.status).toBe(404);
  });
});
