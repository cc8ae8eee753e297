/**
 * Load of many programs on a real server: parallel uploads, then a stream of OTLP posts. Compares the
 * library's content afterwards with the data sent.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startServer } from '../../server/start/server.mjs';
import { database } from '@/lib/server/db/client';
import { canonicalTrace } from '@/lib/server/import/testing/trace-fixture';

const POSTS_PER_SECOND = 500;
/** Number of conversations; each gets equally many calls. */
const CONVERSATIONS = 100;

/** How much is sent: uploads at once, and seconds of telemetry. */
export interface Load {
  readonly uploads: number;
  readonly seconds: number;
}
const WHOLE: Load = { uploads: 200, seconds: 20 };

/** Most milliseconds for the imports afterwards. */
const SETTLE_MS = 600_000;

/** Latency of requests in milliseconds, and counts of their answers. */
interface Answers {
  readonly latencies: number[];
  readonly statuses: Map<number, number>;
}

const noAnswers = (): Answers => ({ latencies: [], statuses: new Map() });

/** Statuses after which an OTLP exporter retries; 0: the connection broke. */
const AGAIN = [0, 429, 502, 503, 504];
const MOST_ATTEMPTS = 6;

/** Sends like a stock exporter: retries after a second or two where allowed; counts every answer. */
async function send(answers: Answers, url: string, init: RequestInit): Promise<void> {
  const start = performance.now();
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const status = await fetch(url, init).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    answers.statuses.set(status, (answers.statuses.get(status) ?? 0) + 1);
    if (!AGAIN.includes(status)) break;
    await sleep(1_000 * attempt);
  }
  answers.latencies.push(performance.now() - start);
}

const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);

function report(name: string, { latencies, statuses }: Answers): void {
  const sorted = [...latencies].sort((a, b) => a - b);
  const counted = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(
    `${name}: ${counted}; p50 ${quantile(sorted, 0.5)} ms, p95 ${quantile(sorted, 0.95)} ms, ` +
      `p99 ${quantile(sorted, 0.99)} ms`,
  );
}

/** One span of a conversation: call `turn` with all earlier messages. */
function payload(conversation: number, turn: number): string {
  const text = (value: string) => ({ stringValue: value });
  const messages = Array.from({ length: turn * 2 + 1 }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    parts: [{ type: 'text', content: `Text ${i} of conversation ${conversation}` }],
  }));
  const attributes = {
    'gen_ai.operation.name': text('chat'),
    'gen_ai.provider.name': text('openai'),
    'gen_ai.request.model': text('gpt-5'),
    'gen_ai.conversation.id': text(`load-${conversation}`),
    'gen_ai.usage.input_tokens': { intValue: String(1_000 + turn * 50) },
    'gen_ai.input.messages': text(JSON.stringify(messages)),
  };
  const start = BigInt(1_760_000_000_000 + turn * 1_000) * 1_000_000n;
  const id = conversation * 100_000 + turn + 1;
  const span = {
    traceId: id.toString(16).padStart(32, 'a'),
    spanId: id.toString(16).padStart(16, 'b'),
    name: 'chat gpt-5',
    kind: 3,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 500_000_000n),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
  };
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
}

async function sendUploads(url: string, uploads: number): Promise<Answers> {
  const answers = noAnswers();
  const upload = (i: number): Promise<void> =>
    send(answers, `${url}/api/v1/sessions?file=load-${i}.json`, {
      method: 'POST',
      body: canonicalTrace(`upload ${i}`, 5),
      headers: { 'content-type': 'application/json' },
    });
  await Promise.all(Array.from({ length: uploads }, (_, i) => upload(i)));
  return answers;
}

/** Posts at a steady rate, independent of the answers' latency. */
async function sendPosts(url: string, bodies: readonly string[]): Promise<Answers> {
  const answers = noAnswers();
  const sent: Promise<void>[] = [];
  const start = performance.now();
  for (const [i, body] of bodies.entries()) {
    const due = start + (i / POSTS_PER_SECOND) * 1_000;
    if (due > performance.now()) await sleep(due - performance.now());
    const headers = { 'content-type': 'application/json' };
    sent.push(send(answers, `${url}/v1/traces`, { method: 'POST', body, headers }));
  }
  await Promise.all(sent);
  return answers;
}

async function settle(): Promise<number> {
  const { prisma } = await database();
  const start = performance.now();
  while (performance.now() - start < SETTLE_MS) {
    const waiting = await prisma.import.count({ where: { status: { in: ['queued', 'running'] } } });
    const unread = await prisma.otlpTrace.count({ where: { dirtyAt: { not: null } } });
    if (waiting + unread === 0) break;
    await sleep(500);
  }
  return (performance.now() - start) / 1_000;
}

/** Sends the load to a server of its own and prints how it was answered; needs a build. */
export async function benchLoad(folder: string, load = WHOLE): Promise<LibraryCounts> {
  const { uploads, seconds } = load;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  process.env['DATABASE_URL'] = `file:${join(folder, 'load.db')}`;
  const env = {
    DATABASE_URL: process.env['DATABASE_URL'],
    HIGHWATER_SAMPLES: 'off',
    HIGHWATER_TOKEN: 'off',
  };
  const server = await startServer({ host: '127.0.0.1', port, env });
  try {
    report(`${uploads} uploads at once`, await sendUploads(url, uploads));
    const turns = (POSTS_PER_SECOND * seconds) / CONVERSATIONS;
    const bodies = Array.from({ length: POSTS_PER_SECOND * seconds }, (_, i) =>
      payload(i % CONVERSATIONS, Math.floor(i / CONVERSATIONS)),
    );
    const started = performance.now();
    report(`${POSTS_PER_SECOND} posts/s for ${seconds} s`, await sendPosts(url, bodies));
    console.log(`sent in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
    console.log(`imported ${(await settle()).toFixed(1)} s later`);
    return await kept(turns, uploads);
  } finally {
    await server.stop();
    await (await database()).close();
  }
}

/** Rows of the library that the load made, beside the number sent. */
interface LibraryCounts {
  readonly uploads: string;
  readonly records: string;
  readonly telemetry: string;
  /** Sessions of telemetry that have all steps of their conversation. */
  readonly whole: string;
}

async function kept(turns: number, uploads: number): Promise<LibraryCounts> {
  const { prisma } = await database();
  const records = await prisma.otlpRecord.count();
  const live = await prisma.session.findMany({
    where: { ready: true, import: { origin: 'otlp' } },
    select: { steps: true },
  });
  const uploaded = await prisma.session.count({
    where: { ready: true, import: { origin: 'api' } },
  });
  const whole = live.filter(({ steps }) => steps === turns).length;
  return {
    uploads: `${uploaded} of ${uploads}`,
    records: `${records} of ${turns * CONVERSATIONS}`,
    telemetry: `${live.length} of ${CONVERSATIONS}`,
    whole: `${whole} of ${CONVERSATIONS}`,
  };
}
