import type { RecordedCall } from '../../mechanisms/calls/recorded-call';
import { usageOf } from '../../mechanisms/exchange/recorded';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { readChatMessages, readChatTools } from '../../mechanisms/messages/openai-chat';
import { overflowOf } from '../../mechanisms/overflow-message';

/** Facts of a call from its model event. */
export type ModelCall = Pick<
  RecordedCall,
  'system' | 'tools' | 'messages' | 'output' | 'usage' | 'model' | 'rejected' | 'lengthStop'
>;

/**
 * Reads a model event: its input, in place or as ranges of the sample's messages, and its output.
 * If the context was too long, Inspect answers with the provider's error as a message.
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
  const refusal = overflowOf(error ?? (overflow ? said.join('\n') : ''));
  return {
    system: system ?? [],
    tools: readChatTools(resolve(event['tools'])) ?? [],
    messages,
    output: overflow || error !== null ? [] : answer,
    usage: usageOf(output?.['usage']),
    model: textOf(event['model']) ?? textOf(output?.['model']),
    rejected: refusal ?? (overflow ? { real: null, limit: null } : null),
    lengthStop: choice?.['stop_reason'] === 'max_tokens',
  };
}

/** The input, or the messages of the pool at its ranges `[start, end)`. */
function inputOf(event: Fields, pool: readonly unknown[]): readonly unknown[] {
  const own = listOf(event['input']);
  const refs = listOf(event['input_refs']);
  if (own.length > 0 || refs.length === 0) return own;
  return refs.flatMap((ref) => {
    const [start, end] = listOf(ref);
    return typeof start === 'number' && typeof end === 'number' ? pool.slice(start, end) : [];
  });
}

/** A message in the form of Chat Completions; a failed tool's message is its error. */
function asChat(value: unknown): unknown {
  const message = fieldsOf(value);
  const error = textOf(fieldsOf(message?.['error'])?.['message']);
  return message !== null && error !== null ? { ...message, content: error } : value;
}
