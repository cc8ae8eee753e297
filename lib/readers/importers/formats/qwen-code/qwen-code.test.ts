import { describe, expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { fixtureText } from '../../testing/fixture-files';
import { readRecords, readTrace } from '../../testing/read-trace';
import { entriesOf, readFixture, reasonsOf, stepsOf } from '../../testing/session-view';
import { successOf } from '@/lib/engine/base/testing/success-of';

const ID = '7b1f0c52-6a0e-4d0e-9a59-0d4f4b1f2a10';

describe('a chat of Qwen Code', () => {
  const { format, sessions, receipt } = readFixture('qwen-code/chat.jsonl');
  const [main, rewound, agent] = sessions as [Session, Session, Session];

  test('is its own format, not one of Claude Code’s', () => {
    expect(format).toBe('qwen-code');
    expect(sessions).toHaveLength(3);
    expect(main).toMatchObject({
      name: 'Fix main.go',
      model: 'qwen3-coder-plus',
      limit: { tokens: 1_000_000, source: 'recording' },
      source: { agent: 'Qwen Code', agentVersion: '0.12.0', sessionId: ID, lane: 'main' },
    });
  });

  test('has a step for each answer, with the prompt tokens that were counted', () => {
    expect(stepsOf(main)).toEqual(['1:12000', '3:12200', '5:11000', '7:140000!', '7:10800']);
    expect(main.steps[3]).toMatchObject({ rejected: true, limit: 131_072 });
    expect(entriesOf(main)).toEqual([
      'user text:Read main.go and fix the bug',
      'model thought:I look at it. text:Reading. call:read_file{"path":"main.go"}',
      'user response:read_file{"output":"package main"}',
      'model text:The bug is in line 3.',
      'user text:Now add a test',
      'model text:A test is added.',
      'user text:Run it instead',
      'model text:It runs.',
    ]);
  });

  test('records its compressions: what stayed, what replaced the rest, the counts', () => {
    expect(main.compactions).toMatchObject([
      {
        entry: 5,
        step: 2,
        kind: 'summary',
        trigger: 'unknown',
        kept: [[2, 5]],
        preTokens: 12_240,
        postTokens: 4_100,
      },
      { entry: 7, step: 4, trigger: 'manual', kept: [], preTokens: 11_200, postTokens: 900 },
    ]);
    expect(main.compactions[0]?.summary).toEqual([
      { kind: 'text', text: '<state_snapshot>main.go was fixed</state_snapshot>' },
      { kind: 'text', text: 'Got it. Thanks for the additional context!' },
    ]);
  });

  test('keeps what was rewound as a branch, and a sub-agent as a session of its own', () => {
    expect(rewound.source).toMatchObject({
      lane: 'main/rewind-1',
      parent: { sessionId: ID, lane: 'main', relation: 'branch' },
    });
    expect(stepsOf(rewound)).toEqual(['7:11100']);
    expect(agent.source).toMatchObject({
      lane: 'explore-1',
      parent: { sessionId: ID, lane: 'main', relation: 'subagent' },
    });
    expect(stepsOf(agent)).toEqual(['1:3000']);
  });

  test('counts every record', () => {
    expect(receipt).toMatchObject({ read: 19, kept: 15, lost: 0 });
    expect(reasonsOf(receipt.merged)).toEqual({ 'name of the session': 1 });
    expect(reasonsOf(receipt.dropped)).toEqual({
      'not part of a request: ui_telemetry': 1,
      'not part of a request: rewind': 1,
      'not part of a request: slash_command': 1,
    });
  });
});

test('a fork holds its parent’s messages and calls, which count as copies', () => {
  const lines = fixtureText('qwen-code/chat.jsonl').trim().split('\n').slice(1, 5);
  const copies = lines.map((line, i) => {
    const record = JSON.parse(line) as Record<string, string>;
    const forkedFrom = { sessionId: ID, messageUuid: record['uuid'] ?? '' };
    return [{ ...record, sessionId: 'fork', forkedFrom }, i + 1] as const;
  });
  const message = { role: 'model', parts: [{ text: 'Other.' }] };
  const base = { sessionId: 'fork', parentUuid: 'q05', timestamp: '2026-03-02T10:00:00Z' };
  const usageMetadata = { promptTokenCount: 12_300 };
  const own = { ...base, uuid: 'f1', type: 'assistant', message, usageMetadata };
  const [fork] = successOf(readRecords([...copies, [own, 9]], 'jsonl')).sessions;
  expect(fork && stepsOf(fork)).toEqual(['1:12000', '3:12200', '4:12300']);
  const kinds = fork?.steps.map(({ counted }) => counted?.kind);
  expect(kinds).toEqual(['copied', 'copied', undefined]);
  expect(fork?.source.parent).toEqual({ sessionId: ID, lane: 'main', relation: 'branch' });
});

test('calls that are open at a compression stay in the log beside the summary', () => {
  const about = { sessionId: 's', timestamp: '2026-03-07T15:00:00.000Z' };
  const call = { functionCall: { id: 'c1', name: 'look', args: { at: 'here' } } };
  const response = { id: 'c1', name: 'look', response: { output: 'nothing' } };
  const usageMetadata = { promptTokenCount: 900, candidatesTokenCount: 5 };
  const summary = { text: '<state_snapshot>short</state_snapshot>' };
  const history = [
    { role: 'user', parts: [summary] },
    { role: 'model', parts: [{ text: 'Got it.' }, call] },
  ];
  const payload = { info: { newTokenCount: 300 }, compressedHistory: history };
  const lines = [
    {
      uuid: '1',
      parentUuid: null,
      type: 'user',
      message: { role: 'user', parts: [{ text: 'Look' }] },
    },
    {
      ...{ uuid: '2', parentUuid: '1', type: 'assistant', usageMetadata },
      message: { role: 'model', parts: [{ text: 'I look.' }, call] },
    },
    {
      ...{ uuid: '3', parentUuid: '2', type: 'tool_result' },
      message: { role: 'user', parts: [{ functionResponse: response }] },
    },
    {
      ...{ uuid: '4', parentUuid: '3', type: 'system', subtype: 'chat_compression' },
      systemPayload: payload,
    },
    {
      ...{ uuid: '5', parentUuid: '4', type: 'assistant', usageMetadata },
      message: { role: 'model', parts: [{ text: 'Nothing.' }] },
    },
  ];
  const records = lines.map((line, i) => [{ ...about, ...line }, i + 1] as const);
  const [session] = successOf(readRecords(records, 'jsonl')).sessions;
  expect(session?.compactions).toMatchObject([
    {
      step: 1,
      kept: [[1, 3]],
      summary: [
        { kind: 'text', ...summary },
        { kind: 'text', text: 'Got it.' },
      ],
    },
  ]);
});

test('an error of the provider is a step without usage, unless it is another request’s', () => {
  const about = { sessionId: 's', timestamp: '2026-03-07T15:00:00.000Z' };
  const failed = (prompt_id: string): object => ({
    ...{ type: 'system', subtype: 'ui_telemetry' },
    systemPayload: { uiEvent: { 'event.name': 'qwen-code.api_error', prompt_id } },
  });
  const says = (role: string): object => ({ role, parts: [{ text: 'Hi' }] });
  const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 5 };
  const lines = [
    { type: 'user', message: says('user') },
    failed('s########1'),
    failed('s#memory#0'),
    { type: 'user', message: says('user') },
    { type: 'assistant', message: says('model'), usageMetadata },
  ].map((line, i) => [{ ...about, uuid: `${i}`, parentUuid: null, ...line }, i + 1] as const);
  const [session] = successOf(readRecords(lines, 'jsonl')).sessions;
  expect(session && stepsOf(session)).toEqual(['1:-', '2:100']);
});

test('chats of older versions are Gemini CLI’s JSON, by Qwen Code', () => {
  const chat = {
    sessionId: 's',
    projectHash: 'h',
    messages: [
      { id: '1', type: 'user', content: 'Hi' },
      { id: '2', type: 'qwen', content: 'Hello', tokens: { input: 900, output: 3, total: 903 } },
    ],
  };
  const read = successOf(readTrace(JSON.stringify(chat), 'json'));
  expect(read.sessions.map(stepsOf)).toEqual([['1:900']]);
  expect(read.sessions[0]?.source.agent).toBe('Qwen Code');
});

test('a record that continues an undone one takes back nothing else; each record counts once', () => {
  const line = (uuid: string, parentUuid: string | null, type: string) => {
    const role = type === 'assistant' ? 'model' : 'user';
    const usage = type === 'assistant' ? { usageMetadata: { promptTokenCount: 900 } } : {};
    const message = { role, parts: [{ text: uuid }] };
    return {
      uuid,
      parentUuid,
      sessionId: 's',
      timestamp: '2026-03-02T10:00:00Z',
      type,
      message,
      ...usage,
    };
  };
  const lines = [
    line('u1', null, 'user'),
    line('a1', 'u1', 'assistant'),
    line('u2', 'a1', 'user'),
    line('a2', 'a1', 'assistant'), // u2 is undone, without a call of its own
    line('u3', 'a2', 'user'),
    line('a3', 'u3', 'assistant'),
    line('u4', 'a2', 'user'), // u3 and a3 are undone
    line('a4', 'u2', 'assistant'),
  ];
  const read = successOf(
    readRecords(
      lines.map((one, i) => [one, i + 1] as const),
      'jsonl',
    ),
  );
  const { receipt, sessions } = read;
  expect(receipt).toMatchObject({ read: 8, kept: 7 });
  expect(receipt.dropped).toEqual([
    { reason: 'in no session with a model call', records: 1, at: [3] },
  ]);
  expect(sessions.map(entriesOf)).toEqual([
    ['user text:u1', 'model text:a1', 'model text:a2', 'user text:u4', 'model text:a4'],
    ['user text:u1', 'model text:a1', 'model text:a2', 'user text:u3', 'model text:a3'],
  ]);
});

test('a chat with a line that any linked log may hold is still Qwen Code’s alone', () => {
  const about = { sessionId: ID, cwd: '/w', timestamp: '2026-03-07T15:00:00.000Z' };
  const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 5 };
  const says = (role: string): object => ({ role, parts: [{ text: 'Hi' }] });
  const lines = [
    { uuid: 'u1', parentUuid: null, type: 'user', message: says('user') },
    { uuid: 'a1', parentUuid: 'u1', type: 'assistant', message: says('model'), usageMetadata },
    { uuid: 's1', parentUuid: 'a1', type: 'system', subtype: 'chat_compression' },
  ].map((line) => JSON.stringify({ ...about, ...line }));
  const read = readTrace(lines.join('\n'));
  expect(read).toMatchObject({ ok: true, value: { format: 'qwen-code' } });
});

const about = { sessionId: ID, timestamp: '2026-03-07T15:00:00.000Z' };
const answer = (uuid: string, parentUuid: string, args: object) => ({
  ...{ uuid, parentUuid, type: 'assistant', usageMetadata: { promptTokenCount: 4_682 } },
  message: { role: 'model', parts: [{ functionCall: { id: uuid, name: 'search', args } }] },
});
const go = {
  ...{ uuid: 'u1', parentUuid: null, type: 'user' },
  message: { role: 'user', parts: [{ text: 'Go' }] },
};

test('of an answer that was asked for again the program sends the second alone; both were called', () => {
  const lines = [
    go,
    answer('a1', 'u1', { quer: 'malformed' }),
    { uuid: 's1', parentUuid: 'a1', type: 'system', subtype: 'ui_telemetry', systemPayload: {} },
    answer('a2', 's1', { query: 'well' }),
    {
      ...{ uuid: 'r2', parentUuid: 'a2', type: 'tool_result' },
      message: {
        role: 'user',
        parts: [{ functionResponse: { id: 'a2', name: 'search', response: {} } }],
      },
    },
    answer('a3', 'r2', { query: 'next' }),
  ].map((line) => JSON.stringify({ ...about, ...line }));
  const { sessions, receipt } = successOf(readTrace(lines.join('\n')));
  expect(sessions.map(entriesOf)).toEqual([
    [
      'user text:Go',
      'model call:search{"query":"well"}',
      'user response:search{}',
      'model call:search{"query":"next"}',
    ],
  ]);
  expect(sessions.map(stepsOf)).toEqual([['1:4682', '1:4682', '3:4682']]);
  expect(receipt).toMatchObject({ read: 6, kept: 4, lost: 0 });
  expect(reasonsOf(receipt.dropped)).toEqual({
    'answer that was asked for again': 1,
    'not part of a request: ui_telemetry': 1,
  });
});

test('an answer that a refused request has seen stays, whatever comes behind it', () => {
  const uiEvent = {
    'event.name': 'qwen-code.api_error',
    error_message:
      "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens.",
  };
  const lines = [
    go,
    answer('a1', 'u1', {}),
    {
      ...{ uuid: 's1', parentUuid: 'a1', type: 'system', subtype: 'ui_telemetry' },
      systemPayload: { uiEvent },
    },
    answer('a2', 's1', { query: 'well' }),
  ].map((line) => JSON.stringify({ ...about, ...line }));
  const { sessions, receipt } = successOf(readTrace(lines.join('\n')));
  expect(sessions[0]?.steps.map(({ entries }) => entries)).toEqual([1, 2, 2]);
  expect(receipt).toMatchObject({ read: 4, kept: 4, lost: 0 });
});
