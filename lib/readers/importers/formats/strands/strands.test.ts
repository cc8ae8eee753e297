import { expect, test } from 'vitest';
import { codesOf, readFixture, stepsOf } from '../../testing/session-view';
import { readArchive } from '../../testing/read-trace';
import { successOf } from '@/lib/engine/base/testing/success-of';

test('messages in Converse’s words; counts stand in their metadata', () => {
  const { format, sessions, receipt } = readFixture('strands/messages.json');
  expect(format).toBe('strands');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:300', '3:-'], []],
  ]);
});

const said = (role: string, text: string, n: number) => ({
  message: { role, content: [{ text }] },
  message_id: n,
  redact_message: null,
  created_at: `2026-07-10T09:00:0${n % 10}.000Z`,
});
const agent = (name: string, removed: number) => ({
  agent_id: name,
  state: {},
  conversation_manager_state: {
    __name__: 'SummarizingConversationManager',
    removed_message_count: removed,
    summary_message: removed > 0 ? { role: 'user', content: [{ text: 'Before' }] } : null,
  },
});

test('a folder holds an agent a lane, its messages by number; what was removed is said', () => {
  const folder = 'store/session_s1';
  const lead = `${folder}/agents/agent_lead`;
  const messages = Array.from({ length: 12 }, (_, n): [string, ReturnType<typeof said>] => [
    `${lead}/messages/message_${n}.json`,
    said(n % 2 === 0 ? 'user' : 'assistant', `text ${n}`, n),
  ]);
  const redacted = {
    ...said('user', 'secret', 0),
    redact_message: { role: 'user', content: [{ text: '***' }] },
  };
  const { format, sessions, receipt } = successOf(
    readArchive({
      [`${folder}/session.json`]: { session_id: 's1', session_type: 'AGENT' },
      [`${lead}/agent.json`]: agent('lead', 4),
      ...Object.fromEntries(messages),
      [`${folder}/agents/agent_second/agent.json`]: agent('second', 0),
      [`${folder}/agents/agent_second/messages/message_0.json`]: redacted,
      [`${folder}/agents/agent_second/messages/message_1.json`]: said('assistant', 'Yes', 1),
    }),
  );
  expect(format).toBe('strands');
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:-', '3:-', '5:-', '7:-', '9:-', '11:-'], ['removed-undated', 'usage-missing']],
    ['second', ['1:-'], ['content-redacted', 'usage-missing']],
  ]);
  expect(sessions[0]?.source).toMatchObject({
    sessionId: 's1',
    agentVersion: 'SummarizingConversationManager',
  });
  expect(sessions[0]?.entries.map(({ parts }) => parts)).toEqual(
    messages.map((_, n) => [{ kind: 'text', text: `text ${n}` }]),
  );
  expect(sessions[1]?.entries[0]?.parts).toEqual([{ kind: 'text', text: '***' }]);
  expect(receipt).toMatchObject({ kept: 14, lost: 0 });
});
