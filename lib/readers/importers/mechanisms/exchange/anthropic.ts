/**
 * Calls of Anthropic's Messages.
 * https://docs.anthropic.com/en/api/messages
 */
import type { CallNotice } from '../calls/recorded-call';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { readAnthropicMessages, readAnthropicSystem, readChatTools } from '../messages/openai-chat';
import type { CallNames } from '../messages/turns';
import type { Exchange } from './exchange';
import { modelOf, uncountedCompaction, usageOf, type CallFields } from './recorded';
import { joinAnthropicEvents } from './streams';

/** Reads a Messages exchange, streamed or not. */
export function readAnthropic({ request, response, url }: Exchange, names: CallNames): CallFields {
  const sent = listOf(request['messages']);
  const held = effective(sent);
  const messages = readAnthropicMessages(held, names);
  const body = response.fields ?? joinAnthropicEvents(response.events);
  const answer = { role: 'assistant', content: body['content'] };
  return {
    system: readAnthropicSystem(request['system']) ?? [],
    tools: readChatTools(request['tools']) ?? [],
    messages,
    compaction: held === sent ? null : uncountedCompaction,
    output: readAnthropicMessages([answer], names),
    usage: usageOf(body['usage']),
    family: 'anthropic',
    id: textOf(body['id']),
    model: modelOf(request, body) ?? modelIn(url),
    lengthStop: body['stop_reason'] === 'max_tokens',
    notices: editsOf(body),
  };
}

/**
 * The effective messages: the provider drops those before the last compaction block of a request.
 */
function effective(messages: readonly unknown[]): readonly unknown[] {
  const isCompaction = (block: unknown): boolean => fieldsOf(block)?.['type'] === 'compaction';
  const at = messages.findLastIndex((message) =>
    listOf(fieldsOf(message)?.['content']).some(isCompaction),
  );
  if (at < 0) return messages;
  const message = fieldsOf(messages[at]) ?? {};
  const blocks = listOf(message['content']);
  const content = blocks.slice(blocks.findLastIndex(isCompaction));
  return [{ ...message, content }, ...messages.slice(at + 1)];
}

/** Notices of context editing: the provider clears results, the log holds the request before. */
function editsOf(body: Fields): readonly CallNotice[] {
  const edits = listOf(fieldsOf(body['context_management'])?.['applied_edits']);
  if (edits.length === 0) return [];
  const message =
    'The provider edited the context (cleared tool results or thinking) after the request was logged; real counts the edited request.';
  return [{ code: 'context-edited', message }];
}

/** The model in Bedrock's address: `/model/<id>/invoke`. */
function modelIn(url: string | null): string | null {
  const name = /\/model\/([^/]+)\/(?:invoke|converse)/.exec(url ?? '')?.[1];
  return name === undefined ? null : name.replaceAll(/%3a/gi, ':');
}
