import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { entriesOf, stepsOf } from '@/lib/readers/importers/testing/read-fixture';
import { codesOf, reasonsOf } from '@/lib/readers/importers/testing/session-view';
import type { Session } from '@/lib/engine/session/schema';
import { loadTrace } from '../testing/load-trace';
import { Scratch } from '../testing/scratch';

const scratch = new Scratch();
afterAll(() => scratch.remove());

test('goose’s database is read with its ledger and its compactions', async () => {
  const sql = readFileSync(
    'lib/readers/importers/formats/goose/fixtures/goose/sessions.sql',
    'utf8',
  );
  const trace = await loadTrace(scratch.database(sql));
  if (!trace.ok) throw new Error(trace.error.message);
  const { importer, sessions, receipt } = trace.value;
  expect(importer).toBe('goose');
  const [main, agent, old] = sessions as [Session, Session, Session];

  expect(main).toMatchObject({
    name: 'Fix main.go',
    model: 'claude-sonnet-4',
    limit: { tokens: 200_000, source: 'recording' },
    source: { sessionId: '20260307_1', parent: null },
  });
  expect(stepsOf(main)).toEqual([
    [1, 5000],
    [6, 5200],
    [8, 2500],
    [10, 3000],
  ]);
  expect(main.steps[1]).toMatchObject({ output: 40, cacheRead: 4800, cacheWrite: 300 });
  expect(entriesOf(main).slice(7)).toEqual([
    'user response:developer__text_editor{"result":"Written"}',
    'model text:Fixed.',
    'user text:Thanks',
    'model text:You are welcome.',
  ]);
  expect(main.compactions).toMatchObject([
    { entry: 8, step: 2, kind: 'summary', trigger: 'auto', kept: [[0, 1]] },
    { entry: 9, step: 3, kind: 'summary', trigger: 'manual', kept: [] },
  ]);
  expect(main.compactions[0]?.summary[0]).toEqual({
    kind: 'text',
    text: 'main.go was read and written.',
  });
  expect(codesOf(main)).toEqual([]);

  expect(agent).toMatchObject({ name: 'Find tests' });
  expect(agent.source.parent).toMatchObject({ sessionId: '20260307_1', relation: 'subagent' });
  expect(stepsOf(agent)).toEqual([[1, 900]]);
  expect(codesOf(agent)).toEqual(['usage-newest']);
  expect(stepsOf(old)).toEqual([[1, null]]);

  expect(receipt).toMatchObject({ kept: 15, lost: 0 });
  expect(reasonsOf(receipt.merged)).toEqual({
    'counts of a call': 7,
    'facts about a session': 3,
    'part of a compaction': 4,
    'copy of a kept message': 1,
  });
  expect(reasonsOf(receipt.dropped)).toEqual({ 'not part of a request: systemNotification': 1 });
});
