/** https://github.com/langchain-ai/langchain/blob/master/libs/core/langchain_core/messages/utils.py: three forms of one message. */
import type { RecordedCall } from '../../mechanisms/calls/recorded-call';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';
import { otelUsage } from '../../mechanisms/spans/attributes';

const TYPES = new Set(['human', 'ai', 'system', 'tool', 'function', 'chat', 'developer']);

/** What a message says of itself, under a type in small words; null for what is none of LangChain's. */
export function langChainFields(value: unknown): Fields | null {
  const message = fieldsOf(value);
  if (message === null) return null;
  const data = fieldsOf(message['data']);
  const path = listOf(message['id']);
  const inner = message['lc'] === 1 ? fieldsOf(message['kwargs']) : null;
  const name = textOf(inner === null ? message['type'] : path.at(-1));
  const type = name?.toLowerCase().replace(/message(chunk)?$/, '') ?? '';
  if (!TYPES.has(type)) return null;
  if (inner !== null) return { ...inner, type };
  if (data !== null && 'content' in data && !('content' in message)) return { ...data, type };
  return 'content' in message && isModel(message) ? { ...message, type } : null;
}

/** Fields that `model_dump` always writes beside the content, or none but those that a client shows. */
const isModel = (message: Fields): boolean =>
  ['additional_kwargs', 'response_metadata', 'tool_calls', 'tool_call_id', 'usage_metadata'].some(
    (name) => name in message,
  ) ||
  ('id' in message && Object.keys(message).every((name) => BARE.has(name)));

const BARE = new Set(['content', 'type', 'id', 'name', 'example']);

/** The counts of an answer: LangChain's, with the cache inside the input, else the provider's own. */
export function usageInMessage(fields: Fields): Pick<RecordedCall, 'usage' | 'family'> {
  const usage = fieldsOf(fields['usage_metadata']);
  if (usage !== null) {
    const details = fieldsOf(usage['input_token_details']) ?? {};
    const record = otelUsage({
      input: usage['input_tokens'],
      output: usage['output_tokens'],
      total: usage['total_tokens'],
      read: details['cache_read'],
      write: details['cache_creation'],
    });
    return { usage: record, family: 'otel' };
  }
  const facts = fieldsOf(fields['response_metadata']) ?? {};
  const own =
    fieldsOf(facts['token_usage']) ?? fieldsOf(facts['tokenUsage']) ?? fieldsOf(facts['usage']);
  if (own === null) return { usage: null };
  const { promptTokens: input, completionTokens: output, totalTokens: total } = own;
  if (input === undefined) return { usage: plain(own) };
  return { usage: otelUsage({ input, output, total }), family: 'otel' };
}
