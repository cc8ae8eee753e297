import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import Database from 'libsql';
import { afterAll, describe, expect, test } from 'vitest';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import { CUT_SHORT, isPageful, saysMore, WITHOUT_WAL } from './may-lack';
import { loadTrace } from './testing/load-trace';
import { Scratch } from './testing/scratch';

const scratch = new Scratch();
afterAll(() => scratch.remove());

/** What the receipt of a file says that it may lack, and how many of its steps were read. */
async function lacks(path: string): Promise<readonly [steps: number, lacks: readonly string[]]> {
  const read = await loadTrace(path);
  if (!read.ok) throw new Error(read.error.message);
  const steps = read.value.sessions.reduce((sum, session) => sum + session.steps.length, 0);
  return [steps, read.value.receipt.incomplete ?? []];
}

const insert = (from: number, to: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
   INSERT INTO events SELECT 'a', 'u', 's', i, json_object('author', 'bot', 'content',
     json('{"role":"model","parts":[{"text":"answer"}]}'),
     'usage_metadata', json_object('prompt_token_count', i * 100)) FROM n;`;

describe('a database in WAL mode', () => {
  const path = `${scratch.folder}/s.db`;
  const writer = new Database(path);
  writer.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
    CREATE TABLE sessions (app_name, user_id, id, state);
    INSERT INTO sessions VALUES ('a', 'u', 's', '{}');
    CREATE TABLE events (app_name, user_id, session_id, timestamp, event_data); ${insert(1, 20)}
    PRAGMA wal_checkpoint(TRUNCATE); ${insert(21, 50)}`);
  const alone = scratch.file('');
  copyFileSync(path, alone);

  test('is whole with the file beside it', async () => {
    expect(await lacks(path)).toEqual([50, []]);
  });

  test('may be incomplete without it', async () => {
    expect(await lacks(alone)).toEqual([20, [WITHOUT_WAL]]);
    expect(await lacks(scratch.file(gzipSync(readFileSync(alone))))).toEqual([20, [WITHOUT_WAL]]);
  });

  test('in another mode is whole', async () => {
    const plain = scratch.database(`CREATE TABLE sessions (app_name, user_id, id, state);
      INSERT INTO sessions VALUES ('a', 'u', 's', '{}');
      CREATE TABLE events (app_name, user_id, session_id, timestamp, event_data); ${insert(1, 5)}`);
    expect(await lacks(plain)).toEqual([5, []]);
    writer.close();
  });
});

describe('a log', () => {
  const text = fixtureText('claude-code/compaction.jsonl');

  test('that is whole lacks nothing', async () => {
    expect((await lacks(scratch.file(text)))[1]).toEqual([]);
  });

  test('that ends inside of a line was cut', async () => {
    expect((await lacks(scratch.file(text.trimEnd().slice(0, -20))))[1]).toEqual([CUT_SHORT]);
  });
});

describe('an export', () => {
  const run = (i: number): object => ({
    ...{ id: `r${i}`, trace_id: `t${i}`, parent_run_id: null, run_type: 'llm', name: 'llm' },
    dotted_order: `20260609T1000${String(i).padStart(2, '0')}000000Zr${i}`,
    start_time: '2026-06-09T10:00:04.000000',
    inputs: { messages: [{ role: 'user', content: `ask ${i}` }] },
    outputs: { choices: [{ message: { role: 'assistant', content: 'well' } }] },
  });
  const runs = (count: number): string => {
    const path = `${scratch.folder}/runs-${count}.jsonl`;
    const lines = Array.from({ length: count }, (_, i) => JSON.stringify(run(i)));
    writeFileSync(path, lines.join('\n'));
    return path;
  };

  test('of a round number of records may be one page', async () => {
    expect(await lacks(runs(50))).toEqual([
      50,
      [expect.stringContaining('exactly 50 records is often one page')],
    ]);
    expect(await lacks(runs(49))).toEqual([49, []]);
  });

  test('says itself that there is more', () => {
    const data = [{}];
    const whole = [{ data }, { data, has_more: false }, { data, next_cursor: null }, [], 'text'];
    expect(whole.map(saysMore)).toEqual(whole.map(() => null));
    expect(saysMore({ data, has_more: true })).toContain('(“has_more”)');
    expect(saysMore({ runs: data, next_cursor: 'c' })).toContain('(“next_cursor”)');
    expect(saysMore({ data, meta: { page: 1, totalPages: 3 } })).toContain('(page 1 of 3)');
    expect(saysMore({ data, meta: { page: 3, totalPages: 3 } })).toBeNull();
  });

  test('a page is 20 or a multiple of 50', () => {
    expect([0, 19, 20, 21, 49, 50, 75, 100, 1_000].filter(isPageful)).toEqual([20, 50, 100, 1_000]);
  });
});
