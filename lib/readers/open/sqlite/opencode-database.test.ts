import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { opencode } from '@/lib/readers/importers/formats/opencode';
import type { Json, Session } from '@/lib/engine/session/schema';
import { readRecords } from '@/lib/readers/importers/testing/read-trace';
import { stepsOf } from '@/lib/readers/importers/testing/read-fixture';
import { reasonsOf } from '@/lib/readers/importers/testing/session-view';
import { measureSession } from '@/lib/engine/tokens/measure';
import { loadTrace, type LoadedTrace } from '../testing/load-trace';
import { Scratch } from '../testing/scratch';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const folder = 'lib/readers/importers/formats/opencode/fixtures/opencode/';
const sql = readFileSync(`${folder}database.sql`, 'utf8');

async function load(path: string): Promise<LoadedTrace> {
  const trace = await loadTrace(path);
  if (!trace.ok) throw new Error(trace.error.message);
  return trace.value;
}

const database = (more = ''): Promise<LoadedTrace> => load(scratch.database(sql + more));

/** A session without the places of its lines and the name of its file. */
const bare = ({ source, ...session }: Session): unknown =>
  JSON.parse(
    JSON.stringify({ ...session, source: { ...source, file: '' } }, (key, value: unknown) =>
      key === 'origin' || key === 'at' ? undefined : value,
    ),
  );

const sorted = (sessions: readonly Session[]): readonly Session[] =>
  sessions.toSorted((a, b) => (a.source.sessionId < b.source.sessionId ? -1 : 1));

const idsOf = ({ sessions }: LoadedTrace): readonly string[] =>
  sessions.map(({ source: { sessionId, lane } }) => `${sessionId.slice(0, 9)} ${lane}`);

describe('OpenCode’s database', () => {
  test('gives the sessions of its own export, to the profile', async () => {
    const [read, exported] = [await database(), await load(`${folder}exported.json`)];
    expect(read.importer).toBe('opencode');
    const [own, theirs] = [sorted(read.sessions), sorted(exported.sessions)];
    expect(own.map(bare)).toEqual(theirs.map(bare));
    expect(own.map((session) => measureSession(session))).toEqual(
      theirs.map((session) => measureSession(session)),
    );
  });

  test('holds sub-agents, a compaction and archived sessions', async () => {
    const { sessions, receipt } = await database();
    const main = sessions.find(({ source }) => source.parent === null && source.lane === 'main');
    expect(sorted(sessions).map(({ source, steps }) => [source.lane, steps.length])).toEqual([
      ['main', 1],
      ['main', 1],
      ['main', 5],
      ['summariser', 1],
    ]);
    expect(main?.source).toMatchObject({ agent: 'OpenCode', agentVersion: '1.18.34' });
    const [, agent, log] = sorted(sessions);
    expect(agent?.source.parent).toMatchObject({
      sessionId: log?.source.sessionId,
      relation: 'subagent',
    });
    expect(stepsOf(log as Session)).toEqual([
      [1, 3432],
      [3, 3493],
      [5, 20_500],
      [8, 3483],
      [10, 3505],
    ]);
    expect(log?.compactions).toMatchObject([{ kind: 'summary', trigger: 'auto', step: 3 }]);
    expect(receipt).toMatchObject({ read: 47, kept: 17, lost: 0, dropped: [] });
    expect(reasonsOf(receipt.merged)).toEqual({ 'part of its message': 30 });
    expect(receipt.remarks).toEqual(['Archived sessions, read like the others: 1.']);
  });

  test('tells what has no message, no call or no session', async () => {
    const { sessions, receipt } = await database(`PRAGMA foreign_keys = OFF;
      INSERT INTO part VALUES ('prt_x', 'msg_gone', 'ses_gone', 1, 1, '{"type":"text","text":"x"}'),
        ('prt_y', 'msg_20e9b0a71001W2cRF08PMTAdbk', 'ses_df164f5e9ffei0OtW4vSLmTQf8', 1, 1, '{"type":');
      INSERT INTO message VALUES ('msg_a', 'ses_alone', 1, 1, '{"role":"user","time":{"created":1}}'),
        ('msg_b', 'ses_alone', 2, 2, 'no JSON'),
        ('msg_c', 'ses_c', 3, 3, '{"role":"assistant","tokens":{"input":7,"cache":{"read":1}}}');
      INSERT INTO session SELECT 'ses_empty', project_id, workspace_id, parent_id, slug, directory, path, title,
        version, share_url, summary_additions, summary_deletions, summary_files, summary_diffs, metadata, cost,
        tokens_input, tokens_output, tokens_reasoning, tokens_cache_read, tokens_cache_write, revert, permission,
        agent, model, 5, 5, NULL, NULL FROM session LIMIT 1;
      INSERT INTO session_message VALUES ('m1', 'ses_df164f5e9ffei0OtW4vSLmTQf8', 'user', 1, 1, 1, '{}'),
        ('m2', 'ses_new', 'user', 1, 1, 1, '{}');`);
    expect(sessions).toHaveLength(5);
    const [newest] = sessions.filter(({ source }) => source.sessionId === 'ses_c');
    expect(newest?.steps.map(({ real }) => real)).toEqual([8]);
    expect(reasonsOf(receipt.dropped)).toEqual({
      'part of a missing message': 1,
      'not a part': 1,
      'not a message': 1,
      'message without content': 1,
      'message in a form that is not read': 1,
    });
    expect(reasonsOf(receipt.merged)).toMatchObject({ 'copy of a message': 1 });
    expect(receipt.remarks[0]).toBe('Sessions without a model call: 2.');
  });

  test('is not another program’s', async () => {
    const other = 'CREATE TABLE session (id); CREATE TABLE message (id, session_id, data);';
    const path = scratch.database(`${other} CREATE TABLE part (id, message_id, session_id, data)`);
    expect(await loadTrace(path)).toMatchObject({ ok: false, error: { code: 'no-records' } });
  });

  test('reads no view and runs no trigger', async () => {
    const view = sql
      .replaceAll('part VALUES', 'parts VALUES')
      .replace('CREATE TABLE `part`', 'CREATE TABLE `parts`');
    const path = scratch.database(`${view} CREATE VIEW part AS SELECT * FROM parts;`);
    expect(await loadTrace(path)).toMatchObject({ ok: false, error: { code: 'no-records' } });
    const trap = `CREATE TRIGGER t AFTER UPDATE ON part BEGIN DELETE FROM part; END;`;
    expect(idsOf(await database(trap))).toEqual(idsOf(await database()));
  });
});

/** The fixture's rows as records, in the order in which the host streams them. */
async function records(): Promise<readonly Json[]> {
  const taken: Json[] = [];
  const { default: Database } = await import('libsql');
  const db = new Database(scratch.database(sql), { readonly: true });
  for (const { name, order } of opencode.tables) {
    const rows = db.prepare(`SELECT * FROM ${name} ORDER BY ${order.join(', ')}`).all() as Json[];
    taken.push(...rows.map((row) => ({ table: name, row })));
  }
  db.close();
  return taken;
}

const head: Json = Object.fromEntries(
  [...sql.matchAll(/CREATE TABLE `(\w+)` \(([^;]*)\);/g)].map(([, table = '', body = '']) => [
    table,
    [...body.matchAll(/^ {2}`(\w+)`/gm)].map(([, column = '']) => column),
  ]),
);

test('rows in any order, cut or with another value in a field end in a receipt that adds up', async () => {
  const rows = await records();
  expect(opencode.sniff({ kind: 'sqlite', records: [head] })).toBe(true);
  const changed = fc.tuple(
    fc.shuffledSubarray([...rows]),
    fc.nat(rows.length - 1),
    fc.constantFrom('id', 'session_id', 'message_id', 'data', 'time_archived', 'parent_id'),
    fc.jsonValue({ maxDepth: 1 }),
  );
  fc.assert(
    fc.property(changed, ([some, at, field, value]) => {
      const given = some.map((record, i) => {
        if (i !== at) return record;
        const { table, row } = record as { table: string; row: Record<string, Json> };
        return { table, row: { ...row, [field]: value as Json } };
      });
      const read = readRecordsOf(given);
      if (read === null) return;
      expect(read.read).toBe(given.length);
    }),
    { numRuns: 200, seed: 11 },
  );
});

/** The receipt of the given rows; null if they hold no call. */
function readRecordsOf(rows: readonly Json[]): { readonly read: number } | null {
  const read = readRecords(
    [head, ...rows].map((value, i) => [value, i] as const),
    'sqlite',
  );
  if (!read.ok) {
    expect(['empty', 'no-sessions']).toContain(read.error.code);
    return null;
  }
  // The head is the first record here: a row of no table.
  return { read: read.value.receipt.read - 1 };
}
