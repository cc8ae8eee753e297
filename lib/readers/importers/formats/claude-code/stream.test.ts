import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { readTrace, type ReadTrace } from '../../testing/read-trace';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { entriesOf, stepsOf } from '../../testing/session-view';

const SESSION = '5e551001-0000-4000-8000-000000000001';

function read(name: string): ReadTrace {
  const url = new URL(`fixtures/claude-stream/${name}`, import.meta.url);
  const input = name.endsWith('.jsonl') ? 'jsonl' : 'json';
  const trace = successOf(readTrace(readFileSync(url, 'utf8'), input));
  expect(trace.format).toBe('claude-stream');
  return trace;
}

test('a run has its calls, its compaction, its refusal and its window', () => {
  const { sessions } = read('run.jsonl');
  const [main] = sessions as [Session];
  // 3 + 9,000 + 5,000; 4 + 100 + 14,000; 5 + 6,000 + 5,000; the last one was refused.
  expect(stepsOf(main)).toEqual(['0:14003', '2:14104', '3:11005', '4:!']);
  expect(main.compactions).toMatchObject([
    { entry: 3, step: 2, kind: 'summary', trigger: 'auto', preTokens: 155_000 },
  ]);
  expect(main.compactions[0]?.summary).toMatchObject([{ kind: 'text' }]);
  expect(main.limit).toEqual({ tokens: 200_000, source: 'recording' });
  expect(main.source).toMatchObject({
    format: 'claude-stream',
    agentVersion: '2.1.40',
    sessionId: SESSION,
    lane: 'main',
    parent: null,
  });
  expect(main.notices.map(({ code }) => code)).toEqual(['tools-named-only', 'prompt-not-recorded']);
});

test('each step has the window of its model', () => {
  const line = (more: object): string =>
    JSON.stringify({ session_id: SESSION, parent_tool_use_id: null, ...more });
  const answer = (id: string, model: string): string =>
    line({
      type: 'assistant',
      uuid: id,
      message: {
        ...{ id, role: 'assistant', model, content: [{ type: 'text', text: 'Done.' }] },
        usage: { input_tokens: 10, output_tokens: 2 },
      },
    });
  const modelUsage = {
    large: { contextWindow: 1_000_000 },
    small: { contextWindow: 200_000 },
  };
  const lines = [
    line({ type: 'system', subtype: 'init', tools: [] }),
    ...[answer('a', 'large'), answer('b', 'large'), answer('c', 'small')],
    line({ type: 'result', num_turns: 3, modelUsage }),
  ];
  const [session] = successOf(readTrace(lines.join('\n'))).sessions;
  expect(session?.limit).toEqual({ tokens: 1_000_000, source: 'recording' });
  expect(session?.environments).toEqual([
    { from: 0, window: 1_000_000 },
    { from: 2, window: 200_000 },
  ]);
});

test('a compaction that failed stands before the next call', () => {
  const line = (uuid: string, more: object): string =>
    JSON.stringify({ uuid, session_id: SESSION, parent_tool_use_id: null, ...more });
  const answer = (id: string, tokens: number): string =>
    line(id, {
      type: 'assistant',
      message: {
        id,
        role: 'assistant',
        model: 'claude-opus-4-6',
        content: [{ type: 'text', text: 'Done.' }],
        usage: { input_tokens: tokens, output_tokens: 2 },
      },
    });
  const status = { type: 'system', subtype: 'status' };
  const trace = successOf(
    readTrace(
      [
        line('i', { type: 'system', subtype: 'init', claude_code_version: '2.1.40', tools: [] }),
        answer('a', 160_000),
        line('b', { ...status, status: 'compacting' }),
        line('c', {
          ...status,
          status: null,
          compact_result: 'failed',
          compact_error: 'Overloaded',
        }),
        line('d', { type: 'user', message: { role: 'user', content: 'Go on' } }),
        answer('e', 160_100),
      ].join('\n'),
      'jsonl',
    ),
  );
  const [session] = trace.sessions as [Session];
  expect(stepsOf(session)).toEqual(['0:160000', '2:160100']);
  expect(session.failedCompactions).toMatchObject([{ step: 1, reason: 'Overloaded' }]);
  expect(session.compactions).toEqual([]);
});

test.each([
  ['Error: Error during compaction: Error: Conversation too long.', 'Conversation too long.'],
  ['Error: Compaction canceled.', 'Compaction canceled.'],
])('a command that failed is a compaction that failed: %s', (said, reason) => {
  const line = (uuid: string, type: string, message: object): string =>
    JSON.stringify({ uuid, parentUuid: null, sessionId: SESSION, type, message });
  const usage = { input_tokens: 97_000, output_tokens: 2 };
  const content = [{ type: 'text', text: 'Done.' }];
  const model = 'claude-opus-4-6';
  const trace = successOf(
    readTrace(
      [
        line('a', 'user', { role: 'user', content: 'Hi' }),
        line('b', 'assistant', { id: 'm', role: 'assistant', model, content, usage }),
        line('c', 'user', {
          role: 'user',
          content: `<local-command-stderr>${said}</local-command-stderr>`,
        }),
      ].join('\n'),
      'jsonl',
    ),
  );
  expect(trace.sessions[0]?.failedCompactions).toMatchObject([
    { step: 1, trigger: 'manual', reason },
  ]);
});

test('what `/compact` prints is a compaction that failed, in whatever words; another command’s is none', () => {
  const line = (uuid: string, content: string): string =>
    JSON.stringify({
      ...{ uuid, parentUuid: null, sessionId: SESSION, type: 'user' },
      message: { role: 'user', content },
    });
  const usage = { input_tokens: 97_000, output_tokens: 2 };
  const message = { id: 'm', role: 'assistant', model: 'claude-opus-4-6', content: [], usage };
  const answer = JSON.stringify({
    ...{ uuid: 'b', parentUuid: null, sessionId: SESSION, type: 'assistant', message },
  });
  const failed = (command: string) =>
    successOf(
      readTrace(
        [
          line('a', 'Hi'),
          answer,
          line('c', `<command-name>/${command}</command-name>`),
          line('d', '<local-command-stderr>Error: Not enough messages.</local-command-stderr>'),
        ].join('\n'),
        'jsonl',
      ),
    ).sessions[0]?.failedCompactions;
  expect(failed('compact')).toMatchObject([{ reason: 'Not enough messages.' }]);
  expect(failed('model')).toBeUndefined();
});

test('calls that a fork copied are its parent’s', () => {
  const line = (uuid: string, copied: boolean, id: string): string =>
    JSON.stringify({
      ...{ uuid, parentUuid: null, sessionId: SESSION, type: 'assistant' },
      ...(copied ? { forkedFrom: { sessionId: 'parent', messageUuid: uuid } } : {}),
      message: {
        ...{ id, role: 'assistant', model: 'claude-opus-4-6' },
        content: [{ type: 'text', text: 'Done.' }],
        usage: { input_tokens: 97_000, output_tokens: 2 },
      },
    });
  const { sessions } = successOf(
    readTrace([line('a', true, 'm1'), line('b', false, 'm2')].join('\n'), 'jsonl'),
  );
  const kinds = sessions.flatMap(({ steps }) => steps.map(({ counted }) => counted?.kind));
  expect(kinds).toEqual(['copied', undefined]);
});

test('lines of a call of a sub-agent are a session of its own', () => {
  const { sessions } = read('run.jsonl');
  expect(sessions).toHaveLength(2);
  const agent = sessions[1] as Session;
  expect(stepsOf(agent)).toEqual(['1:3010', '3:3110']);
  expect(agent.source).toMatchObject({
    lane: 'toolu_1',
    parent: { sessionId: SESSION, lane: 'main', relation: 'subagent' },
  });
  expect(agent.limit).toEqual({ tokens: 100_000, source: 'recording' });
});

test('the list that json --verbose prints is read like the stream', () => {
  const { sessions, receipt } = read('verbose.json');
  expect(sessions.map(stepsOf)).toEqual([['1:14003']]);
  expect(sessions[0]?.name).toBe('List the files');
  expect(receipt).toMatchObject({ read: 4, kept: 2 });
});

test('of a log of many runs the first 200 are read, and the receipt says what was left out', () => {
  const line = (i: number, more: object): string =>
    JSON.stringify({
      uuid: `${Object.keys(more).length}-${i}`,
      session_id: `run-${i}`,
      parent_tool_use_id: null,
      ...more,
    });
  const lines = Array.from({ length: 203 }, (_, i) => [
    line(i, { type: 'system', subtype: 'init', claude_code_version: '2.1.40', tools: [] }),
    line(i, {
      type: 'assistant',
      message: {
        id: `m-${i}`,
        role: 'assistant',
        model: 'claude-opus-4-6',
        content: [{ type: 'text', text: 'Done.' }],
        usage: { input_tokens: 100, output_tokens: 2 },
      },
    }),
  ]).flat();
  const { sessions, receipt } = successOf(readTrace(lines.join('\n'), 'jsonl'));
  expect(sessions).toHaveLength(200);
  expect(receipt.read).toBe(406);
  expect(receipt.dropped).toContainEqual({
    reason: 'of a session after the first 200 of one log; split the file by session_id',
    records: 6,
    at: [401, 402, 403, 404, 405],
    lost: true,
  });
});

test('dumps of the Python SDK’s objects are the same stream without types', () => {
  const { format, sessions, receipt } = read('sdk-python.jsonl');
  expect(format).toBe('claude-stream');
  expect(sessions.map((one) => [one.source.lane, stepsOf(one)])).toEqual([
    ['main', ['1:1603', '3:1705']],
    ['t0', ['1:50']],
  ]);
  expect(sessions[0]?.source).toMatchObject({ agent: 'Claude Code', agentVersion: '2.1.60' });
  expect(sessions[0]?.limit).toMatchObject({ tokens: 1_000_000 });
  expect(sessions[0]?.steps[0]).toMatchObject({ cacheRead: 1_200, cacheWrite: 400 });
  expect(entriesOf(sessions[0] as Session)).toEqual([
    'user text:List the files',
    'model thought:A task. call:Task{"prompt":"ls"}',
    'user response:Task{"result":"a.txt"}',
    'model text:One file: a.txt',
  ]);
  expect(receipt).toMatchObject({ kept: 6, lost: 0 });
});

test('the end of a streamed answer holds the count of its output', () => {
  const usage = { input_tokens: 3, cache_read_input_tokens: 900, output_tokens: 1 };
  const spoken = { session_id: 's', parent_tool_use_id: null };
  const delta = {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn' },
    usage: { output_tokens: 7 },
  };
  const content = [{ type: 'text', text: 'Yes.' }];
  const lines = [
    { ...spoken, type: 'user', uuid: '1', message: { role: 'user', content: 'Is it?' } },
    {
      ...spoken,
      type: 'assistant',
      uuid: '2',
      message: { id: 'm', role: 'assistant', content, usage },
    },
    { ...spoken, type: 'stream_event', uuid: '3', event: delta },
  ];
  const { sessions } = successOf(readTrace(lines.map((line) => JSON.stringify(line)).join('\n')));
  expect(sessions[0]?.steps).toMatchObject([{ real: 903, output: 7 }]);
  expect(sessions[0]?.entries).toHaveLength(2);
});
