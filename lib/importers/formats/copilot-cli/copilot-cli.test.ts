import { describe, expect, test } from 'vitest';
import type { Session } from '@/lib/session/schema';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';
import { codesOf, reasonsOf } from '../../testing/session-view';

const ID = '0faecbdf-b889-4bca-a51a-5254f5488cb6';

describe('events of a session with its counts', () => {
  const { format, sessions, receipt } = readFixture('copilot-cli/stream.jsonl');
  const [main, agent] = sessions as [Session, Session];

  test('are a session for each agent', () => {
    expect(format).toBe('copilot-cli');
    expect(sessions).toHaveLength(2);
    expect(main).toMatchObject({
      name: '<now>2026-03-07</now> Fix main.go',
      model: 'claude-sonnet-4.6',
      limit: { tokens: 128_000, source: 'recording' },
      prefix: { system: [{ kind: 'text', text: 'You are the Copilot CLI.' }] },
      source: { agent: 'GitHub Copilot CLI', agentVersion: '1.0.32', sessionId: ID, lane: 'main' },
    });
    expect(agent).toMatchObject({
      name: 'Explore',
      source: { lane: 't2', parent: { sessionId: ID, lane: 'main', relation: 'subagent' } },
    });
    expect(stepsOf(agent)).toEqual([[1, 3000]]);
  });

  test('give each answer the count that came after or before it', () => {
    expect(stepsOf(main)).toEqual([
      [1, 12_000],
      [4, 12_300],
      [6, 130_000],
      [6, 4_100],
    ]);
    expect(main.steps[2]).toMatchObject({ rejected: true, limit: 128_000 });
    expect(main.steps[0]).toMatchObject({ label: 'user-msg', model: 'claude-sonnet-4.6' });
    expect(main.steps[1]).toMatchObject({ label: 'tool-results' });
  });

  test('hold what the model read: the transformed text, the content of results, errors', () => {
    expect(entriesOf(main)).toEqual([
      'user text:<now>2026-03-07</now>\nFix main.go',
      'model thought:A file. text:I look. call:view{"path":"main.go"} call:task{"prompt":"Find the tests"}',
      'user response:view{"result":"package main"}',
      'user response:task{"result":"stopped"}',
      'model text:Fixed.',
      'user text:Thanks',
      'model text:You are welcome.',
    ]);
  });

  test('record a compaction with its counts; what came while it ran stays', () => {
    expect(main.compactions).toMatchObject([
      {
        entry: 5,
        step: 2,
        kind: 'summary',
        trigger: 'auto',
        preTokens: 12_320,
        postTokens: 4_000,
        kept: [[4, 5]],
        summary: [{ kind: 'text', text: 'main.go was fixed.' }],
      },
    ]);
  });

  test('are all counted on the receipt', () => {
    expect(receipt).toMatchObject({ read: 27, kept: 12, lost: 0 });
    expect(reasonsOf(receipt.dropped)).toEqual({
      'not part of a request: assistant.message_delta': 1,
      'compaction that failed': 1,
      'not part of a request: session.idle': 1,
    });
  });
});

test('events as they are stored have no counts of calls, only totals', () => {
  const { sessions } = readFixture('copilot-cli/events.jsonl');
  const [session] = sessions as [Session];
  expect(stepsOf(session)).toEqual([[1, null]]);
  expect(session.model).toBe('gpt-5.4');
  expect(codesOf(session)).toEqual(['truncated', 'usage-totals']);
  expect(session.notices[1]?.message).toBe(
    'Only totals are recorded: 9001 tokens read and 3 written in 1 calls.',
  );
});

test('a session of the first versions is a log of messages', () => {
  const { sessions } = readFixture('copilot-cli/history.json');
  const [session] = sessions as [Session];
  expect(session).toMatchObject({
    name: 'Run the tests',
    source: { sessionId: 'c43ae549-74ba-4443-80a7-2088a9d033b1' },
  });
  expect(stepsOf(session)).toEqual([
    [1, null],
    [3, null],
  ]);
  expect(entriesOf(session)[2]).toBe('user response:bash{"result":"ok"}');
});
