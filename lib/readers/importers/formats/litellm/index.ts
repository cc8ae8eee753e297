/**
 * LiteLLM's StandardLoggingPayload and the rows of its spend logs.
 * https://docs.litellm.ai/docs/proxy/logging_spec
 */
import type { Json, Tool } from '@/lib/engine/session/schema';
import { defineCallLog, type CallPlace } from '../../mechanisms/calls/call-importer';
import type { RecordedCall } from '../../mechanisms/calls/recorded-call';
import { namedConversation } from '../../mechanisms/exchange/exchange';
import { repeated, usageOf } from '../../mechanisms/exchange/recorded';
import { firstTime } from '../../mechanisms/exchange/time';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { readAnthropicSystem, readChatTools } from '../../mechanisms/messages/openai-chat';
import { readAnyMessages } from '../../mechanisms/messages/any-messages';
import { decoded } from '../../mechanisms/messages/json-text';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';

/** A record of LiteLLM, bare or in the form given to callbacks; null for other records. */
export function payloadOf(value: unknown): Fields | null {
  const outer = fieldsOf(value);
  const record = fieldsOf(outer?.['standard_logging_object']) ?? outer;
  if (record === null || typeof record['call_type'] !== 'string') return null;
  const known = 'startTime' in record && 'prompt_tokens' in record && 'model' in record;
  return known && ['messages', 'response'].some((name) => name in record) ? record : null;
}

/** Types of calls that do not request text. */
const others = /embedding|moderation|image|speech|transcription|rerank|batch|file|ocr|search/;

/** False for a call of another kind: an embedding, an image, speech. */
const asksForText = (record: Fields): boolean => !others.test(textOf(record['call_type']) ?? '');

/** A record as a call; else the receipt's reason for dropping it. */
function readPayload(record: Fields, { at, names }: CallPlace): RecordedCall | string {
  const request = requestOf(record);
  const found = readAnyMessages(request['messages'] ?? request['input'], 'user', names);
  if (found === null || found.messages.length === 0)
    return 'the request’s messages are not recorded';
  const response = fieldsOf(decoded(record['response'])) ?? {};
  const output = readAnyMessages(response, 'model', names)?.messages ?? [];
  const error = errorOf(record);
  const beside = readAnthropicSystem(request['system'] ?? request['instructions']) ?? [];
  return {
    at,
    time: firstTime(record['startTime'], record['endTime']),
    conversation: conversationIn(record),
    lane: null,
    system: [...beside, ...(found.system ?? [])],
    tools: toolsOf(request),
    messages: found.messages,
    carries: 'whole',
    id: textOf(response['id']),
    output: repeated(output, found.messages),
    ...usageIn(record, response),
    model: textOf(record['model']) ?? textOf(response['model']),
    rejected: error === null ? null : readRefusal(error),
    lengthStop: fieldsOf(listOf(response['choices'])[0])?.['finish_reason'] === 'length',
    notices: isRedacted(record['messages']) ? [redacted] : [],
  };
}

const redacted = {
  code: 'content-redacted',
  message: 'LiteLLM left out the text of the request: only its counts are real.',
};

const isRedacted = (messages: unknown): boolean =>
  JSON.stringify(messages ?? '')
    .slice(0, 1_000)
    .includes('redacted-by-litellm');

/** The request: the record's own messages and parameters, else the body sent to the proxy. */
function requestOf(record: Fields): Fields {
  const sent = fieldsOf(decoded(record['proxy_server_request'])) ?? {};
  const body = fieldsOf(sent['body']) ?? sent;
  const parameters = fieldsOf(decoded(record['model_parameters'])) ?? {};
  const messages = decoded(record['messages']);
  const own = isFilled(messages) ? { messages } : {};
  return { ...body, ...parameters, ...own };
}

/** True if filled: spend logs without stored prompts hold `{}`. */
const isFilled = (value: unknown): boolean =>
  typeof value === 'string'
    ? value !== ''
    : listOf(value).length > 0 || Object.keys(fieldsOf(value) ?? {}).length > 0;

/** The tools; null if neither parameters nor request show whether there were any. */
function toolsOf(request: Fields): readonly Tool[] | null {
  const tools = readChatTools(request['tools'] ?? request['functions']);
  return tools ?? (Object.keys(request).some((name) => name !== 'messages') ? [] : null);
}

/**
 * Usage: LiteLLM's counts are OpenAI's, cache included, for every provider; a raw record keeps its
 * own.
 */
function usageIn(record: Fields, response: Fields): Pick<RecordedCall, 'usage' | 'family'> {
  const metadata = fieldsOf(decoded(record['metadata']));
  const recorded = fieldsOf(metadata?.['usage_object']) ?? fieldsOf(response['usage']);
  if (recorded !== null) {
    const openAi = 'prompt_tokens' in recorded || !('cache_read_input_tokens' in recorded);
    return { usage: usageOf(recorded), family: openAi ? 'openai' : 'anthropic' };
  }
  const counts: Record<string, Json> = {};
  for (const name of ['prompt_tokens', 'completion_tokens', 'total_tokens']) {
    const value = record[name];
    if (typeof value === 'number' && value > 0) counts[name] = value;
  }
  // A failed call is logged with counts of 0.
  return { usage: Object.keys(counts).length > 0 ? counts : null, family: 'openai' };
}

/**
 * The session named by a client. LiteLLM's own trace and session ids are new for every call unless
 * a client sets them, so they are ignored.
 */
function conversationIn(record: Fields): string | null {
  const metadata = fieldsOf(decoded(record['metadata']));
  return (
    namedConversation(fieldsOf(metadata?.['requester_metadata'])) ??
    namedConversation(fieldsOf(metadata?.['spend_logs_metadata'])) ??
    namedConversation(metadata)
  );
}

function errorOf(record: Fields): string | null {
  const metadata = fieldsOf(decoded(record['metadata']));
  const information =
    fieldsOf(record['error_information']) ?? fieldsOf(metadata?.['error_information']);
  return textOf(record['error_str']) ?? textOf(information?.['error_message']);
}

/** Reads LiteLLM's own log records, one per call. */
export const litellm = defineCallLog({
  id: 'litellm',
  label: 'LiteLLM logs',
  source: 'LiteLLM',
  agent: 'LiteLLM',
  paged: true,
  inputs: ['jsonl', 'json'],
  item: 'a LiteLLM log record',
  itemsIn: (record) => [record],
  itemIn: payloadOf,
  other: (payload) => (asksForText(payload) ? null : 'not a request for text'),
  callOf: readPayload,
});
