/** A Codex thread and its fork, in the files that the program writes. */
import type { Json } from '@/lib/engine/session/schema';

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

/** A thread that goes on after the fork. */
export const parent = rollout(0, [
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
/** A fork of a thread, whose first four lines are its history. */
export const fork = (thread: string): Json =>
  rollout(4, [
    ['session_meta', forkHeader(thread)],
    said('user', 'Three'),
    said('assistant', 'Four'),
    counted(130, 250),
  ]);
