import { describe, expect, test } from 'vitest';
import { type Json } from '@/lib/engine/session/schema';
import { adkDatabase } from './database';
import { readRows } from '../../testing/read-trace';

type Row = Readonly<Record<string, Json>>;

const read = (rows: readonly (readonly [string, Row])[]) => readRows(adkDatabase, rows);

const session = (id: string, state = '{}', user_id = 'u'): readonly [string, Row] => [
  'sessions',
  { app_name: 'app', user_id, id, state, create_time: 1 },
];

const event = (session_id: string, data: Json, user_id = 'u'): readonly [string, Row] => [
  'events',
  { id: 'e', app_name: 'app', user_id, session_id, event_data: JSON.stringify(data) },
];

const user = { author: 'user', content: { role: 'user', parts: [{ text: 'hi' }] } };
const model = (prompt: number): Json => ({
  author: 'bot',
  content: { role: 'model', parts: [{ text: 'hello' }] },
  usage_metadata: { prompt_token_count: prompt },
  model_version: 'gemini-2.5-flash',
});

describe('rows that ADK for TypeScript writes', () => {
  const at = (id: string, seconds: number, data: Row): readonly [string, Row] =>
    event('a', { id, invocation_id: 'i', timestamp: 1_790_000_000_000 + 1000 * seconds, ...data });
  const { sessions } = read([
    session('a'),
    at('aB3dE6gH', 1, user),
    at('bB3dE6gH', 2, model(10) as Row),
    at('cB3dE6gH', 3, user),
    at('dB3dE6gH', 4, {
      author: 'system',
      content: { role: 'model', parts: [{ text: 'They met.' }] },
      is_compacted: true,
      start_time: 1_790_000_001_000,
      end_time: 1_790_000_002_000,
      compacted_content: 'They met.',
    }),
    at('eB3dE6gH', 5, model(20) as Row),
    at('fB3dE6gH', 6, user),
    at('gB3dE6gH', 7, model(30) as Row),
  ]);

  test('are of that language by their times and ids', () => {
    expect(sessions.map(({ source }) => source.agentVersion)).toEqual(['adk-typescript']);
  });

  test('say which entry an event without content stands before', () => {
    const failed = { author: 'bot', error_code: '500', error_message: 'Busy.' };
    const [one] = read([
      session('a'),
      at('aB3dE6gH', 1, user),
      at('bB3dE6gH', 2, failed),
      at('cB3dE6gH', 3, user),
      at('dB3dE6gH', 4, model(10) as Row),
    ]).sessions;
    expect(one?.entries.map(({ empty }) => empty)).toEqual([undefined, 1, undefined]);
  });

  test('hold a compaction, which is neither a call nor an entry', () => {
    const [one] = sessions;
    expect(one?.entries).toHaveLength(6);
    expect(one?.steps.map(({ real }) => real)).toEqual([10, 20, 30]);
    const summary = [{ kind: 'text', text: '[Previous Context Summary]:\nThey met.' }];
    expect(one?.compactions).toMatchObject([{ step: 1, entry: 3, kept: [[2, 3]], summary }]);
  });
});

describe('rows of the v1 schema', () => {
  test('become a session for each key, in the order of the events', () => {
    const { sessions, receipt } = read([
      session('a', '{"__session_metadata__":{"displayName":"First"}}'),
      session('b'),
      event('b', user),
      event('b', model(20)),
      event('a', user),
      event('a', model(10)),
    ]);
    expect(sessions.map(({ name, steps }) => [name, steps.map(({ real }) => real)])).toEqual([
      ['app b · hi', [20]],
      ['app a · First', [10]],
    ]);
    expect(sessions[0]?.source.format).toBe('adk-database');
    expect(receipt).toMatchObject({ read: 6, kept: 6, remarks: [] });
  });

  test('stop at the output limit by finish reason or error, said by any event of the answer', () => {
    const usage = { prompt_token_count: 10 };
    const answer = { author: 'bot', invocation_id: 'i', usage_metadata: usage };
    const { sessions } = read([
      session('a'),
      event('a', user),
      event('a', { ...answer, content: { role: 'model', parts: [{ text: 'he' }] } }),
      event('a', { ...answer, finish_reason: 'MAX_TOKENS' }),
      event('a', user),
      event('a', { ...answer, invocation_id: 'k', error_code: 'MAX_TOKENS' }),
      event('a', user),
      event('a', { ...answer, invocation_id: 'l', finish_reason: 'STOP' }),
    ]);
    expect(sessions[0]?.steps.map(({ lengthStop }) => lengthStop)).toEqual([true, true, undefined]);
  });

  test('tell sessions of one id and several users apart', () => {
    const { sessions } = read([
      session('a', '{}', 'u1'),
      session('a', '{}', 'u2'),
      event('a', model(1), 'u1'),
      event('a', model(2), 'u2'),
    ]);
    expect(sessions.map(({ source }) => source.sessionId)).toEqual(['a', 'app/u2/a']);
  });

  test('remark on sessions without a call, with or without events', () => {
    const { sessions, receipt } = read([
      session('a'),
      session('b'),
      session('c'),
      event('a', model(1)),
      event('b', user),
    ]);
    expect(sessions).toHaveLength(1);
    expect(receipt.remarks).toEqual([
      '2 of 3 sessions hold no model call and were left out: b, c.',
    ]);
  });

  test('drop events that are no JSON or nest too deep', () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const broken = (event_data: string): readonly [string, Row] => [
      'events',
      { app_name: 'app', user_id: 'u', session_id: 'a', event_data },
    ];
    const { receipt, sessions } = read([
      session('a'),
      broken('{"author":'),
      broken(`{"content":${deep}}`),
      event('a', model(1)),
    ]);
    expect(sessions).toHaveLength(1);
    expect(receipt.dropped).toEqual([
      { reason: 'event is not JSON', records: 1, at: ['events row 1'], lost: true },
      { reason: 'event nests too deep', records: 1, at: ['events row 2'], lost: true },
    ]);
  });

  test('without a call in any of them hold no sessions', () => {
    expect(read([session('a'), event('a', user)]).error?.code).toBe('no-sessions');
  });
});

describe('rows with a column per field', () => {
  const row = (more: Row): readonly [string, Row] => [
    'events',
    { app_name: 'app', user_id: 'u', session_id: 'a', branch: null, partial: 0, ...more },
  ];
  const content = (role: string, text: string): string =>
    JSON.stringify({ role, parts: [{ text }] });

  test('become events, their JSON columns parsed', () => {
    const { sessions } = read([
      session('a'),
      row({
        id: '1',
        author: 'user',
        content: content('user', 'hi'),
        timestamp: '2026-01-02 03:04:05.5',
      }),
      row({ id: '2', author: 'bot', content: content('model', 'he'), partial: 1 }),
      row({
        id: '3',
        author: 'bot',
        content: content('model', 'hello'),
        usage_metadata: '{"prompt_token_count": 31}',
        actions: '{"stateDelta":{"__context_guard_real_tokens_bot":31}}',
      }),
    ]);
    expect(sessions[0]?.entries[0]?.time).toBe('2026-01-02T03:04:05.500Z');
    expect(sessions[0]?.steps).toHaveLength(1);
    expect(sessions[0]?.steps[0]).toMatchObject({ real: 31, guard: { realTokens: 31 } });
  });

  test('say so when actions are a pickle', () => {
    const { receipt } = read([
      session('a'),
      row({ id: '3', author: 'bot', content: content('model', 'hello'), actions: null }),
    ]);
    expect(receipt.remarks[0]).toContain('Python pickle');
  });
});

describe('sniffing', () => {
  const sniff = (tables: Json): boolean => adkDatabase.sniff({ kind: 'sqlite', records: [tables] });

  test('knows the schemas of ADK', () => {
    const sessions = ['app_name', 'user_id', 'id', 'state'];
    expect(sniff({ sessions, events: ['id', 'session_id', 'event_data'] })).toBe(true);
    expect(sniff({ sessions, events: ['id', 'session_id', 'author', 'content'] })).toBe(true);
  });

  test('leaves other databases alone', () => {
    expect(sniff({ sessions: ['id'], events: ['id', 'session_id'] })).toBe(false);
    expect(sniff({ moz_places: ['id', 'url'] })).toBe(false);
    expect(sniff({})).toBe(false);
  });
});
