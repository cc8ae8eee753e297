import type { RecordedCall } from '../calls/recorded-call';
import { usageOf } from '../exchange/recorded';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { readChatMessages, readChatTools } from '../messages/openai-chat';
import { overflowOf } from '../overflow-message';

/** What a model event says of its call. */
export type ModelCall = Pick<
  RecordedCall,
  'system' | 'tools' | 'messages' | 'output' | 'usage' | 'model' | 'rejected' | 'lengthStop'
>;

/**
 * Reads a model event: its input, in place or as ranges of the sample's messages, and its output.
 * Where the context was too long Inspect answers with the provider's error as a message.
 */
export function readModelEvent(
  event: Fields,
  resolve: (value: unknown) => unknown,
  pool: readonly unknown[],
): ModelCall {
  const input = listOf(resolve(inputOf(event, pool))).map(asChat);
  const { system, messages } = readChatMessages(input);
  const output = fieldsOf(resolve(event['output']));
  const choice = fieldsOf(listOf(output?.['choices'])[0]);
  const answer = readChatMessages([asChat(choice?.['message'] ?? null)]).messages;
  const error = textOf(event['error']) ?? textOf(output?.['error']);
  const overflow = choice?.['stop_reason'] === 'model_length';
  const said = answer.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])),
  );
  const told = overflowOf(error ?? (overflow ? said.join('\n') : ''));
  return {
    system: system ?? [],
    tools: readChatTools(resolve(event['tools'])) ?? [],
    messages,
    output: overflow || error !== null ? [] : answer,
    usage: usageOf(output?.['usage']),
    model: textOf(event['model']) ?? textOf(output?.['model']),
    rejected: told ?? (overflow ? { real: null, limit: null } : null),
    lengthStop: choice?.['stop_reason'] === 'max_tokens',
  };
}

/** The input, or the ranges `[start, end)` of the pool that stand for it. */
function inputOf(event: Fields, pool: readonly unknown[]): readonly unknown[] {
  const own = listOf(event['input']);
  const refs = listOf(event['input_refs']);
  if (own.length > 0 || refs.length === 0) return own;
  return refs.flatMap((ref) => {
    const [start, end] = listOf(ref);
    return typeof start === 'number' && typeof end === 'number' ? pool.slice(start, end) : [];
  });
}

/** A failed tool's message is its error; the rest is as Chat Completions have it. */
function asChat(value: unknown): unknown {
  const message = fieldsOf(value);
  const error = textOf(fieldsOf(message?.['error'])?.['message']);
  return message !== null && error !== null ? { ...message, content: error } : value;
}
