import { describe, expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { readTrace } from '../../testing/read-trace';
import { entriesOf, readFixture, reasonsOf, stepsOf } from '../../testing/session-view';
import { successOf } from '@/lib/engine/base/testing/success-of';

describe('an agent’s log', () => {
  const { format, sessions, receipt } = readFixture('kimi-code/wire.jsonl');
  const [main, undone] = sessions as [Session, Session];

  test('is a session with its prompt and its tools', () => {
    expect(format).toBe('kimi-code');
    expect(sessions).toHaveLength(2);
    expect(main).toMatchObject({
      name: 'Fix main.go',
      model: 'kimi-for-coding',
      prefix: {
        system: [{ kind: 'text', text: 'You are Kimi.' }],
        tools: [{ name: 'Read', description: 'Reads a file.' }],
      },
      source: { agent: 'Kimi Code', lane: 'main', parent: null },
    });
  });

  test('has a step for each request, with the cache counted once', () => {
    expect(stepsOf(main)).toEqual(['2:4400', '6:4700', '8:270819!', '9:960']);
    expect(main.steps[0]).toMatchObject({ output: 40, cacheRead: 3000, cacheWrite: 200 });
    expect(main.steps[2]).toMatchObject({ rejected: true, limit: 262_144 });
    expect(main.steps.map(({ label }) => label)).toEqual([
      'user-msg',
      'tool-results',
      'user-msg',
      'user-msg',
    ]);
  });

  test('places results behind the answer, and what came before them behind them', () => {
    expect(entriesOf(main)).toEqual([
      'user text:<system-reminder>\nIt is Saturday.\n</system-reminder>',
      'user text:Fix main.go',
      'model thought:A file. text:I look. call:Read{"path":"main.go"} call:Bash{"command":"go test"}',
      'user response:Read{"result":"package main"}',
      'user text:And be quick',
      'user response:Bash{"error":"FAIL"}',
      'model text:Fixed.',
      'user text:Say bye',
      'user text:Again',
      'model text:Bye.',
    ]);
  });

  test('records its compaction: who asked, what stayed, the counts', () => {
    expect(main.compactions).toMatchObject([
      {
        entry: 7,
        step: 2,
        kind: 'summary',
        trigger: 'auto',
        kept: [
          [1, 2],
          [4, 5],
        ],
        preTokens: 4712,
        postTokens: 900,
      },
    ]);
    expect(main.compactions[0]?.summary).toEqual([
      { kind: 'text', text: 'The conversation so far has been compacted.\nmain.go was fixed.' },
    ]);
  });

  test('keeps what the user took back as a branch', () => {
    expect(undone.source).toMatchObject({
      lane: 'main/undone-1',
      parent: { lane: 'main', relation: 'branch' },
    });
    expect(stepsOf(undone)).toEqual(['8:950']);
  });

  test('counts every record', () => {
    expect(receipt).toMatchObject({ read: 45, lost: 0 });
    expect(receipt.remarks).toHaveLength(1);
    expect(reasonsOf(receipt.dropped)).toEqual({ 'not part of a request: turn.prompt': 1 });
  });
});

const text = (words: string): object => ({ type: 'text', text: words });
const message = (role: string, words: string, more: object = {}): object => ({
  type: 'context.append_message',
  message: { role, content: [text(words)], toolCalls: [], ...more },
});
const event = (type: string, more: object): object => ({
  type: 'context.append_loop_event',
  event: { type, ...more },
});
const answer = (uuid: string, words: string): readonly object[] => [
  event('step.begin', { uuid, turnId: '0', step: 1 }),
  event('content.part', { stepUuid: uuid, part: text(words) }),
  event('step.end', { uuid, finishReason: 'end_turn' }),
];

function read(...records: readonly object[]): Session {
  const trace = successOf(readTrace(records.map((value) => JSON.stringify(value)).join('\n')));
  return trace.sessions[0] as Session;
}

test('older compactions kept the end of the history', () => {
  const session = read(
    message('user', 'One'),
    ...answer('a', 'Two'),
    message('user', 'Three'),
    { type: 'context.apply_compaction', summary: 'One and two.', compactedCount: 2 },
    ...answer('b', 'Four'),
    { type: 'context.apply_compaction', summary: 'All.', compactedCount: 2 },
    ...answer('c', 'Five'),
  );
  expect(session.compactions.map(({ entry, kept }) => [entry, kept])).toEqual([
    [3, [[2, 3]]],
    [4, [[3, 4]]],
  ]);
});

test('the first and the newest messages are kept where they were too long', () => {
  const users = ['One', 'Two', 'Three', 'Four'].map((words) => message('user', words));
  const compaction = { summary: 'All.', compactedCount: 5, keptUserMessageCount: 2 };
  const session = read(
    ...users,
    ...answer('a', 'Yes'),
    { type: 'context.apply_compaction', ...compaction, keptHeadUserMessageCount: 1 },
    ...answer('b', 'Go on'),
  );
  expect(session.compactions[0]?.kept).toEqual([
    [0, 1],
    [3, 4],
  ]);
  expect(session.notices.map(({ code }) => code)).toEqual(['kept-shortened']);
});

test('old results are blanked by size', () => {
  const call = { stepUuid: 'a', toolCallId: 'c', name: 'Read', args: {} };
  const session = read(
    message('user', 'One'),
    event('step.begin', { uuid: 'a' }),
    event('tool.call', call),
    event('tool.result', { toolCallId: 'c', result: { output: 'x'.repeat(400) } }),
    event('step.end', { uuid: 'a', finishReason: 'tool_use' }),
    ...answer('b', 'Two'),
    { type: 'micro_compaction.apply', cutoff: 3 },
    ...answer('c', 'Three'),
  );
  expect(session.compactions).toMatchObject([{ kind: 'elision', elided: [2] }]);
});

test('what lies before a compaction cannot be undone', () => {
  const session = read(
    message('user', 'One'),
    ...answer('a', 'Two'),
    { type: 'context.apply_compaction', summary: 'S', compactedCount: 2, keptUserMessageCount: 1 },
    { type: 'context.undo', count: 1 },
    ...answer('b', 'Three'),
  );
  expect(session.entries).toHaveLength(3);
});

test('messages have Kimi’s own count, four for a token; a lost result and a failed answer are in it', () => {
  const call = { stepUuid: 'a', toolCallId: 'c', name: 'Read', args: {} };
  const { entries } = read(
    message('user', '🚀🔥 go'),
    event('step.begin', { uuid: 'a' }),
    event('tool.call', call),
    event('step.end', { uuid: 'a', finishReason: 'tool_use' }),
    event('step.begin', { uuid: 'b' }),
    event('step.end', { uuid: 'b', finishReason: 'error' }),
    message('user', 'again'),
    ...answer('c', 'Done'),
  );
  // Two code points and three chars of ASCII beside the role; a call; 28 of a result that never came; two of a text.
  expect(entries.map(({ json }) => (json ?? 0) / 4)).toEqual([
    1 + 2 + 1,
    3 + 1 + 1,
    1 + 28,
    1 + 2,
    3 + 1,
  ]);
  expect(entries.map(({ empty }) => empty ?? 0)).toEqual([0, 0, 0, 1, 0]);
});
