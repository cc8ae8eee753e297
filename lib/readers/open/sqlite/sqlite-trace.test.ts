import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { replaysOf } from '@/lib/analysis/explain/testing/replays';
import type { Session } from '@/lib/engine/session/schema';
import { numbersOnlySessions } from '@/lib/engine/tokens/numbers-only';
import { measureSession } from '@/lib/engine/tokens/measure';
import { loadTrace, type LoadedTrace } from '../testing/load-trace';
import type { OpenOptions } from '../open-trace';
import { Scratch } from '../testing/scratch';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const fixture = (name: string): string =>
  readFileSync(`lib/readers/importers/formats/adk/fixtures/adk-database/${name}.sql`, 'utf8');

async function load(path: string, options?: OpenOptions): Promise<LoadedTrace> {
  const trace = await loadTrace(path, options);
  if (!trace.ok) throw new Error(`${trace.error.code}: ${trace.error.message}`);
  return trace.value;
}

const realsOf = ({ sessions }: LoadedTrace): unknown =>
  sessions.map(({ steps }) => steps.map(({ entries, real }) => [entries, real]));

/** An ADK database of `events` model calls in one session. */
const many = (events: number): string =>
  `CREATE TABLE sessions (app_name, user_id, id, state); CREATE TABLE events (app_name, user_id, session_id, timestamp, event_data);
   INSERT INTO sessions VALUES ('a', 'u', 's', '{}');
   WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${events})
   INSERT INTO events SELECT 'a', 'u', 's', i, json_object('author', 'bot', 'content', json('{"role":"model","parts":[{"text":"${'x'.repeat(50)}"}]}'), 'usage_metadata', json_object('prompt_token_count', i)) FROM n;`;

describe('an ADK database', () => {
  test('is read by session and time', async () => {
    const trace = await load(scratch.database(fixture('event-data')));
    expect(trace.importer).toBe('adk-database');
    expect(trace.sessions.map(({ name }) => name)).toEqual([
      'seo s-1 · Scan x',
      'seo s-2 · Second',
    ]);
    expect(realsOf(trace)).toEqual([
      [
        [1, 200],
        [3, 260],
      ],
      [[1, 90]],
    ]);
    expect(trace.receipt).toMatchObject({ read: 9, kept: 9 });
    expect(trace.receipt.remarks[0]).toContain('s-3');
  });

  test('may have a column per field, blobs and no row numbers', async () => {
    const trace = await load(scratch.database(fixture('columns')));
    expect(realsOf(trace)).toEqual([
      [
        [1, 5000],
        [2, 200819],
      ],
    ]);
    expect(trace.sessions[0]?.steps[0]?.guard).toMatchObject({ lastHeuristic: 1900 });
    expect(trace.sessions[0]?.steps[1]).toMatchObject({ rejected: true, limit: 200000 });
  });

  test.each([1, 99, 100, 101, 250])('of %i rows is read to the last', async (rows) => {
    const trace = await load(scratch.database(many(rows)));
    expect(trace.sessions[0]?.steps.map(({ real }) => real)).toEqual(
      Array.from({ length: rows }, (_, i) => i + 1),
    );
  });

  test('is read with what its log has not written back yet', async () => {
    const path = scratch.database(fixture('event-data'));
    const writer = new Database(path);
    writer.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
    writer.exec("DELETE FROM events WHERE session_id = 's-1'");
    expect(existsSync(`${path}-wal`)).toBe(true);
    const before = readFileSync(path);
    const trace = await load(path);
    expect(realsOf(trace)).toEqual([[[1, 90]]]);
    expect(readFileSync(path)).toEqual(before);
    writer.close();
  });

  test('is read while another program has it locked', async () => {
    const path = scratch.database(fixture('event-data'));
    const writer = new Database(path);
    writer.exec('BEGIN EXCLUSIVE');
    expect((await load(path)).sessions).toHaveLength(2);
    writer.exec('ROLLBACK');
    writer.close();
  });
});

describe('a database that cannot be read', () => {
  const KNOWN =
    'Google ADK session database, Crush database, Cursor chats, goose session, Kiro conversation, LangGraph state, Mastra memory, OpenAI Agents session, OpenCode, promptfoo results';

  test('of another program names its tables and what is known', async () => {
    const path = scratch.database('CREATE TABLE moz_places (id, url); CREATE TABLE events (id)');
    expect(await loadTrace(path)).toEqual({
      ok: false,
      error: {
        code: 'no-records',
        message: `The SQLite database is not of a known kind (${KNOWN}): it has “events”, “moz_places”.`,
      },
    });
  });

  test('with other columns, with views in place of tables, with none', async () => {
    const messages: unknown[] = [];
    for (const sql of [
      'CREATE TABLE sessions (id); CREATE TABLE events (id)',
      `${many(1).replace('TABLE events', 'TABLE rows').replace('INTO events', 'INTO rows')} CREATE VIEW events AS SELECT * FROM rows`,
      'CREATE TABLE t (a); DROP TABLE t',
    ]) {
      const trace = await loadTrace(scratch.database(sql));
      messages.push(trace.ok ? trace.value.importer : trace.error.message);
    }
    expect(messages).toEqual([
      'The SQLite database has the tables sessions and events, but not with the columns of a Google ADK session database.',
      `The SQLite database is not of a known kind (${KNOWN}): it has “rows”, “sessions”.`,
      `The SQLite database is not of a known kind (${KNOWN}): it has no table.`,
    ]);
  });

  test('is truncated, overwritten or only its first words', async () => {
    const whole = readFileSync(scratch.database(many(2000)));
    const overwritten = Buffer.from(whole);
    overwritten.fill(0x5a, 8192);
    const contents = [
      whole.subarray(0, 20_000),
      overwritten,
      Buffer.from('SQLite format 3\0'),
      Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5000, 0x78)]),
    ];
    for (const content of contents) {
      const trace = await loadTrace(scratch.file(content));
      expect(trace).toMatchObject({ ok: false, error: { code: 'malformed' } });
    }
  });

  test('without a session in it', async () => {
    const path = scratch.database(`${many(1)} DELETE FROM events; DELETE FROM sessions`);
    expect(await loadTrace(path)).toMatchObject({ error: { code: 'no-sessions' } });
  });
});

/** An ADK database whose file is changed byte by byte after it was written. */
function patched(sql: string, from: string, to: string): string {
  const path = scratch.database(sql);
  const text = readFileSync(path).toString('latin1');
  expect(text).toContain(from);
  return scratch.file(Buffer.from(text.replaceAll(from, to), 'latin1'));
}

/** The tables of an ADK database; `more` goes into `events`. */
const adk = (more: string, values: string): string =>
  `CREATE TABLE sessions (app_name, user_id, id, state); INSERT INTO sessions VALUES ('a', 'u', 's', '{}');
   CREATE TABLE events (app_name, user_id, session_id, timestamp, event_data${more});
   INSERT INTO events (app_name, user_id, session_id, timestamp, event_data) VALUES ${values};`;

const call = (text: string): string =>
  `('a', 'u', 's', 1, '{"author":"bot","content":{"role":"model","parts":[{"text":"${text}"}]},"usage_metadata":{"prompt_token_count":7}}')`;

describe('a hostile database', () => {
  test('of texts that are not UTF-8 is read, with U+FFFD and a notice', async () => {
    const trace = await load(patched(adk('', call('abcQQQQdef')), 'QQQQ', '\xff\xfe\xc0Q'));
    expect(realsOf(trace)).toEqual([[[0, 7]]]);
    expect(JSON.stringify(trace.sessions)).toContain('abc\ufffd\ufffd\ufffdQdef');
    expect(trace.receipt.remarks).toContain(
      '1 text with bytes that are not UTF-8, read as U+FFFD (first: events row 1).',
    );
  });

  test.each(['UTF-16le', 'UTF-16be'])('of %s is read', async (encoding) => {
    const trace = await load(
      scratch.database(`PRAGMA encoding = '${encoding}'; ${adk('', call('ünï 💥'))}`),
    );
    expect(JSON.stringify(trace.sessions)).toContain('ünï 💥');
    expect(trace.receipt.remarks).toEqual([]);
  });

  test('with names that are not UTF-8 is read without those columns', async () => {
    const named = adk(', qqqqcolumn', call('x'));
    const trace = await load(patched(named, 'qqqqcolumn', 'qq\xff\xfecolumn'));
    expect(realsOf(trace)).toEqual([[[0, 7]]]);
    expect(trace.receipt.remarks).toContain(
      '1 table or column with a name that is not UTF-8 was left out.',
    );
  });

  test('with generated columns is read without them', async () => {
    const bomb = `, stored AS (zeroblob(2000000)) STORED, virtual AS (zeroblob(900000000))`;
    const path = scratch.database(adk(bomb, call('x')));
    const before = process.memoryUsage().rss;
    expect(realsOf(await load(path))).toEqual([[[0, 7]]]);
    expect(process.memoryUsage().rss - before).toBeLessThan(300e6);
  });

  test('whose tables are views or virtual tables runs none of them', async () => {
    const rows = `CREATE TABLE stored (a); INSERT INTO stored VALUES (1);
      CREATE VIEW events AS SELECT zeroblob(900000000) AS session_id, 1 AS event_data;
      CREATE VIRTUAL TABLE sessions USING fts5(id)`;
    expect(await loadTrace(scratch.database(rows))).toMatchObject({
      error: { message: expect.stringContaining('not of a known kind') as string },
    });
  });

  test('that claims one page for many rows is damaged', async () => {
    const path = scratch.database(`PRAGMA page_size = 512; ${many(1_000)}`);
    const file = readFileSync(path);
    const pageAt = (page: number): number => (page - 1) * 512;
    const kind = (page: number): number => file[pageAt(page)] ?? 0;
    const childrenAt = (page: number): number[] => {
      const at = pageAt(page);
      const cells = Array.from(
        { length: file.readUInt16BE(at + 3) },
        (_, i) => at + file.readUInt16BE(at + 12 + 2 * i),
      );
      return [...cells, at + 8];
    };
    const pages = Array.from({ length: file.length / 512 - 1 }, (_, i) => i + 2);
    const inner = pages.filter((page) => kind(page) === 5);
    const children = inner.flatMap((page) => childrenAt(page).map((at) => file.readUInt32BE(at)));
    const root = inner.find((page) => !children.includes(page))!;
    const leaf = children.find((page) => kind(page) === 13)!;
    // Every child of a page is the same next page, five levels deep.
    const chain = [root, ...inner.filter((page) => page !== root).slice(0, 4), leaf];
    for (const [i, page] of chain.slice(0, -1).entries()) {
      for (const at of childrenAt(page)) file.writeUInt32BE(chain[i + 1]!, at);
    }
    expect(chain).toHaveLength(6);
    expect(await loadTrace(scratch.file(file))).toMatchObject({
      error: {
        code: 'malformed',
        message: expect.stringContaining('more rows than the file can hold') as string,
      },
    });
  });

  test('with a value beyond the limit is refused by its table', async () => {
    const big = `${adk(', big', call('x'))} UPDATE events SET big = zeroblob(134217729)`;
    expect(await loadTrace(scratch.database(big))).toMatchObject({
      error: {
        code: 'too-large',
        message: expect.stringMatching(
          /^The table events holds a value of more than 128 MiB/,
        ) as string,
      },
    });
  });

  test('with a column named like a row’s number is read in order', async () => {
    const sql = adk(', rowid', `${call('x')}, ${call('y')}`);
    expect(realsOf(await load(scratch.database(sql)))).toEqual([
      [
        [0, 7],
        [1, 7],
      ],
    ]);
  });
});

describe('the copy', () => {
  test('is deleted after a read, an error and a cancel', async () => {
    // Other programs may write to the machine's temporary folder.
    const folder = join(scratch.folder, 'copies');
    mkdirSync(folder);
    vi.stubEnv('TMPDIR', folder);
    await load(scratch.database(fixture('event-data')));
    await loadTrace(scratch.database('CREATE TABLE other (id)'));
    await loadTrace(
      scratch.file(Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(99)])),
    );
    const controller = new AbortController();
    let seen = 0;
    const path = scratch.database(many(5000));
    const cancelled = await loadTrace(path, {
      signal: controller.signal,
      onProgress: () => {
        seen += readdirSync(folder).length;
        controller.abort();
      },
    });
    expect(cancelled).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    vi.unstubAllEnvs();
    expect(seen).toBeGreaterThan(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('leaves the original as it was', async () => {
    const path = scratch.database(fixture('event-data'));
    const copy = `${path}.copy`;
    copyFileSync(path, copy);
    await load(path);
    expect(readFileSync(path)).toEqual(readFileSync(copy));
  });
});

test.each(['event-data', 'columns'])(
  '%s measures and replays to the same integers without its texts',
  async (name) => {
    const { sessions } = await load(scratch.database(fixture(name)));
    const numbersOf = (session: Session): unknown => {
      const { head, steps, ...columns } = measureSession(session);
      const { label: _, ...numbers } = steps;
      return { ...columns, steps: numbers, head: { ...head, labels: [] } };
    };
    const numbers = numbersOnlySessions(sessions);
    expect(numbers.map(numbersOf)).toEqual(sessions.map(numbersOf));
    expect(numbers.map(replaysOf)).toEqual(sessions.map(replaysOf));
    expect(JSON.stringify(numbers)).not.toMatch(/"(text|args|response)":/);
  },
);
