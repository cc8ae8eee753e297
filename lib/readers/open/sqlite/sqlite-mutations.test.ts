import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { budgetOf, repeats, runSeed } from '@/lib/tools/suites/endurance';
import { mutateDatabase } from '../testing/mutate-database';
import { Scratch } from '../testing/scratch';

const scratch = new Scratch();
afterAll(() => scratch.remove());

/** Number of damaged databases, and of those that one process reads. */
const DATABASES = repeats(120, 2_000);
const AT_ONCE = repeats(120, 80);
const budget = budgetOf('sqlite-mutations');

const fixture = (name: string): string =>
  readFileSync(`lib/readers/importers/formats/${name}.sql`, 'utf8');

const rows = (count: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
   INSERT INTO events SELECT 'a', 'u', 's', i, json_object('author', 'bot', 'content', json('{"role":"model","parts":[{"text":"${'ünï '.repeat(30)}"}]}'), 'usage_metadata', json_object('prompt_token_count', i)) FROM n;`;

const tables = (more = '', options = ''): string =>
  `CREATE TABLE sessions (app_name, user_id, id, state); INSERT INTO sessions VALUES ('a', 'u', 's', '{}');
   CREATE TABLE events (app_name, user_id, session_id, timestamp, event_data ${more}) ${options};`;

/** Databases to damage: every kind of table, both widths of text, indexes, several pages. */
const sound = [
  fixture('adk/fixtures/adk-database/event-data'),
  fixture('adk/fixtures/adk-database/columns'),
  fixture('opencode/fixtures/opencode/database'),
  tables() + rows(60),
  `PRAGMA page_size = 512; ${tables()} CREATE INDEX i ON events (session_id, timestamp); ${rows(60)}`,
  `PRAGMA encoding = 'UTF-16le'; ${tables()} ${rows(20)}`,
  `PRAGMA encoding = 'UTF-16be'; ${tables()} ${rows(20)}`,
  tables(', PRIMARY KEY (session_id, timestamp)', 'WITHOUT ROWID') + rows(30),
  tables(', long AS (event_data || event_data)') +
    rows(30).replace(
      'INTO events',
      'INTO events (app_name, user_id, session_id, timestamp, event_data)',
    ),
  `PRAGMA auto_vacuum = FULL; ${tables()} CREATE VIEW v AS SELECT * FROM events; ${rows(40)}`,
].map((sql) => readFileSync(scratch.database(sql)));

interface Line {
  readonly begins?: string;
  readonly ended?: string;
  readonly fault?: string | null;
}

/** Reads files in another process; the files at which it ended, and the faults of the others. */
function readApart(files: readonly string[]): readonly string[] {
  const args = ['--import', 'tsx', 'lib/readers/open/testing/read-files.ts', ...files];
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const lines = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
  const faults = lines.flatMap(({ ended, fault }) =>
    ended !== undefined && typeof fault === 'string' ? [`${ended}: ${fault}`] : [],
  );
  if (status === 0) return faults;
  const last = lines.findLast(({ begins }) => begins !== undefined)?.begins ?? 'the start';
  return [...faults, `${last}: ended by ${signal ?? status}: ${stderr.slice(0, 300)}`];
}

test('no damaged database ends the process that reads it', () => {
  const faults: string[] = [];
  for (let from = 0; from < DATABASES && budget.allows(); from += AT_ONCE) {
    const files = Array.from({ length: Math.min(AT_ONCE, DATABASES - from) }, (_, i) => {
      const seed = runSeed + from + i;
      return scratch.file(mutateDatabase(sound[(from + i) % sound.length]!, seed));
    });
    faults.push(...readApart(files));
  }
  expect(faults).toEqual([]);
}, 600_000);
