import fc from 'fast-check';
import { severities } from '@/lib/analysis/fit/severities';
import type { Database } from '@/lib/server/db/client';
import { sessionTexts } from '@/lib/server/db/sessions/session-texts';
import { eventFilters, type SessionFilter } from '@/lib/api/contract/session-filter';

const AGENTS = ['Codex', 'codex', 'Claude Code', 'Åse "Ünï" \\ %'];
const FORMATS = ['codex', 'claude-code', 'scenario', 'mapped', 'adk-session', 'of-a-later-version'];
const MODELS = [null, 'gpt-5', 'claude-opus-4-6', 'GPT-5'];
const PARENTS = [null, 'subagent', 'lane', 'branch', 'resumed'] as const;
const NAMES = ['“relation”', '"relation":"subagent"', 'PORT the parser', 'Ärger', 'ärger_2', 'éa'];
const FOUND = [null, '', '[overflow]', '[overflow][cause]'];
const DAY = 86_400_000;
const FIRST = Date.parse('2026-01-01');

/** Sessions of {@link storeSessions}, the deleted and the unfinished among them. */
export const STORED = 400;

/** Sessions of one import: some of their parents are in another one. */
const OF_IMPORT = 8;
const IMPORTS = 9;

const pick = <T>(items: readonly T[], i: number): T => items[i % items.length] as T;
const importOf = (i: number): number => Math.floor(i / OF_IMPORT) % IMPORTS;
const importId = (i: number): string => `import${String(importOf(i)).padStart(2, '0')}`;

function openingOf(i: number): string | null {
  const [label, own] = pick([['Codex', true] as const, ['ContextGuard', false] as const], i);
  const opening = { policy: 'codex', preset: null, label, version: null, own };
  return i % 5 === 0 ? null : JSON.stringify(opening);
}

/** Sessions of which every two neighbours differ in most columns. */
function storedRow(i: number) {
  const relation = pick(PARENTS, i);
  const texts = {
    name: `Run ${i} ${pick(NAMES, i)}`,
    file: `runs ${importOf(i)}.jsonl`,
    agent: pick(AGENTS, i >> 1),
    model: pick(MODELS, i >> 2),
    lane: 'main',
  };
  return {
    id: `session${String(i).padStart(5, '0')}`,
    importId: importId(i),
    ready: i % 31 !== 30,
    deletedAt: i % 29 === 28 ? 1 : null,
    ...texts,
    ...sessionTexts(texts),
    format: pick(FORMATS, i),
    sessionId: `s-${i}`,
    parent:
      relation === null
        ? null
        : JSON.stringify({ sessionId: `s-${i - 1}`, lane: 'main', relation }),
    entries: i,
    steps: i % 17,
    peakReal: i % 5 === 0 ? null : i * 1_000,
    peakProjected: false,
    limit: pick([null, 128_000, 200_000, 1_000_000], i),
    recordedCompactions: i % 3,
    opening: openingOf(i),
    compactions: pick([null, 0, 2], i >> 1),
    overflowSteps: pick([0, null, 1], i >> 2),
    sparkline: '1 2',
    generated: i % 7 === 0,
    startedAt: i % 6 === 0 ? null : FIRST + (i % 40) * (DAY / 2),
    hash: String(i % 10).repeat(64),
    found: pick(FOUND, i >> 3),
    severity: (i * 5) % severities.length,
    // Two imports may have come in the same millisecond.
    importedAt: importOf(i) >> 1,
  };
}

/** Fills a library with {@link STORED} sessions. */
export async function storeSessions({ prisma }: Database): Promise<void> {
  const file = { file: 'runs.jsonl', bytes: 1, sha256: '', path: '', status: 'done', createdAt: 1 };
  const imports = Array.from({ length: IMPORTS }, (_, i) => ({
    id: importId(i * OF_IMPORT),
    ...file,
  }));
  await prisma.import.createMany({ data: imports });
  await prisma.session.createMany({ data: Array.from({ length: STORED }, (_, i) => storedRow(i)) });
}

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

/** Filters under which some of the stored sessions are shown. */
export const filters: fc.Arbitrary<SessionFilter> = fc.record({
  query: seldom(
    '',
    fc.constantFrom('port', 'uni %', 'ÄRGER', 'er_2', 'RUN 3', 'google adk', 'gpt relation'),
  ),
  sources: some(['Codex', 'Claude Code', 'Generated', 'of-a-later-version', ...AGENTS]),
  agents: some(AGENTS),
  models: some(['gpt-5', 'GPT-5', 'claude-opus-4-6']),
  severities: some(severities),
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
