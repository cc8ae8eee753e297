import { compactionListSchema } from '@/lib/api/contract/workbench/compaction-contract';
import { describe, expect, it } from 'vitest';
import { entryPageSchema, prefixTextSchema } from '@/lib/api/contract/contract';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { countSession } from '@/lib/engine/tokens/text/text-counts';
import {
  charsEstimator,
  tokenizerEstimator,
  type Encoding,
} from '@/lib/engine/tokens/text/text-estimators';
import { WorkerPair } from '../testing/worker-pair';
import { SessionCounter } from './session-counter';
import { TokenizerClient, type VersionedJob } from './tokenizer-client';

const words = (encoding: Encoding) =>
  tokenizerEstimator(encoding, (text) => text.split(' ').length);

const session = textSession(`
  system "You are a test"
  u "one two three"
  -- 900
  m "four five"
  + t "a thought of five words"
  + c grep {"a":"b c"}
  -- 950
  == compact "summary of it"
  u "go on"
  -- 700
`);

interface Served {
  readonly session: Session;
  /** Entries of one answer. */
  readonly page: number;
  readonly masked?: number;
  readonly cut?: boolean;
}

/** The answers of the API. */
function answer({ session, page, masked = 0, cut = false }: Served, url: URL): unknown {
  const path = url.pathname.split('/').at(-1);
  if (path === 'prefix') {
    return prefixTextSchema.parse({
      recorded: { ...session.prefix, tools: null },
      attached: {
        system: [{ kind: 'text', text: 'never counted beside a recorded one' }],
        tools: [{ name: 'grep', description: 'finds text', schema: null }],
      },
    });
  }
  if (path === 'recorded-compactions') {
    return compactionListSchema.parse({ compactions: session.compactions });
  }
  const from = Number(url.searchParams.get('from'));
  const entries = session.entries.slice(from, from + page).map((entry) => ({ entry, cut }));
  const next = from + page < session.entries.length ? from + page : null;
  const total = session.entries.length;
  return entryPageSchema.parse({ from, entries, masked, next, total });
}

/** A counter and a client connected like page and worker. */
class Pair extends WorkerPair {
  readonly client = new TokenizerClient(this.start);
  readonly asked: string[] = [];
  readonly loaded: Encoding[] = [];
  respond: (url: URL) => Response;

  constructor(served: Served) {
    let clock = 0;
    super(
      () =>
        new SessionCounter({
          pause: () => new Promise((resolve) => setTimeout(resolve)),
          // Each read of the clock is a slice: a pause follows every entry.
          now: () => (clock += 100),
          fetch: (url, { signal }) => {
            signal.throwIfAborted();
            this.asked.push(url);
            return Promise.resolve(this.respond(new URL(url)));
          },
          load: (encoding) => {
            this.loaded.push(encoding);
            return Promise.resolve(words(encoding));
          },
        }),
    );
    this.respond = (url) => Response.json(answer(served, url));
  }
}

const job: VersionedJob = {
  origin: 'http://127.0.0.1:3000',
  session: 'a/b',
  version: '1',
  encoding: 'o200k_base',
};
const quiet = (): void => undefined;
const never = (): AbortSignal => new AbortController().signal;

describe('the tokenizer worker', () => {
  it('counts the session page by page, as the core counts it whole', async () => {
    const pair = new Pair({ session, page: 2, masked: 1 });
    const seen: (readonly [number, number])[] = [];
    const onProgress = (done: number, total: number): void => void seen.push([done, total]);
    const result = await pair.client.run(job, onProgress, never());
    const tools = [{ name: 'grep', description: 'finds text', schema: null }];
    const whole = { ...session, prefix: { system: session.prefix.system, tools } };
    expect(result?.counts).toEqual([
      countSession(charsEstimator, whole),
      countSession(words('o200k_base'), whole),
    ]);
    // You are a test + grep + finds text
    expect(result?.counts[1]?.prefix).toBe(4 + 1 + 2);
    expect(result).toMatchObject({ masked: 2, cut: 0 });
    expect(pair.asked.map((url) => url.slice(job.origin.length))).toEqual([
      '/api/sessions/a%2Fb/prefix',
      '/api/sessions/a%2Fb/recorded-compactions',
      '/api/sessions/a%2Fb/entries?from=0',
      '/api/sessions/a%2Fb/entries?from=2',
    ]);
    expect(seen.at(-1)).toEqual([3, 3]);
    expect(seen).toEqual(seen.toSorted((a, b) => a[0] - b[0]));
  });

  it('loads a tokenizer once, and only the chosen one', async () => {
    const pair = new Pair({ session, page: 10 });
    expect([pair.started, pair.loaded]).toEqual([0, []]);
    await pair.client.run(job, quiet, never());
    await pair.client.run({ ...job, session: 'other' }, quiet, never());
    expect(pair.loaded).toEqual(['o200k_base']);
    await pair.client.run({ ...job, encoding: 'cl100k_base' }, quiet, never());
    expect(pair.loaded).toEqual(['o200k_base', 'cl100k_base']);
    expect(pair.started).toBe(1);
  });

  it('keeps what it counted, until the session is another', async () => {
    const pair = new Pair({ session, page: 10 });
    const first = await pair.client.run(job, quiet, never());
    const asked = pair.asked.length;
    expect(pair.client.known(job)).toBe(first);
    expect(await pair.client.run(job, quiet, never())).toBe(first);
    expect(pair.asked).toHaveLength(asked);
    expect(pair.client.known({ ...job, version: '2' })).toBeUndefined();
    await pair.client.run({ ...job, version: '2' }, quiet, never());
    expect(pair.asked).toHaveLength(2 * asked);
  });

  it('stops when cancelled, and goes on with the next run', async () => {
    const entries = Array.from({ length: 20 }, () => session.entries).flat();
    const pair = new Pair({ session: { ...session, entries }, page: 1 });
    const stop = new AbortController();
    const onProgress = (): void => stop.abort();
    expect(await pair.client.run(job, onProgress, stop.signal)).toBeNull();
    expect(pair.asked.filter((url) => url.includes('entries')).length).toBeLessThan(10);
    expect(pair.client.known(job)).toBeUndefined();
    expect(await pair.client.run(job, quiet, never())).not.toBeNull();
  });

  it('does nothing for a run that was stopped before it began', async () => {
    const pair = new Pair({ session, page: 1 });
    expect(await pair.client.run(job, quiet, AbortSignal.abort())).toBeNull();
    expect([pair.asked, pair.loaded]).toEqual([[], []]);
  });

  it('says that a numbers-only session holds no text', async () => {
    const entries = [
      {
        role: 'user' as const,
        parts: [{ kind: 'sized' as const, of: 'text' as const, sizes: [9] }],
      },
    ];
    const pair = new Pair({ session: { ...session, entries }, page: 10 });
    await expect(pair.client.run(job, quiet, never())).rejects.toThrow('holds sizes, not text');
  });

  it('says how many entries came shortened', async () => {
    const pair = new Pair({ session, page: 2, cut: true });
    expect(await pair.client.run(job, quiet, never())).toMatchObject({ cut: 3 });
  });

  it('passes on what the server says, and what is no answer of it', async () => {
    const pair = new Pair({ session, page: 2 });
    const error = { code: 'not-found', message: 'There is no such session.' };
    pair.respond = () => Response.json({ error }, { status: 404 });
    await expect(pair.client.run(job, quiet, never())).rejects.toThrow('There is no such session.');
    pair.respond = () => new Response('<html>', { status: 502 });
    await expect(pair.client.run(job, quiet, never())).rejects.toThrow('status 502');
    pair.respond = () => Response.json({ entries: 'all' });
    await expect(pair.client.run(job, quiet, never())).rejects.toThrow();
    expect([pair.started, pair.terminated]).toEqual([1, 0]);
  });
});
