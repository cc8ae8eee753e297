/**
 * Compatibility with commit 2d38b5f (`e2e/yesterday`): its library opens and replays to the same
 * integers, its exports can be imported, and every recorded API call gets the same answer. Handlers
 * are found by their addresses.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isNeutralFor } from '@/lib/base/text/neutral-name';
import type { ReceiptLine } from '@/lib/importers/receipt';
import { database } from '@/lib/host/db/client';
import { runQueue } from '@/lib/host/import/run-queue';
import { closeOtlpInbox } from '@/lib/host/live/otlp-inbox';
import { folderWatches } from '@/lib/host/live/watch-folders';
import { filesUnder, inProject } from '@/lib/host/project.mjs';
import { boot } from '@/lib/host/server/boot';
import { asProjectedNow, projectedFrom } from '@/lib/tools/testing/engine-rule';
import {
  isJudgedNow,
  losses,
  named,
  LABELLED,
  NAMED_VERSION,
  ofYesterday,
  recordedAt,
  recording,
  YESTERDAYS_PRESET,
} from '@/lib/tools/testing/yesterday';

const { folder, wake } = vi.hoisted(() => {
  const name = `/tmp/highwater-yesterday-${process.pid}`;
  process.env['DATABASE_URL'] = `file:${name}/library.db`;
  process.env['HIGHWATER_SAMPLES'] = 'off';
  process.env['HIGHWATER_WATCH'] = name;
  return { folder: name, wake: vi.fn() };
});
vi.mock('@/lib/host/import/import-host', () => ({
  importHost: () => ({ wake, attend: vi.fn(), isRunning: false }),
}));

const stopped = new AbortController();
let importing: Promise<void> = Promise.resolve();

/** Runs the import queue in this process, a moment after an import was queued. */
function importSoon(): void {
  importing = importing.then(async () => {
    await sleep(50);
    if (!stopped.signal.aborted) {
      await runQueue(await database(), stopped.signal, () => sleep(10));
    }
  });
}

type Handler = (
  request: Request,
  context: { readonly params: Promise<Readonly<Record<string, string>>> },
) => Promise<Response>;

/** Files of handlers with their addresses; a folder in brackets matches any name. */
const routes = filesUnder('app')
  .filter((file) => file.endsWith('/route.ts'))
  .map((file) => ({ file, parts: file.split('/').slice(1, -1) }))
  // A name precedes a folder in brackets.
  .sort((a, b) => b.parts.filter(isName).length - a.parts.filter(isName).length);

function isName(part: string): boolean {
  return !part.startsWith('[');
}

async function handlerOf(method: string, address: string) {
  const names = new URL(address).pathname.split('/').slice(1);
  const route = routes.find(
    ({ parts }) =>
      parts.length === names.length && parts.every((part, i) => !isName(part) || part === names[i]),
  );
  if (!route) throw new Error(`Nothing answers to ${address}`);
  const handlers = (await import(inProject(route.file))) as Readonly<Record<string, Handler>>;
  const handle = handlers[method];
  if (!handle) throw new Error(`${route.file} does not answer to ${method}`);
  const params = route.parts.flatMap((part, i) =>
    isName(part) ? [] : [[part.slice(1, -1), names[i] ?? '']],
  );
  return { handle, params: Object.fromEntries(params) as Readonly<Record<string, string>> };
}

/** A recorded call and its answer. */
interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The body is a file of the fixture, compressed if `gzip` is set. */
  readonly file?: string;
  readonly gzip?: boolean;
  /** The body is a form: names and files of the fixture. */
  readonly form?: readonly (readonly [name: string, file: string])[];
  /** The call was repeated until a field of the answer had one of these values. */
  readonly until?: { readonly path: string; readonly in: readonly unknown[] };
  /** The answer is endless; its beginning was recorded. */
  readonly stream?: boolean;
  readonly status: number;
  readonly type: string | null;
  readonly location?: string;
  readonly disposition?: string;
  readonly answer: {
    readonly json?: unknown;
    readonly text?: string;
    /** Base64; null for bytes in a format internal to Highwater's server and pages. */
    readonly bytes?: string | null;
  };
}

const names = new Map([['folder', path.join(folder, 'watched')]]);

function bodyOf({ body, file, gzip, form }: RecordedCall): BodyInit | undefined {
  if (form) {
    const data = new FormData();
    for (const [name, input] of form) {
      data.append('files', new Blob([readFileSync(ofYesterday(input))]), name);
    }
    return data;
  }
  if (file !== undefined) {
    const bytes = readFileSync(ofYesterday(file));
    return new Uint8Array(gzip === true ? gzipSync(bytes) : bytes);
  }
  if (body === undefined || typeof body === 'string') return body;
  return named(JSON.stringify(body), names);
}

async function send(
  call: Pick<RecordedCall, 'method' | 'path' | 'headers' | 'body'>,
  body: BodyInit | undefined = bodyOf(call as RecordedCall),
): Promise<Response> {
  const address = `http://127.0.0.1:3000${named(call.path, names)}`;
  const { handle, params } = await handlerOf(call.method, address);
  const request = new Request(address, {
    method: call.method,
    headers: { host: '127.0.0.1:3000', ...call.headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  });
  return handle(request, { params: Promise.resolve(params) });
}

const fieldAt = (value: unknown, at: string): unknown =>
  at
    .split('.')
    .reduce<unknown>(
      (found, key) => (found as Readonly<Record<string, unknown>> | undefined)?.[key],
      value,
    );

/** Sends a call, repeatedly until it gets the recorded final answer. */
async function answered(call: RecordedCall): Promise<{ response: Response; bytes: Buffer }> {
  for (;;) {
    const response = await send(call);
    if (call.stream === true) {
      const reader = response.body?.getReader();
      const first = await reader?.read();
      await reader?.cancel();
      return { response, bytes: Buffer.from(first?.value ?? new Uint8Array()) };
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    const { until } = call;
    if (!until || until.in.includes(fieldAt(JSON.parse(bytes.toString()), until.path))) {
      return { response, bytes };
    }
    await sleep(50);
  }
}

beforeAll(async () => {
  mkdirSync(path.join(folder, 'watched'), { recursive: true });
  copyFileSync(ofYesterday('library.db'), path.join(folder, 'library.db'));
  const watched = path.join(folder, 'watched/media.jsonl');
  copyFileSync(ofYesterday('sent/claude-code-media.jsonl'), watched);
  utimesSync(watched, 1_767_323_045, 1_767_323_045);
  // Deleted sessions can be restored for a day, and failed imports read again.
  const since = Date.now();
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => recordedAt + now() - since);
  wake.mockImplementation(importSoon);
  await boot();
});

afterAll(async () => {
  stopped.abort();
  await importing;
  await folderWatches().stop();
  await closeOtlpInbox();
  await (await database()).close();
  rmSync(folder, { recursive: true, force: true });
  vi.restoreAllMocks();
});

interface RecordedReplay {
  readonly ask: {
    readonly policy?: string;
    readonly preset?: string;
    readonly settings?: Readonly<Record<string, unknown>>;
  };
  readonly divergence: number | null;
  readonly totals: Readonly<Record<string, number>>;
  /** Values in the order of `stepFields`; for many steps the SHA-256 of their JSON. */
  readonly rows: readonly (readonly unknown[])[] | string;
}

const { stepFields, sessions } = recording<{
  readonly stepFields: readonly string[];
  readonly sessions: readonly {
    readonly id: string;
    readonly name: string;
    readonly replays: readonly RecordedReplay[];
  }[];
}>('replays.json.gz');

type ReplayAnswer = Omit<RecordedReplay, 'rows'> & {
  readonly prefix: { readonly source: string };
  readonly limit: { readonly tokens: number } | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly steps: readonly Readonly<Record<string, unknown>>[];
};

/** The recorded question with a policy's version of yesterday named. */
function today(ask: RecordedReplay['ask']): RecordedReplay['ask'] {
  const preset = YESTERDAYS_PRESET[ask.policy ?? ''];
  return preset === undefined || ask.preset ? ask : { ...ask, preset };
}

/**
 * A session whose prefix its recorded state determines is replayed with that prefix today. It was
 * replayed with what the trace holds of it, which is nothing in this library: the call names it.
 */
const PREFIX_THEN = 0;

async function replayed(id: string, ask: RecordedReplay['ask']) {
  const answered = async (body: object) => {
    const response = await send({
      method: 'POST',
      path: `/api/sessions/${id}/replay`,
      headers: { 'content-type': 'application/json' },
      body: { ...body, steps: true },
    });
    return { status: response.status, answer: (await response.json()) as ReplayAnswer };
  };
  const found = await answered(ask);
  const isSolved = found.status === 200 && found.answer.prefix.source === 'solved';
  return isSolved ? answered({ ...ask, prefixTokens: PREFIX_THEN }) : found;
}

async function replayLosses(id: string, recorded: RecordedReplay): Promise<readonly string[]> {
  const ask = today(recorded.ask);
  let { status, answer } = await replayed(id, ask);
  if (status !== 200) return [JSON.stringify(answer)];
  // A Codex recording's limit is 95 % of its window today; it was the window itself.
  const limit = answer.limit?.tokens;
  const restated = ask !== recorded.ask && limit !== undefined;
  if (restated && ask.settings?.['window'] === undefined && answer.settings['window'] !== limit) {
    const settings = { ...ask.settings, window: limit };
    ({ status, answer } = await replayed(id, { ...ask, settings }));
    if (status !== 200) return [JSON.stringify(answer)];
  }
  const steps = answer.steps.map((step) => stepFields.map((field) => step[field]));
  const { divergence, totals } = answer;
  const { rows } = recorded;
  const { policy } = recorded.ask;
  const hashed = typeof rows === 'string';
  const before = { ...recorded, policy, steps: hashed ? steps : rows };
  const now = { ...recorded, policy, divergence, totals, steps };
  const lost = losses(asProjectedNow(before, now, { stepFields }), now);
  return hashed ? [...lost, ...hashLosses(recorded, steps)] : lost;
}

/** True for a replay of which nothing is projected: its hash must be equal. */
function isAllExact({ ask, divergence }: RecordedReplay, generated: boolean): boolean {
  const policy = String(ask['policy']);
  const { from, decides } = projectedFrom({ policy, divergence, generated });
  return from === Infinity && !decides;
}

/** Differences of a replay whose rows are known by their hash, which says nothing about a part of them. */
function hashLosses(
  recorded: RecordedReplay,
  steps: readonly (readonly unknown[])[],
): readonly string[] {
  const generated = steps[0]?.[stepFields.indexOf('realKind')] === 'generated';
  const hash = createHash('sha256').update(JSON.stringify(steps)).digest('hex');
  const rows = isAllExact(recorded, generated) ? recorded.rows : hash;
  return losses({ rows, steps: recorded.totals['steps'] }, { rows: hash, steps: steps.length });
}

describe('the library of yesterday', () => {
  it.each(sessions)('replays $name ($id) to the same integers', async ({ id, replays }) => {
    const lost: unknown[] = [];
    for (const recorded of replays) {
      const found = await replayLosses(id, recorded);
      if (found.length > 0) lost.push({ ask: recorded.ask, found });
    }
    expect(lost).toEqual([]);
  });

  it('has hashed replays that must be equal', () => {
    const hashed = sessions
      .flatMap(({ replays }) => replays)
      .filter(({ rows }) => typeof rows === 'string');
    expect(hashed.filter((recorded) => isAllExact(recorded, false)).length).toBeGreaterThan(0);
  });
});

/** Calls about imports of numbers only. */
const OF_NUMBERS = /numbersOnly=1|\/\{langsmith\}$/;

/**
 * The recorded answer with what imports of numbers only store since issue 11: names that say what kind
 * of file it was and nothing else, and reasons without the trace's word for a kind of record.
 */
function withNeutralNames(recorded: unknown, said: string): unknown {
  const now = /"file":"([^"]+)"/.exec(said)?.[1] ?? '';
  const text = JSON.stringify(recorded).replace(/"file":"([^"]+)"/g, (whole, name: string) =>
    isNeutralFor(name, now) ? `"file":"${now}"` : whole,
  );
  return JSON.parse(text, (key, value: unknown) =>
    key === 'dropped' || key === 'merged' ? withoutKinds(value as readonly ReceiptLine[]) : value,
  );
}

/** A receipt's lines with what stands before the colon of a reason, one for each. */
function withoutKinds(lines: readonly ReceiptLine[]): readonly ReceiptLine[] {
  const reasons = [...new Set(lines.map(({ reason }) => reason.split(': ')[0] ?? ''))];
  return reasons.map((reason) => {
    const same = lines.filter((line) => line.reason.split(': ')[0] === reason);
    const records = same.reduce((sum, line) => sum + line.records, 0);
    return { reason, records, at: same.flatMap(({ at }) => at) };
  });
}

/**
 * The call with the policy by its name where it named none: that was ContextGuard, and is the agent's
 * own policy since sessions open as they ran.
 */
function namedThen(call: RecordedCall): RecordedCall {
  const { body, answer } = call;
  if (!isReplayed(call) || typeof body !== 'object' || body === null) return call;
  const asked = ['policy', 'preset', 'settings'].some((key) => key in body);
  return asked ? call : { ...call, body: { ...body, policy: fieldAt(answer.json, 'policy') } };
}

const isReplayed = ({ method, path, status }: RecordedCall): boolean =>
  method === 'POST' && path.endsWith('/replay') && status === 200;

/** The call with the prefix of then where the session's own is solved today: see `PREFIX_THEN`. */
async function prefixedThen(call: RecordedCall): Promise<RecordedCall> {
  const { body } = call;
  if (!isReplayed(call) || typeof body !== 'object' || body === null) return call;
  const { response, bytes } = await answered(call);
  if (response.status !== 200) return call;
  const { prefix } = JSON.parse(bytes.toString('utf8')) as ReplayAnswer;
  return prefix.source === 'solved'
    ? { ...call, body: { ...body, prefixTokens: PREFIX_THEN } }
    : call;
}

describe('the API of yesterday', () => {
  const calls = recording<readonly RecordedCall[]>('api.json.gz');
  it.each(calls.map((call, i) => [`${i} ${call.method} ${call.path}`, call] as const))(
    'answers %s',
    async (_, recordedCall) => {
      const withPolicy = namedThen(recordedCall);
      if (withPolicy !== recordedCall) {
        // Without a name the answer has every field it had; only the settings are another policy's.
        const { bytes } = await answered(recordedCall);
        const lost = losses(recordedCall.answer.json, JSON.parse(bytes.toString('utf8')), {
          names,
        });
        expect(lost.filter((one) => /^(?!settings\.)\w+: .* → nothing$/.test(one))).toEqual([]);
      }
      const call = await prefixedThen(withPolicy);
      // The samples are queued, not imported: they are not part of the fixture.
      if (call.path === '/api/samples') wake.mockImplementation(() => undefined);
      const { response, bytes } = await answered(call);
      const { json, text, bytes: exact } = call.answer;
      const said = bytes.toString('utf8');
      expect({ status: response.status, said }).toMatchObject({ status: call.status });
      const typeOf = (type: string | null): string | undefined => type?.split(';')[0];
      expect(typeOf(response.headers.get('content-type'))).toBe(typeOf(call.type));
      if (json !== undefined) {
        const grown = call.path === '/api/v1/openapi.json';
        const recorded = OF_NUMBERS.test(call.path) ? withNeutralNames(json, said) : json;
        const now: unknown = JSON.parse(said);
        const lost = losses(asProjectedNow(recorded, now), now, { names, grown });
        const rules = [NAMED_VERSION, LABELLED];
        const rest = lost.filter((loss) => !rules.some((rule) => rule.test(loss)));
        expect(rest.filter((loss) => !isJudgedNow(loss))).toEqual([]);
      }
      // The first event names the build now.
      const words = said.replace(/\{"build":"[^"]*"\}/, '{}');
      if (text !== undefined) expect(words).toBe(text);
      if (typeof exact === 'string') expect(bytes.toString('base64')).toBe(exact);
      if (call.location !== undefined) {
        expect(response.headers.get('location')).toBe(named(call.location, names));
      }
      if (call.disposition !== undefined) {
        expect(response.headers.get('content-disposition')).toBe(call.disposition);
      }
    },
  );
});

describe('an export of yesterday', () => {
  const exported =
    recording<readonly { readonly file: string; readonly replay: RecordedReplay }[]>(
      'exports/replays.json',
    );
  beforeAll(async () => {
    const headers = { 'content-type': 'application/json' };
    await send({ method: 'POST', path: '/api/imports', headers, body: { action: 'cancel' } });
    wake.mockImplementation(importSoon);
  });
  it.each(exported)('$file is imported and replays to the same integers', async (one) => {
    const response = await send(
      { method: 'POST', path: '/api/v1/sessions?wait=30', headers: { 'x-file-name': one.file } },
      new Uint8Array(readFileSync(ofYesterday('exports', one.file))),
    );
    const answer = (await response.json()) as {
      readonly import: { readonly sessions: readonly { readonly id: string }[] };
    };
    expect({ status: response.status, answer }).toMatchObject({
      status: 200,
      answer: { import: { status: 'done', format: 'canonical' } },
    });
    const id = answer.import.sessions[0]?.id ?? '';
    expect(await replayLosses(id, one.replay)).toEqual([]);
  });
});
