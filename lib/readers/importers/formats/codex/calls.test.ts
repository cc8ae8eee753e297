import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { successOf } from '@/lib/engine/base/testing/success-of';
import type { Session } from '@/lib/engine/session/schema';
import { stepsOf } from '../../testing/session-view';
import { readTrace, type ReadTrace } from '../../testing/read-trace';

type Line = readonly [milliseconds: number, type: string, payload: object];

const lineOf = ([milliseconds, type, payload]: Line): string =>
  JSON.stringify({ timestamp: new Date(milliseconds).toISOString(), type, payload });

const message = (role: string, text: string): object => ({
  type: 'message',
  role,
  content: [{ type: 'input_text', text }],
});

const count = (total: number, last: number): object => ({
  type: 'token_count',
  info: {
    total_token_usage: { input_tokens: total, output_tokens: 1, total_tokens: total + 1 },
    last_token_usage: { input_tokens: last, output_tokens: 1, total_tokens: last + 1 },
  },
});

const textsOf = ({ entries }: Session): string[] =>
  entries.map(({ parts }) => (parts[0]?.kind === 'text' ? parts[0].text : (parts[0]?.kind ?? '')));

const reasonsOf = ({ receipt }: ReadTrace): Record<string, number> =>
  Object.fromEntries(
    [...receipt.merged, ...receipt.dropped].map(({ reason, records }) => [reason, records]),
  );

test('a count carried over from an earlier session is no call', () => {
  const lines: readonly Line[] = [
    [0, 'session_meta', { id: 'a', cwd: '/w' }],
    [10, 'event_msg', count(5000, 900)],
    [20, 'response_item', message('user', 'Ask')],
    [30, 'response_item', message('assistant', 'Answer')],
    [40, 'event_msg', count(6000, 1000)],
  ];
  const trace = readTrace(lines.map(lineOf).join('\n'));
  expect(trace).toMatchObject({ ok: true });
  expect(trace.ok && trace.value.sessions.map(stepsOf)).toEqual([['1:1000']]);
});

describe('the summariser’s call of version 0.169', () => {
  const summary = { ...message('assistant', 'SUMMARY'), id: 'm9' };
  const call = { type: 'function_call', name: 'ls', call_id: 'c1', arguments: '{}' };
  const output = { type: 'function_call_output', call_id: 'c1', output: 'a.txt' };
  const lines = [
    lineOf([0, 'session_meta', { id: 'a', cwd: '/w', cli_version: '0.169.0' }]),
    lineOf([1, 'event_msg', { type: 'task_started' }]),
    lineOf([2, 'response_item', message('user', 'Go')]),
    lineOf([3, 'response_item', call]),
    lineOf([4, 'event_msg', count(100, 100)]),
    lineOf([5, 'response_item', output]),
    lineOf([6, 'response_item', summary]).replace(/}$/, ',"metadata":{"compaction_output":true}}'),
    lineOf([7, 'event_msg', count(205, 105)]),
    lineOf([8, 'compacted', { message: 'SUMMARY', replacement_history: [message('user', 'Go')] }]),
    lineOf([9, 'response_item', message('assistant', 'Done')]),
    lineOf([10, 'event_msg', count(255, 50)]),
  ];
  const trace = readTrace(lines.join('\n'));
  if (!trace.ok) throw new Error(trace.error.message);
  const [session] = trace.value.sessions as [Session];

  test('is no step of the agent, and its answer no entry', () => {
    expect(stepsOf(session)).toEqual(['1:100', '3:50']);
    expect(textsOf(session)).toEqual(['Go', 'call', 'response', 'Done']);
    expect(session.compactions).toMatchObject([{ entry: 3, step: 1, preTokens: 101 }]);
    expect(reasonsOf(trace.value)).toMatchObject({
      'answer of the summariser': 1,
      'count of the summariser’s call': 1,
    });
  });

  test('a log without an item of reasoning lacks none', () => {
    expect(session.reasoning).toBe('none');
    const items = new URL('fixtures/codex/items.jsonl', import.meta.url);
    const [thinking] = successOf(readTrace(readFileSync(items, 'utf8'))).sessions;
    expect(thinking?.reasoning).toBeUndefined();
  });
});

test('a call without usage is a step, where the file records each usage', () => {
  const call = (id: string) => ({
    type: 'function_call',
    name: 'ls',
    call_id: id,
    arguments: '{}',
  });
  const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: 'a.txt' });
  const lines = [
    lineOf([0, 'session_meta', { id: 'a', cwd: '/w', cli_version: '0.171.0' }]),
    lineOf([1, 'event_msg', { type: 'task_started' }]),
    lineOf([2, 'response_item', message('user', 'Go')]),
    lineOf([3, 'response_item', call('c1')]),
    lineOf([4, 'token_usage_record', { response_id: 'r1' }]),
    lineOf([5, 'response_item', output('c1')]),
    lineOf([6, 'event_msg', count(100, 100)]),
    lineOf([7, 'response_item', call('c2')]),
    // The rate limits of a response that has not ended.
    lineOf([8, 'event_msg', count(100, 100)]),
    lineOf([9, 'response_item', output('c2')]),
    lineOf([10, 'event_msg', count(100, 100)]),
    lineOf([11, 'response_item', message('assistant', 'Done')]),
    lineOf([12, 'token_usage_record', { response_id: 'r3' }]),
    lineOf([13, 'event_msg', count(255, 155)]),
  ];
  const trace = readTrace(lines.join('\n'));
  if (!trace.ok) throw new Error(trace.error.message);
  const [session] = trace.value.sessions as [Session];
  expect(stepsOf(session)).toEqual(['1:100', '3:-', '5:155']);
});

test('a compaction whose own call failed is one that failed, and no call of the agent', () => {
  const failed = JSON.stringify({ error: { message: 'Your input exceeds the context window.' } });
  const lines: readonly Line[] = [
    [0, 'session_meta', { id: 'a', cwd: '/w' }],
    [20, 'response_item', message('user', 'Ask')],
    [30, 'response_item', message('assistant', 'Answer')],
    [40, 'event_msg', count(900, 900)],
    [50, 'event_msg', { type: 'error', message: `Error running remote compact task: ${failed}` }],
    [60, 'response_item', message('user', 'Again')],
    [70, 'response_item', message('assistant', 'Answer')],
    [80, 'event_msg', count(1900, 1000)],
  ];
  const [session] = successOf(readTrace(lines.map(lineOf).join('\n'))).sessions;
  expect(session?.steps.map(({ rejected, real }) => [rejected ?? false, real])).toEqual([
    [false, 900],
    [false, 1000],
  ]);
  expect(session?.failedCompactions).toMatchObject([
    { step: 1, preTokens: 901, reason: 'Your input exceeds the context window.' },
  ]);
});
