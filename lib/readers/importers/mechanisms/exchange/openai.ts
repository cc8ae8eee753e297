/**
 * Calls of OpenAI's Chat Completions and Responses.
 * https://platform.openai.com/docs/api-reference
 */
import type { CallNotice, Message } from '../calls/recorded-call';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { readBlocks } from '../messages/blocks';
import { readChatMessages, readChatTools } from '../messages/openai-chat';
import { readResponseItems } from '../messages/openai-responses';
import type { CallNames } from '../messages/turns';
import type { Exchange } from './exchange';
import { modelOf, repeated, uncountedCompaction, usageOf, type CallFields } from './recorded';
import { joinChatChunks, joinResponseEvents } from './streams';

/** Reads a Chat Completions exchange, streamed or not. */
export function readChat({ request, response }: Exchange, names: CallNames): CallFields {
  const { system, messages } = readChatMessages(request['messages'], names);
  const body = response.fields ?? joinChatChunks(response.events);
  const choice = fieldsOf(listOf(body['choices'])[0]);
  const output = readChatMessages([{ role: 'assistant', ...fieldsOf(choice?.['message']) }], names);
  return {
    system: system ?? [],
    tools: readChatTools(request['tools'] ?? request['functions']) ?? [],
    messages,
    output: repeated(output.messages, messages),
    usage: usageOf(body['usage']),
    family: 'openai',
    id: textOf(body['id']),
    model: modelOf(request, body),
    lengthStop: choice?.['finish_reason'] === 'length',
  };
}

/** Reads a Responses exchange, streamed or not; one that names a previous response is a delta. */
export function readResponses({ request, response }: Exchange, names: CallNames): CallFields {
  const body = response.fields ?? joinResponseEvents(response.events);
  const previous = textOf(request['previous_response_id']);
  const delta = previous !== null || (request['conversation'] ?? null) !== null;
  const { system, messages } = requestOf(request, delta, names);
  const output = readResponseItems(body['output'], names).messages;
  return {
    system,
    tools: readChatTools(request['tools']) ?? [],
    messages,
    carries: delta ? 'delta' : 'whole',
    previous,
    compaction: hasCompaction(request['input']) ? uncountedCompaction : null,
    output: delta ? output : repeated(output, messages),
    usage: usageOf(body['usage']),
    family: 'openai',
    id: textOf(body['id']),
    model: modelOf(request, body),
    lengthStop: fieldsOf(body['incomplete_details'])?.['reason'] === 'max_output_tokens',
    notices: compactedBy(body),
  };
}

/**
 * The request. In a delta only `instructions` are the system prompt: its items are in the middle of
 * a log.
 */
function requestOf(request: Fields, delta: boolean, names: CallNames) {
  const instructions = readBlocks(request['instructions'], names);
  const { system, messages } = readResponseItems(request['input'], names);
  if (!delta || system === null) {
    return { system: [...instructions, ...(system ?? [])], messages };
  }
  const first: Message = { role: 'user', parts: system, label: 'system' };
  return { system: instructions, messages: [first, ...messages] };
}

const hasCompaction = (items: unknown): boolean =>
  listOf(items).some((item) => fieldsOf(item)?.['type'] === 'compaction');

function compactedBy(body: Fields): readonly CallNotice[] {
  const compacted = listOf(body['output']).some(
    (item) => fieldsOf(item)?.['type'] === 'compaction',
  );
  if (!compacted) return [];
  const message =
    'The provider compacted the conversation while it answered; what it kept is encrypted.';
  return [{ code: 'compacted-by-provider', message }];
}
