import { expect, test } from 'vitest';
import { type Json } from '@/lib/engine/session/schema';
import { crush } from '.';
import { readRows } from '../../testing/read-trace';

type Row = Readonly<Record<string, Json>>;

const read = (rows: readonly (readonly [string, Row])[]) => readRows(crush, rows);

const message = (role: string, parts: Json, more: Row = {}): readonly [string, Row] => [
  'messages',
  { session_id: 's', role, parts: JSON.stringify(parts), created_at: 1_772_896_520, ...more },
];
const text = (words: string): Json => ({ type: 'text', data: { text: words } });

test('claims Crush’s tables and no others', () => {
  const columns = {
    sessions: ['id', 'parent_session_id', 'title', 'prompt_tokens'],
    messages: ['id', 'session_id', 'role', 'parts', 'model'],
  };
  expect(crush.sniff({ kind: 'sqlite', records: [columns] })).toBe(true);
  const adk = { sessions: ['id', 'app_name'], events: ['session_id', 'event_data'] };
  expect(crush.sniff({ kind: 'sqlite', records: [adk] })).toBe(false);
  expect(crush.sniff({ kind: 'sqlite', records: [{}] })).toBe(false);
});

test('parts that are not JSON are lost by name; the others are read', () => {
  const { error, sessions, receipt } = read([
    message('user', [text('Hi')]),
    ['messages', { session_id: 's', role: 'user', parts: '[{"type":' }],
    ['messages', { session_id: 's', role: 'user', parts: null }],
    message('assistant', [text('Hello')]),
    ['files', { id: 'f' }],
  ]);
  expect(error).toBeNull();
  expect(sessions.map(({ entries }) => entries.length)).toEqual([2]);
  expect(receipt).toMatchObject({ read: 5, kept: 2, lost: 2 });
});

test('before summaries were marked, only the session names the newest one', () => {
  const { sessions } = read([
    ['sessions', { id: 's', title: 'T', summary_message_id: 'm' }],
    message('user', [text('Hi')]),
    message('assistant', [text('Hello')]),
    message('assistant', [text('A greeting.')], { id: 'm' }),
    message('user', [text('Bye')]),
    message('assistant', [text('Bye')]),
  ]);
  expect(sessions[0]?.compactions).toMatchObject([{ entry: 2, step: 1, trigger: 'unknown' }]);
  expect(sessions[0]?.steps.map(({ entries }) => entries)).toEqual([1, 3]);
});

test('a database without a call says so', () => {
  expect(read([message('user', [text('Hi')])]).error).toMatchObject({
    code: 'no-sessions',
    message: 'The database holds no model call.',
  });
});

test('the session’s counters are the total of its newest answered call', () => {
  const counters = { prompt_tokens: 151_610, completion_tokens: 65_536 };
  const failed = { type: 'finish', data: { reason: 'error', message: 'Bad Request' } };
  const { sessions } = read([
    ['sessions', { id: 's', title: 'T', ...counters }],
    message('user', [text('Hi')]),
    message('assistant', [text('Hello')]),
    message('user', [text('Go on')]),
    message('assistant', [text('Here')]),
    message('user', [text('Go on')]),
    message('assistant', [failed]),
  ]);
  expect(sessions[0]?.steps.map(({ real, counted }) => [real, counted?.tokens ?? null])).toEqual([
    [null, null],
    [null, 217_146],
    [null, null],
  ]);
});
