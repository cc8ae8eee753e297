/**
 * A library of 1,000, 10,000 and 100,000 synthetic sessions: its list, filters, corpora and profiles
 * through a real server, and its page in a real browser.
 */
import { join } from 'node:path';
import { openDatabase } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { addressOf, freePort, startServer } from '../../server/start/server.mjs';
import { printFigures, type Figure } from './measure';
import { openLibrary } from './pages/library-page';
import { addSynthetic } from './synthetic-library';

const SIZES = [1_000, 10_000, 100_000] as const;
const HOST = '127.0.0.1';

/** Rounds of each request; the fastest counts: other load only adds. */
const ROUNDS = 3;

/** Sessions of a page of a corpus; profiles of one answer. */
const TAKE = 5_000;
const PROFILES = 200;

/** Milliseconds by what was measured. */
type Times = Readonly<Record<string, number>>;

/** Fills a library in `folder` step by step and prints the times of each size against the first. */
export async function benchLibrary(folder: string): Promise<void> {
  const url = `file:${join(folder, 'library.db')}`;
  await migrate(url);
  const measured: Times[] = [];
  let stored = 0;
  for (const size of SIZES) {
    const db = await openDatabase(url);
    await addSynthetic(db, stored, size);
    await db.close();
    stored = size;
    measured.push(await timesOf(url));
  }
  const [least = {}] = measured;
  measured.forEach((times, i) => {
    const figures = Object.entries(times).map(([name, ms]): Figure => {
      const ratio = ms / (least[name] ?? ms);
      const value = `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
      return { name, value, ...(i === 0 ? {} : { ratio: `${ratio.toFixed(1)} × of 1,000` }) };
    });
    printFigures(`A library of ${(SIZES[i] ?? 0).toLocaleString('en')} sessions`, figures);
  });
}

async function timesOf(url: string): Promise<Times> {
  const port = await freePort();
  const env = { DATABASE_URL: url, HIGHWATER_SAMPLES: 'off', HIGHWATER_TOKEN: 'off' };
  const server = await startServer({ host: HOST, port, env, onLine: () => undefined });
  try {
    const at = addressOf(HOST, port);
    const { ids, ...requests } = await requestTimes(at);
    return { ...requests, ...(await profileTimes(at, ids)), ...(await openLibrary(at)) };
  } finally {
    await server.stop();
  }
}

async function requestTimes(at: string) {
  const table = (query: string) => get(`${at}/api/sessions/table?take=100&${query}`);
  let ids: readonly string[] = [];
  const all = async (filter: object): Promise<number> => {
    const rows = await resolveAll(at, filter);
    ids = rows;
    return rows.length;
  };
  const narrow = {
    ...{ agents: ['Codex'], subAgents: 'none', limit: { from: 200_000 } },
    ...{ steps: { from: 100 }, events: ['replayed'] },
  };
  return {
    'first rows of the table': await fastest(() => table('group=file')),
    'last rows by name': await fastest(() => table('group=off&sort=-name&skip=900')),
    'first rows of a search': await fastest(() => table('group=off&q=explore+77')),
    'values to filter by': await fastest(() => get(`${at}/api/sessions/choices`)),
    'sessions that pass five filters': await fastest(() => all(narrow)),
    'sessions of two days': await fastest(() =>
      all({ started: { from: '2025-06-02', to: '2025-06-03' } }),
    ),
    'sessions whose text has two words': await fastest(() => all({ query: 'explore 77' })),
    'every session as a corpus': await fastest(() => all({})),
    ids,
  };
}

async function profileTimes(at: string, ids: readonly string[]): Promise<Times> {
  const body = JSON.stringify({ ids: ids.slice(-PROFILES) });
  const headers = { 'content-type': 'application/json' };
  return {
    [`${PROFILES} profiles`]: await fastest(async () => {
      const answer = await fetch(`${at}/api/profiles`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.arrayBuffer();
    }),
  };
}

async function fastest(run: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

async function get(url: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** Ids of all sessions that pass a filter. */
async function resolveAll(at: string, filter: object): Promise<readonly string[]> {
  const ids: string[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const page = (await get(`${at}/api/corpora/resolve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filter, after, take: TAKE }),
    })) as { readonly sessions: readonly { readonly id: string }[]; readonly next: number | null };
    for (const { id } of page.sessions) ids.push(id);
    after = page.next;
  }
  return ids;
}
