import { expect } from 'vitest';
import { findContradiction } from '@/lib/engine/session/check';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import type { Session } from '@/lib/engine/session/schema';
import { CallSessions } from '../mechanisms/calls/call-sessions';
import type { Message, RecordedCall } from '../mechanisms/calls/recorded-call';
import { ReceiptBuilder } from '../receipt';
import { endOf } from './end-of';

/**
 * Messages as words: `u:text` of a user, `m:text` of the model, `c:id` a call, `r:id:text` its
 * result, `t:text` a thought before a text. The last word may carry no text.
 */
const message = (word: string): Message => {
  const [kind, first = '', ...rest] = word.split(':');
  if (kind === 'u') return { role: 'user', parts: [{ kind: 'text', text: first }] };
  if (kind === 'c')
    return { role: 'model', parts: [{ kind: 'call', name: 'grep', id: first, args: {} }] };
  if (kind === 'r') {
    const response = { result: rest.join(':') };
    return { role: 'user', parts: [{ kind: 'response', name: 'grep', id: first, response }] };
  }
  if (kind === 't') {
    const thought = { kind: 'thought', text: 'Let me think.' } as const;
    return { role: 'model', parts: [thought, { kind: 'text', text: first }] };
  }
  return { role: 'model', parts: [{ kind: 'text', text: first }] };
};

let places = 0;

/**
 * A model call whose request and response are words. Each has one prompt token more than the one
 * before; `real` sets the count, null leaves it out.
 */
export const call = (
  request: string,
  output = '',
  { real, ...change }: Partial<RecordedCall> & { readonly real?: number | null } = {},
): RecordedCall => ({
  at: ++places,
  time: null,
  conversation: 'one',
  lane: null,
  system: [{ kind: 'text', text: 'You help.' }],
  tools: [{ name: 'grep', description: '', schema: {} }],
  messages: request.split(' ').map(message),
  carries: 'whole',
  output: output === '' ? [] : output.split(' ').map(message),
  usage: real === null ? null : usageOf(real ?? 100 + places),
  model: 'gpt-5',
  ...change,
});

const usageOf = (prompt: number): RecordedCall['usage'] => ({
  prompt_tokens: prompt,
  completion_tokens: 5,
  total_tokens: prompt + 5,
});

/** The sessions that a log of calls gives; fails the test if one contradicts itself. */
export function sessionsOf(...calls: readonly RecordedCall[]): readonly Session[] {
  const store = new MemoryStore();
  const drafts: SessionDraft[] = [];
  const sessions = new CallSessions(
    {
      file: 'calls.jsonl',
      store,
      receipt: new ReceiptBuilder(),
      session: (draft) => drafts.push(draft),
    },
    { format: 'test', agent: 'Tester' },
  );
  for (const each of calls) sessions.call(each);
  expect(endOf(sessions)).toEqual({ ok: true, value: undefined });
  const built = drafts.map((draft) => store.session(draft));
  for (const session of built) expect(findContradiction(session)).toBeNull();
  return built;
}

/** A log's entries as words; `~` is a thought. */
export const words = ({ entries }: Session): string =>
  entries
    .map(({ parts }) =>
      parts
        .map((part) =>
          part.kind === 'text' ? part.text : part.kind === 'thought' ? '~' : `${part.kind}`,
        )
        .join('+'),
    )
    .join(' ');

/** Entries in the request of each step. */
export const sees = ({ steps }: Session): readonly number[] => steps.map(({ entries }) => entries);
