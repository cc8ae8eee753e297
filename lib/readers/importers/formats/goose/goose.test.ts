import { describe, expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { readTrace } from '../../testing/read-trace';
import { codesOf, entriesOf, readFixture, reasonsOf, stepsOf } from '../../testing/session-view';
import { goose } from '.';
import { successOf } from '@/lib/engine/base/testing/success-of';

describe('a session’s file', () => {
  const { format, sessions, receipt } = readFixture('goose/session.jsonl');
  const [session] = sessions as [Session];

  test('is a session with its name and its folder', () => {
    expect(format).toBe('goose');
    expect(session).toMatchObject({
      name: 'Fix main.go',
      source: { agent: 'goose', sessionId: 'session', parent: null },
    });
  });

  test('has a step for each answer; only the newest call is counted', () => {
    expect(stepsOf(session)).toEqual(['1:-', '3:-', '5:!', '6:6100']);
    expect(session.steps.map(({ label }) => label)).toEqual([
      'user-msg',
      'tool-results',
      'tool-results',
      'user-msg',
    ]);
    expect(codesOf(session)).toEqual(['usage-newest']);
  });

  test('holds what the model was sent: not what is for the user’s eyes', () => {
    expect(entriesOf(session)).toEqual([
      'user text:Fix main.go',
      'model thought:Two files. text:I look. call:developer__shell{"command":"cat main.go"} call:developer__screen_capture{}',
      'user response:developer__shell{"result":"package main"} response:developer__screen_capture{"result":"No display"}',
      'model call:developer__text_editor{"path":"main.go","command":"write"}',
      'user response:developer__text_editor{"result":"Written"} inline:image/png:4',
      'user text:Go on',
      'model text:Fixed.',
    ]);
  });

  test('counts every line', () => {
    expect(receipt).toMatchObject({ read: 10, kept: 8, lost: 0 });
    expect(reasonsOf(receipt.merged)).toEqual({ 'facts about a session': 1 });
    expect(reasonsOf(receipt.dropped)).toEqual({
      'not part of a request: toolConfirmationRequest': 1,
    });
  });
});

const line = (role: string, created: number, ...content: readonly object[]): object => ({
  role,
  created,
  content,
});
const text = (words: string): object => ({ type: 'text', text: words });
const call = (id: string): object => ({
  type: 'toolRequest',
  id,
  toolCall: { status: 'success', value: { name: 'shell', arguments: {} } },
});
const result = (id: string): object => ({
  type: 'toolResponse',
  id,
  toolResult: { status: 'success', value: { content: [text('ok')] } },
});

function read(...lines: readonly object[]): Session {
  const trace = successOf(readTrace(lines.map((value) => JSON.stringify(value)).join('\n')));
  return trace.sessions[0] as Session;
}

test('calls of one second are one answer, later ones the next', () => {
  const session = read(
    line('user', 100, text('Hi')),
    line('assistant', 104, call('a')),
    line('user', 104, result('a')),
    line('assistant', 104, call('b')),
    line('user', 104, result('b')),
    line('assistant', 107, call('c')),
    line('user', 107, result('c')),
    line('assistant', 107, text('Done')),
  );
  expect(stepsOf(session)).toEqual(['1:-', '5:-', '7:-']);
  expect(session.notices[0]?.message).toMatch(/^No call is counted/);
});

test('claims goose’s tables and no others', () => {
  const columns = {
    sessions: ['id', 'working_dir', 'accumulated_total_tokens'],
    messages: ['id', 'session_id', 'role', 'content_json', 'created_timestamp'],
  };
  expect(goose.sniff({ kind: 'sqlite', records: [columns] })).toBe(true);
  expect(goose.sniff({ kind: 'sqlite', records: [{ messages: columns.messages }] })).toBe(false);
});

test('a file without an answer says so', () => {
  const trace = readTrace(JSON.stringify(line('user', 100, text('Hi'))));
  expect(trace).toMatchObject({ ok: false, error: { code: 'no-sessions' } });
});

test('an export of 1.46 is a session; its newest call is counted with the cache inside', () => {
  const { format, sessions, receipt } = readFixture('goose/export.json');
  const [session] = sessions as [Session];
  expect(format).toBe('goose');
  expect(session.source.sessionId).toBe('20260910_2');
  expect(stepsOf(session)).toEqual(['1:-', '3:5100']);
  expect(session.steps.map(({ model }) => model)).toEqual([
    'claude-sonnet-4-6',
    'claude-sonnet-4-6',
  ]);
  expect(session.steps[1]).toMatchObject({ cacheRead: 4_000, cacheWrite: 900, output: 40 });
  expect(session.limit).toMatchObject({ tokens: 200_000 });
  expect(receipt).toMatchObject({ kept: 4, lost: 0 });
});
