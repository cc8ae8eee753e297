import { describe, expect, test } from 'vitest';
import type { Json, Session } from '@/lib/engine/session/schema';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';
import { readRecords } from '../../testing/read-trace';
import { applyChange } from './mutations';

describe('an exported chat', () => {
  const { format, sessions, receipt } = readFixture('copilot-chat/chat.json');
  const [session] = sessions as [Session];

  test('is one session', () => {
    expect(format).toBe('copilot-chat');
    expect(sessions).toHaveLength(1);
    expect(session).toMatchObject({ name: 'Fix main.go', model: 'gpt-4.1', thoughts: 'stripped' });
    expect(receipt).toMatchObject({ read: 4, kept: 4, lost: 0 });
  });

  test('has a step for each round of calls, counted where a count is recorded', () => {
    expect(stepsOf(session)).toEqual([
      [2, null],
      [4, 12_100],
      [6, 12_300],
      [8, null],
      [10, null],
      [12, 5_000],
      [14, null],
      [16, 130_000],
    ]);
    expect(session.steps[7]).toMatchObject({ rejected: true, limit: 128_000 });
  });

  test('holds what the model read: rendered messages, elements of prompts, data', () => {
    expect(entriesOf(session).slice(0, 7)).toEqual([
      'user text:<environment_info>linux</environment_info>',
      'user text:<userRequest>Fix main.go</userRequest>',
      'model thought:A file. text:I look.  call:read_file{"path":"main.go"}',
      'user response:read_file{"result":"package main"} inline:image/png:4',
      'model call:edit{"path":"main.go"}',
      'user response:edit{"result":"edited"}',
      'model text:Fixed.',
    ]);
    expect(entriesOf(session).slice(13)).toEqual([
      'user text:Thanks',
      'model text:You are welcome.',
      'user text:More',
    ]);
  });

  test('a summary covers its round and what came before; the round after it stays', () => {
    expect(session.compactions).toMatchObject([
      {
        entry: 12,
        step: 5,
        kind: 'summary',
        trigger: 'auto',
        kept: [[10, 12]],
        summary: [{ kind: 'text', text: 'main.go was fixed.' }],
      },
    ]);
  });
});

test('a session stored as changes is read as the changes leave it', () => {
  const { sessions, receipt } = readFixture('copilot-chat/session.jsonl');
  const [session] = sessions as [Session];
  expect(session).toMatchObject({ name: 'Fix main.go', source: { sessionId: 's-1' } });
  expect(stepsOf(session).map(([, real]) => real)).toEqual([
    null,
    12_100,
    12_300,
    null,
    null,
    5_000,
  ]);
  expect(receipt).toMatchObject({ read: 8, kept: 1, lost: 0 });
});

test('a summary may be of an earlier request: the new message stays', () => {
  const round = (id: string): Json => ({ id, response: id, toolCalls: [] });
  const request = (text: string, metadata: Json): Json => ({
    message: { text },
    result: { metadata },
  });
  const summary = { toolCallRoundId: 'r1', text: 'One.' };
  const document = {
    responderUsername: 'GitHub Copilot',
    requests: [
      request('a', { toolCallRounds: [round('r1')] }),
      request('b', { toolCallRounds: [round('r2')], summary }),
    ],
  };
  const read = readRecords([[document, '$']], 'json');
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value.sessions[0]?.compactions).toMatchObject([
    { entry: 3, step: 1, kept: [[2, 3]] },
  ]);
});

describe('several summaries of one request', () => {
  const round = (id: string): Json => ({ id, response: id, toolCalls: [] });
  const rounds = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'].map(round);
  const compactionsOf = (metadata: Json): Session['compactions'] => {
    const requests = [{ message: { text: 'a' }, result: { metadata } }];
    const read = readRecords([[{ responderUsername: 'GitHub Copilot', requests }, '$']], 'json');
    if (!read.ok) throw new Error(read.error.message);
    return read.value.sessions[0]?.compactions ?? [];
  };

  test('each take effect where they were made; one that failed does not', () => {
    const summaries = [
      { toolCallRoundId: 'r1', text: 'One.', contextLengthBefore: 98_000 },
      { toolCallRoundId: '', text: '', outcome: 'budgetExceeded', contextLengthBefore: 99_000 },
      { toolCallRoundId: 'r4', text: 'Four.', source: 'background' },
      { toolCallRoundId: 'r7', text: 'Seven.' },
    ];
    expect(compactionsOf({ toolCallRounds: rounds, summaries })).toMatchObject([
      { entry: 3, kept: [[2, 3]], preTokens: 98_000, summary: [{ text: 'One.' }] },
      { entry: 6, kept: [[5, 6]], preTokens: null, summary: [{ text: 'Four.' }] },
      { entry: 8, kept: [], summary: [{ text: 'Seven.' }] },
    ]);
  });

  test('take the place of the one that older versions keep', () => {
    const summary = { toolCallRoundId: 'r1', text: 'Old.' };
    const summaries = [{ toolCallRoundId: 'r2', text: 'New.' }];
    expect(compactionsOf({ toolCallRounds: rounds, summary, summaries })).toMatchObject([
      { entry: 4, summary: [{ text: 'New.' }] },
    ]);
  });
});

test('a request without a count in its result has the one beside it, of its newest call', () => {
  const round = (id: string): Json => ({ id, response: id, toolCalls: [] });
  const requests = [
    {
      message: { text: 'a' },
      promptTokens: 1200,
      completionTokens: 90,
      result: { metadata: { toolCallRounds: [round('r1'), round('r2')] } },
    },
    { message: { text: 'b' }, response: [{ value: 'Yes.' }], promptTokens: 1300 },
    { message: { text: 'c' }, response: [{ value: 'No.' }], promptTokens: 0 },
  ];
  const read = readRecords([[{ responderUsername: 'GitHub Copilot', requests }, '$']], 'json');
  if (!read.ok) throw new Error(read.error.message);
  const [session] = read.value.sessions as [Session];
  expect(stepsOf(session).map(([, real]) => real)).toEqual([null, 1200, 1300, null]);
});

describe('changes of a document', () => {
  const after = (
    line: Json,
    document: Json = { a: { b: [1, 2, 3] } },
  ): readonly [boolean, Json] => [applyChange(document, line as Record<string, Json>), document];

  test.each<[string, Json, Json]>([
    ['set', { kind: 1, k: ['a', 'b', 1], v: 7 }, { a: { b: [1, 7, 3] } }],
    ['append', { kind: 2, k: ['a', 'b'], v: [4] }, { a: { b: [1, 2, 3, 4] } }],
    ['cut and append', { kind: 2, k: ['a', 'b'], v: [9], i: 1 }, { a: { b: [1, 9] } }],
    ['make a list', { kind: 2, k: ['c'], v: [1] }, { a: { b: [1, 2, 3] }, c: [1] }],
    ['delete', { kind: 3, k: ['a'] }, { a: null }],
  ])('%s', (_, line, expected) => {
    expect(after(line)).toEqual([true, expected]);
  });

  test.each<[string, Json]>([
    ['a path to nowhere', { kind: 1, k: ['x', 'y', 'z'], v: 1 }],
    ['a place far beyond a list', { kind: 1, k: ['a', 'b', 4_000_000_000], v: 1 }],
    ['the prototype', { kind: 1, k: ['__proto__', 'polluted'], v: 1 }],
    ['an unknown kind', { kind: 9, k: ['a'], v: 1 }],
    ['no path', { kind: 1, k: [], v: 1 }],
  ])('%s is refused and changes nothing', (_, line) => {
    expect(after(line)).toEqual([false, { a: { b: [1, 2, 3] } }]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
