import { describe, expect, test } from 'vitest';
import type { Json, Session } from '@/lib/engine/session/schema';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';
import { readRecords } from '../../testing/read-trace';
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

  test('record a compaction that failed, with its reason', () => {
    expect(main.failedCompactions).toEqual([
      {
        step: 2,
        trigger: 'unknown',
        preTokens: null,
        reason: 'rate limited',
        time: '2026-03-07T15:22:00.000Z',
      },
    ]);
  });

  test('are all counted on the receipt', () => {
    expect(receipt).toMatchObject({ read: 27, kept: 13, lost: 0 });
    expect(reasonsOf(receipt.dropped)).toEqual({
      'not part of a request: assistant.message_delta': 1,
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

describe('events as they are stored', () => {
  const sessionOf = (...events: readonly (readonly [string, Json])[]): Session => {
    const records = events.map(([type, data], i): [Json, number] => [
      { type, id: `e${i}`, timestamp: `2026-03-07T15:${10 + i}:00.000Z`, data },
      i + 1,
    ]);
    const read = readRecords(records, 'jsonl');
    if (!read.ok) throw new Error(read.error.message);
    const [session] = read.value.sessions as [Session];
    return session;
  };
  const says = (content: string): readonly [string, Json] => ['assistant.message', { content }];
  const asks = (content: string): readonly [string, Json] => ['user.message', { content }];
  const begins = (data: Json): readonly [string, Json] => ['session.compaction_start', data];
  const ends = (data: Json): readonly [string, Json] => ['session.compaction_complete', data];

  test('say at the begin of a compaction why it runs, from how many tokens and up to which limit', () => {
    const session = sessionOf(
      asks('Hi'),
      says('Hello'),
      begins({ trigger: 'threshold', currentTokens: 218_150, tokenLimit: 264_000 }),
      ends({ success: true, summaryContent: 'They greeted.' }),
      asks('Go on'),
      says('Yes'),
      begins({ trigger: 'manual', currentTokens: 900 }),
      ends({ success: true, preCompactionTokens: 950 }),
      asks('More'),
      says('No'),
      ends({ success: true }),
      asks('More'),
      says('No'),
    );
    expect(session.limit).toEqual({ tokens: 264_000, source: 'recording' });
    expect(session.compactions).toMatchObject([
      { trigger: 'auto', preTokens: 218_150 },
      { trigger: 'manual', preTokens: 950 },
      { trigger: 'unknown', preTokens: null },
    ]);
  });

  test('hold the count of each call since 1.0.102, before its answer', () => {
    const counted = (inputTokens: number): readonly [string, Json] => [
      'session.usage_record',
      { usage: { inputTokens, outputTokens: 20 } },
    ];
    const session = sessionOf(
      asks('Hi'),
      counted(12_000),
      says('Hello'),
      // The same call again as a stream has it.
      ['assistant.usage', { inputTokens: 12_000, outputTokens: 20 }],
      asks('Go on'),
      counted(12_300),
      says('Yes'),
    );
    expect(stepsOf(session)).toEqual([
      [1, 12_000],
      [3, 12_300],
    ]);
    expect(session.steps[1]?.output).toBe(20);
  });

  test('a compaction that failed gives nothing to the next one', () => {
    const session = sessionOf(
      asks('Hi'),
      says('Hello'),
      begins({ trigger: 'manual', currentTokens: 500 }),
      ends({ success: false, error: 'cancelled' }),
      ends({ success: true }),
      asks('Go on'),
      says('Yes'),
    );
    expect(session.compactions).toMatchObject([{ trigger: 'unknown', preTokens: null }]);
  });

  test('the limit is the main agent’s', () => {
    const info = (tokenLimit: number): Json => ({
      tokenLimit,
      currentTokens: 1,
      messagesLength: 1,
    });
    const session = sessionOf(
      asks('Hi'),
      ['session.usage_info', info(200_000)],
      ['session.usage_info', { ...(info(64_000) as object), parentToolCallId: 't1' }],
      says('Hello'),
    );
    expect(session.limit).toEqual({ tokens: 200_000, source: 'recording' });
  });

  test('a truncation names the limit', () => {
    const removed = { tokenLimit: 128_000, messagesRemovedDuringTruncation: 2 };
    const session = sessionOf(asks('Hi'), ['session.truncation', removed], says('Hello'));
    expect(session.limit).toEqual({ tokens: 128_000, source: 'recording' });
  });

  test('the totals of each run are in one notice', () => {
    const total = (inputTokens: number, count: number): readonly [string, Json] => [
      'session.shutdown',
      { modelMetrics: { m: { requests: { count }, usage: { inputTokens, outputTokens: 5 } } } },
    ];
    const session = sessionOf(
      asks('Hi'),
      says('Hello'),
      total(100, 3),
      asks('On'),
      says('Yes'),
      total(70, 1),
    );
    expect(session.notices.map(({ message }) => message)).toEqual([
      'Only totals are recorded: 100 tokens read and 5 written in 3 calls; then 70 tokens read and 5 written in 1 calls.',
    ]);
  });
});
