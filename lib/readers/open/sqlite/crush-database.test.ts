import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { entriesOf, stepsOf } from '@/lib/readers/importers/testing/read-fixture';
import { codesOf, reasonsOf } from '@/lib/readers/importers/testing/session-view';
import type { Session } from '@/lib/engine/session/schema';
import { loadTrace } from '../testing/load-trace';
import { Scratch } from '../testing/scratch';

const scratch = new Scratch();
afterAll(() => scratch.remove());

test('Crush’s database is read by session and time, with its summaries', async () => {
  const sql = readFileSync('lib/readers/importers/formats/crush/fixtures/crush/crush.sql', 'utf8');
  const trace = await loadTrace(scratch.database(sql));
  if (!trace.ok) throw new Error(trace.error.message);
  const { importer, sessions, receipt } = trace.value;
  expect(importer).toBe('crush');
  expect(sessions.map(({ name, source }) => [name, source.sessionId])).toEqual([
    ['New Agent Session', 'm2$$t2'],
    ['Fix main.go', 's-1'],
  ]);
  const [agent, main] = sessions as [Session, Session];
  expect(agent.source.parent).toEqual({ sessionId: 's-1', lane: 'main', relation: 'subagent' });
  expect(stepsOf(main)).toEqual([
    [1, null],
    [3, null],
    [5, 200_819],
    [6, null],
    [7, null],
  ]);
  expect(main.steps[2]).toMatchObject({ rejected: true, limit: 200_000 });
  expect(entriesOf(main)).toEqual([
    'user text:Fix main.go inline:image/png:4',
    'model thought:A file. text:I look. call:view{"path":"main.go"} call:agent{"prompt":"Find tests"}',
    'user response:view{"result":"package main"} response:agent{"result":"In main_test.go."}',
    'model text:Fixed.',
    'user text:$ go test\nok\n(exit code 0)',
    'user text:The previous session was interrupted because it got too long, the initial user request was: `Fix main.go`',
    'model text:All is done.',
  ]);
  expect(main.compactions).toMatchObject([
    { entry: 5, step: 3, kind: 'summary', trigger: 'auto', kept: [], preTokens: null },
  ]);
  expect(main.compactions[0]?.summary).toEqual([{ kind: 'text', text: 'main.go was fixed.' }]);
  expect(codesOf(main)).toEqual(['call-cancelled', 'usage-newest']);
  expect(receipt).toMatchObject({ read: 16, kept: 12, lost: 0 });
  expect(reasonsOf(receipt.dropped)).toEqual({ 'in a session without a model call': 1 });
});
