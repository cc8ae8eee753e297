/**
 * What OpenAI keeps of calls: stored responses with their input items, stored chat completions with their messages.
 * https://platform.openai.com/docs/api-reference/responses/get and
 * https://platform.openai.com/docs/api-reference/chat/list
 */
import { defineCallLog, type CallPlace } from '../../mechanisms/calls/call-importer';
import type { RecordedCall } from '../../mechanisms/calls/recorded-call';
import { readBody } from '../../mechanisms/exchange/body';
import { bareExchange } from '../../mechanisms/exchange/exchange';
import { readChat, readResponses } from '../../mechanisms/exchange/openai';
import { recordedCall } from '../../mechanisms/exchange/recorded';
import { timeIn } from '../../mechanisms/exchange/time';
import { fieldsOf, listOf, type Fields } from '../../mechanisms/loose-json';
import { inOrder } from '../../mechanisms/messages/item-order';

/** A stored object; null for anything else. */
function storedIn(value: unknown): Fields | null {
  const record = fieldsOf(value);
  if (record === null || typeof record['id'] !== 'string') return null;
  if (record['object'] === 'response' && Array.isArray(record['output'])) return record;
  return record['object'] === 'chat.completion' && Array.isArray(record['choices']) ? record : null;
}

/** The objects of a line or a document: one, or a page of a list. */
function recordsIn(value: unknown): readonly unknown[] {
  const fields = fieldsOf(value);
  return fields?.['object'] === 'list' ? listOf(fields['data']) : [value];
}

/** Items or messages: a list, a page of them as their endpoint answers, or a text. */
function itemsIn(value: unknown): unknown {
  const page = fieldsOf(value);
  if (page === null) return value;
  return inOrder(listOf(page['data']));
}

const NO_INPUT = {
  code: 'request-missing',
  message:
    'The object holds no input items (they have an endpoint of their own): only its answer and its counts are known.',
};

function readStored(record: Fields, { at, names }: CallPlace): RecordedCall {
  const chat = record['object'] === 'chat.completion';
  const held = itemsIn(record['input'] ?? record['input_items'] ?? record['messages']);
  const request = { ...record, input: held, messages: held };
  const exchange = {
    ...bareExchange(request, at),
    response: readBody({ ...record, error: record['error'] ?? null }),
    time: timeIn(record['created_at'] ?? record['created']),
  };
  const read = (chat ? readChat : readResponses)(exchange, names);
  const call = recordedCall(exchange, read);
  if (held !== undefined && call.messages.length > 0) return call;
  return { ...call, messages: [], carries: 'delta', notices: [...(call.notices ?? []), NO_INPUT] };
}

/** Reads stored objects; a response that continues another one is the next step of its session. */
export const openaiStored = defineCallLog({
  id: 'openai-stored',
  label: 'OpenAI stored responses and completions',
  source: 'OpenAI stored',
  agent: 'OpenAI API',
  unseen: 'its source',
  inputs: ['jsonl', 'json'],
  item: 'a response or a chat completion',
  itemsIn: recordsIn,
  itemIn: storedIn,
  callOf: readStored,
});
