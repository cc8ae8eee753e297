/**
 * Calls of Amazon Bedrock's Converse and ConverseStream.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
import { fieldsOf, listOf, textOf } from '../loose-json';
import { readAnthropicMessages, readAnthropicSystem, readChatTools } from '../messages/openai-chat';
import type { CallNames } from '../messages/turns';
import type { Exchange } from './exchange';
import { modelOf, usageOf, type CallFields } from './recorded';
import { joinConverseEvents } from './streams';

/** Reads a Converse exchange; what the cache gave and took stands beside `inputTokens`. */
export function readConverse({ request, response, url }: Exchange, names: CallNames): CallFields {
  const body = response.fields ?? joinConverseEvents(response.events);
  const answer = { role: 'assistant', ...fieldsOf(fieldsOf(body['output'])?.['message']) };
  const tools = listOf(fieldsOf(request['toolConfig'])?.['tools']).flatMap((item) => {
    const tool = fieldsOf(fieldsOf(item)?.['toolSpec']);
    if (tool === null) return [];
    return [{ ...tool, inputSchema: fieldsOf(tool['inputSchema'])?.['json'] ?? null }];
  });
  return {
    system: readAnthropicSystem(request['system']) ?? [],
    tools: readChatTools(tools) ?? [],
    messages: readAnthropicMessages(request['messages'], names),
    output: readAnthropicMessages([answer], names),
    usage: usageOf(body['usage']),
    family: 'converse',
    id: null,
    model: modelOf(request, body) ?? textOf(/\/model\/([^/]+)\/converse/.exec(url ?? '')?.[1]),
    lengthStop: body['stopReason'] === 'max_tokens',
  };
}
