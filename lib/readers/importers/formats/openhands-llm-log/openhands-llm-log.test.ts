import { expect, test } from 'vitest';
import { openhandsCalls } from '../../testing/archive-fixtures';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';
import { readRecords } from '../../testing/read-trace';

test('logs of one conversation chain; the time is when the request was sent', () => {
  const { sessions } = readFixture('openhands-llm-log/calls.jsonl');
  const [session] = sessions;
  if (!session) throw new Error('no session');
  expect(sessions).toHaveLength(1);
  expect(stepsOf(session)).toEqual([
    [1, 500],
    [3, 560],
  ]);
  expect(session.limit).toEqual({ tokens: 200000, source: 'recording' });
  expect(session.steps[0]?.time).toBe('2026-01-06T11:46:41.000Z'); // 4.5 s before it was logged
  expect(entriesOf(session)).toEqual([
    'user text:Echo.',
    'model text:I will. call:terminal{"command":"echo"}',
    'user response:terminal{"result":"done"}',
    'model text:Done.',
  ]);
});

test('without native tool calls the request is what was sent: tools in the system prompt', () => {
  const { sessions } = readFixture('openhands-llm-log/text-tools.json');
  expect(sessions[0]?.prefix).toEqual({
    system: [{ kind: 'text', text: 'You are OpenHands.\n<functions>terminal</functions>' }],
    tools: [],
  });
  expect(sessions[0] && entriesOf(sessions[0])).toEqual([
    'user text:Echo.',
    'model text:<function=terminal>echo</function>',
  ]);
  expect(sessions[0] && stepsOf(sessions[0])).toEqual([[1, 700]]);
});

test('a folder of logs is one trace', () => {
  const members = Object.entries(openhandsCalls()).map(([name, value]) => ({ name, value }));
  // Files come by name: the later call first.
  const records = members.toReversed().map((member) => [member, member.name] as const);
  const head = { names: members.map(({ name }) => name), first: members[0] ?? null };
  const read = readRecords([[head, '$'], ...records], 'archive');
  expect(read.ok && read.value.sessions.map(stepsOf)).toEqual([
    [
      [1, 500],
      [3, 560],
    ],
  ]);
});
