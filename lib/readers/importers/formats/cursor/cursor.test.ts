import { expect, test } from 'vitest';
import { readRecords } from '../../testing/read-trace';
import { codesOf, readFixture, stepsOf, textsOf } from '../../testing/session-view';
import type { Session } from '@/lib/engine/session/schema';

test('each answer is a call; nothing is counted', () => {
  const { format, sessions, receipt } = readFixture('cursor/72e9d9b5.jsonl');
  expect(format).toBe('cursor');
  expect(receipt).toMatchObject({ read: 8, kept: 6, lost: 0 });
  const session = sessions[0] as Session;
  expect([session.source.sessionId, stepsOf(session), codesOf(session)]).toEqual([
    '72e9d9b5',
    ['1:-', '3:-', '5:-'],
    ['usage-missing'],
  ]);
  expect(textsOf(session).slice(1, 3)).toEqual([
    'model: I look at the map. | Shell({"command":"ls maps"})',
    'user: Shell → {"result":"ys.txt\\nlyonesse.txt"}',
  ]);
});

test('a line of another agent that nests its message so is not Cursor’s', () => {
  const line = { type: 'assistant', role: 'assistant', message: { content: [] } };
  expect(readRecords([[line, 1]], 'jsonl').ok).toBe(false);
});
