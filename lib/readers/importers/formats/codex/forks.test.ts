import { expect, test } from 'vitest';
import { successOf } from '@/lib/engine/base/testing/success-of';
import type { Json } from '@/lib/engine/session/schema';
import { readArchive } from '../../testing/read-trace';
import { stepsOf } from '../../testing/session-view';

/** Lines of a rollout, numbered from `first`, a second apart. */
const rollout = (first: number, lines: readonly (readonly [string, Json])[]): Json =>
  lines.map(([type, payload], i) => ({
    timestamp: new Date(1_000 * (first + i)).toISOString(),
    ordinal: first + i,
    type,
    payload,
  }));

const said = (role: string, text: string): readonly [string, Json] => [
  'response_item',
  { type: 'message', role, content: [{ type: 'input_text', text }] },
];

const counted = (input: number, total: number): readonly [string, Json] => {
  const usage = { input_tokens: input, output_tokens: 10, total_tokens: input + 10 };
  const total_token_usage = { ...usage, total_tokens: total };
  return [
    'event_msg',
    { type: 'token_count', info: { last_token_usage: usage, total_token_usage } },
  ];
};

const parent = rollout(0, [
  ['session_meta', { id: 'a', cwd: '/w' }],
  said('user', 'One'),
  said('assistant', 'Two'),
  counted(100, 110),
  said('user', 'Not in the fork'),
  said('assistant', 'Nor this'),
  counted(150, 270),
]);
const forkHeader = (thread: string): Json => ({
  ...{ id: 'b', cwd: '/w', forked_from_id: thread },
  history_base: { thread_id: thread, end_ordinal_exclusive: 4 },
});
const fork = (thread: string): Json =>
  rollout(4, [
    ['session_meta', forkHeader(thread)],
    said('user', 'Three'),
    said('assistant', 'Four'),
    counted(130, 250),
  ]);

test('a fork beside its thread’s file holds what came before it, whose calls are the thread’s', () => {
  const { sessions, receipt } = successOf(
    readArchive({ 'r-1.jsonl': parent, 'r-2.jsonl': fork('a') }),
  );
  expect(sessions.map(stepsOf)).toEqual([
    ['1:100', '3:150'],
    ['1:100', '3:130'],
  ]);
  const [, second] = sessions;
  expect(second?.steps.map(({ counted: one }) => one?.kind)).toEqual(['copied', undefined]);
  expect(second?.source.parent).toMatchObject({ sessionId: 'a', relation: 'branch' });
  expect(second?.notices.map(({ code }) => code)).not.toContain('history-elsewhere');
  expect(receipt.read).toBe(11);
});

test('a fork without its thread’s file is no trace of several', () => {
  expect(readArchive({ 'r-1.jsonl': parent, 'r-2.jsonl': fork('c') }).ok).toBe(false);
});
