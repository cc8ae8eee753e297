import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionsWhere } from '@/lib/server/db/sessions/corpus-rows';
import { listSessionLists, listSessionsJson } from '@/lib/server/db/sessions/session-list';
import {
  temporaryDatabase,
  type TemporaryDatabase,
} from '@/lib/server/db/testing/temporary-database';
import { sessionPageSchema, type SessionRow } from '@/lib/api/contract/contract';
import {
  anySession,
  eventFilters,
  passing,
  queryWords,
  searchedText,
  type SessionFilter,
} from '@/lib/api/contract/session-filter';
import { rowsOfLists } from '@/lib/api/contract/session-lists';
import { conditionsOf, labelOf } from './conditions';
import { resolvePage } from './resolve';

// This file runs on SQLite and on PostgreSQL.
let temporary: TemporaryDatabase;
let rows: readonly SessionRow[] = [];

const AGENTS = ['Codex', 'codex', 'Claude Code', 'Åse "Ünï" \\ %'];
const FORMATS = ['codex', 'claude-code', 'scenario', 'mapped', 'adk-session', 'of-a-later-version'];
const MODELS = [null, 'gpt-5', 'claude-opus-4-6', 'GPT-5'];
const PARENTS = [null, 'subagent', 'lane', 'branch', 'resumed'] as const;
const DAY = 86_400_000;
const FIRST = Date.parse('2026-01-01');

const pick = <T>(items: readonly T[], i: number): T => items[i % items.length] as T;

/** Sessions of which every two neighbours differ in most columns. */
const storedRow = (i: number) => ({
  id: `session${String(i).padStart(5, '0')}`,
  importId: 'import00',
  ready: i % 31 !== 30,
  deletedAt: i % 29 === 28 ? 1 : null,
  name: `Run ${i} ${pick(['“relation”', '"relation":"subagent"', 'PORT the parser'], i)}`,
  file: 'runs.jsonl',
  format: pick(FORMATS, i),
  agent: pick(AGENTS, i >> 1),
  lane: 'main',
  sessionId: `s-${i}`,
  parent:
    pick(PARENTS, i) === null
      ? null
      : JSON.stringify({ sessionId: `s-${i - 1}`, lane: 'main', relation: pick(PARENTS, i) }),
  model: pick(MODELS, i >> 2),
  entries: i,
  steps: i % 17,
  peakReal: i % 5 === 0 ? null : i * 1_000,
  peakProjected: false,
  limit: pick([null, 128_000, 200_000, 1_000_000], i),
  recordedCompactions: i % 3,
  compactions: pick([null, 0, 2], i >> 1),
  overflowSteps: pick([0, null, 1], i >> 2),
  sparkline: '1 2',
  generated: i % 7 === 0,
  startedAt: i % 6 === 0 ? null : FIRST + (i % 40) * (DAY / 2),
  hash: String(i % 10).repeat(64),
  importedAt: i,
});

beforeAll(async () => {
  temporary = await temporaryDatabase();
  const { prisma } = temporary.db;
  const file = { file: 'runs.jsonl', bytes: 1, sha256: '', path: '', status: 'done', createdAt: 1 };
  await prisma.import.create({ data: { id: 'import00', ...file } });
  await prisma.session.createMany({ data: Array.from({ length: 400 }, (_, i) => storedRow(i)) });
  const list = await listSessionsJson(temporary.db, undefined, 500);
  rows = sessionPageSchema.parse({
    sessions: JSON.parse(list.rows) as unknown,
    next: null,
  }).sessions;
});
afterAll(() => temporary.remove());

/** Mostly no condition: all at once would let no session pass. */
const seldom = <T>(none: T, condition: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: fc.constant(none), weight: 4 }, { arbitrary: condition, weight: 1 });
const some = <T>(values: readonly T[]): fc.Arbitrary<T[]> =>
  seldom([], fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }));
const range = (most: number): fc.Arbitrary<SessionFilter['steps']> =>
  seldom(
    { from: null, to: null },
    fc.record({ from: fc.option(fc.nat(most)), to: fc.option(fc.nat(most)) }),
  );
const day = fc.option(
  fc.nat(25).map((days) => new Date(FIRST + days * DAY).toISOString().slice(0, 10)),
);
const filters: fc.Arbitrary<SessionFilter> = fc.record({
  query: seldom('', fc.constantFrom('port', 'ünï %', 'RUN 3', 'gpt relation')),
  sources: some(['Codex', 'Claude Code', 'Generated', 'of-a-later-version', ...AGENTS]),
  agents: some(AGENTS),
  models: some(['gpt-5', 'GPT-5', 'claude-opus-4-6']),
  events: some(eventFilters),
  steps: range(20),
  limit: range(1_100_000),
  made: seldom<SessionFilter['made']>(null, fc.constantFrom('recorded', 'generated')),
  subAgents: seldom<SessionFilter['subAgents']>(null, fc.constantFrom('only', 'none')),
  started: seldom<SessionFilter['started']>(
    { from: null, to: null },
    fc.record({ from: day, to: day }),
  ),
});

/** Ids of the sessions that the library's page shows under a filter, oldest first. */
function shown(filter: SessionFilter): readonly string[] {
  const words = queryWords(filter.query);
  return rows
    .filter(passing(filter, labelOf))
    .filter((row) => words.every((word) => searchedText(row, labelOf).includes(word)))
    .map(({ id }) => id)
    .reverse();
}

/** Ids of all pages of a filter. */
async function resolved(filter: SessionFilter, take: number): Promise<readonly string[]> {
  const ids: string[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const page = await resolvePage(temporary.db, { filter }, { after, take });
    expect(page.sessions.length).toBeLessThanOrEqual(take);
    ids.push(...page.sessions.map(({ id }) => id));
    after = page.next;
  }
  return ids;
}

describe('a filter', () => {
  it('holds for the same sessions in the database as on the page', async () => {
    let telling = 0;
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 60 }), async (filter, take) => {
        const ids = await resolved(filter, take);
        expect(ids).toEqual(shown(filter));
        if (ids.length > 0 && ids.length < rows.length) telling++;
      }),
      { numRuns: 300 },
    );
    expect(telling).toBeGreaterThan(100);
  });

  it('knows no session that is deleted or still being imported', async () => {
    const ids = await resolved(anySession, 100);
    expect(ids).toHaveLength(rows.length);
    expect(rows.length).toBeLessThan(400);
  });

  it('gives its values as parameters', async () => {
    const conditions = conditionsOf({ ...anySession, agents: [`' OR 1 = 1 --`, '?'] });
    expect(await sessionsWhere(temporary.db, conditions, 0, 10)).toEqual([]);
  });
});

describe('the list in its short form', () => {
  it('has the rows of the long form', async () => {
    const listed: SessionRow[] = [];
    let after: number | undefined;
    do {
      const page = await listSessionLists(temporary.db, after, 90);
      const sessions = JSON.parse(page.rows) as unknown[][];
      listed.push(...rowsOfLists({ columns: page.columns, sessions, total: null, next: null }));
      after = page.count === 90 ? (page.last ?? undefined) : undefined;
    } while (after !== undefined);
    const plain = listed.map((row) => ({ ...row, sparkline: row.sparkline }));
    expect(plain).toEqual(rows);
  });
});

describe('a list', () => {
  it('keeps its order, names what is missing and what has changed', async () => {
    const ids = ['session00005', 'unknown00000', 'session00001', 'session00002'];
    const hashes = ['5'.repeat(64), null, '1'.repeat(64), 'f'.repeat(64)];
    const list = ids.map((id, i) => ({ id, hash: hashes[i] ?? null }));
    const first = await resolvePage(temporary.db, { list }, { take: 3 });
    expect(first.sessions.map(({ id }) => id)).toEqual(['session00005', 'session00001']);
    expect(first).toMatchObject({ missing: ['unknown00000'], changed: [], next: 3 });
    const second = await resolvePage(temporary.db, { list }, { take: 3, after: 3 });
    expect(second).toMatchObject({ missing: [], changed: ['session00002'], next: null });
  });

  it('says of each session whether it decides alone', async () => {
    const ids = ['session00000', 'session00001', 'session00002', 'session00003'];
    const list = ids.map((id) => ({ id, hash: null }));
    const { sessions } = await resolvePage(temporary.db, { list }, { take: 10 });
    expect(sessions.map(({ subAgent }) => subAgent)).toEqual([false, true, true, false]);
    expect(sessions.map(({ generated }) => generated)).toEqual([true, false, false, false]);
    // "s-1" names a session inside its trace only.
    expect(new Set(sessions.map(({ cluster }) => cluster))).toEqual(new Set(['import00']));
  });
});
