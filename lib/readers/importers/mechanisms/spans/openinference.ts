/**
 * https://arize-ai.github.io/openinference/spec/semantic_conventions.html
 * Model calls by OpenInference: messages, tools and calls are flattened into attribute names.
 */
import { fieldsOf, listOf, type Fields } from '../loose-json';
import { readAnyMessages } from '../messages/any-messages';
import { decoded } from '../messages/json-text';
import { readChatMessages, readChatTools } from '../messages/openai-chat';
import { CallNames, type Messages } from '../messages/turns';
import { spanUsage, unflattened, type Attributes } from './attributes';
import { cutIn, type Reading, type SpanConvention } from './reading';

const usageNames = {
  input: ['llm.token_count.prompt'],
  output: ['llm.token_count.completion'],
  total: ['llm.token_count.total'],
  read: ['llm.token_count.prompt_details.cache_read'],
  write: ['llm.token_count.prompt_details.cache_write'],
};

/** OpenInference's spans of kind LLM. */
export const openInference: SpanConvention = {
  id: 'openinference',
  claims: (_span, attributes) =>
    attributes.text('openinference.span.kind')?.toUpperCase() === 'LLM',
  read: (_span, attributes) => {
    const names = new CallNames();
    const input = readSide(attributes, 'input', names);
    const output = readSide(attributes, 'output', names);
    return {
      system: input?.system ?? null,
      tools: readDefinitions(attributes),
      messages: input?.messages ?? [],
      output: output?.messages ?? [],
      usage: spanUsage(attributes, usageNames),
      family: 'otel',
      model: attributes.text('llm.model_name', 'gen_ai.response.model', 'embedding.model_name'),
      lengthStop: stopsAtLength(attributes),
      ...cutIn(attributes, 'input.value'),
    };
  },
};

/** The flattened messages; without any, the request or response itself. */
function readSide(
  attributes: Attributes,
  side: 'input' | 'output',
  names: CallNames,
): Messages | null {
  const flat = unflattened(attributes, `llm.${side}_messages.`);
  if (flat.length > 0) return readChatMessages(flat.map(chatMessage), names);
  const value = attributes.json(`${side}.value`);
  return readAnyMessages(value, side === 'input' ? 'user' : 'model', names);
}

function chatMessage(item: unknown): Fields {
  const message = fieldsOf(fieldsOf(item)?.['message']) ?? fieldsOf(item) ?? {};
  const contents = listOf(message['contents']).map(block);
  return {
    ...message,
    role: message['role'] ?? 'user',
    content: contents.length > 0 ? contents : message['content'],
    tool_calls: listOf(message['tool_calls']).map((call) => fieldsOf(call)?.['tool_call'] ?? {}),
  };
}

function block(item: unknown): Fields {
  const content = fieldsOf(fieldsOf(item)?.['message_content']) ?? {};
  const image = fieldsOf(fieldsOf(content['image'])?.['image']);
  return image?.['url'] === undefined ? content : { type: 'image_url', image_url: image };
}

/** Definitions in attributes of their own or among the parameters of the call. */
function readDefinitions(attributes: Attributes): Reading['tools'] {
  const flat = unflattened(attributes, 'llm.tools.').map((item) => {
    return decoded(fieldsOf(fieldsOf(item)?.['tool'])?.['json_schema']);
  });
  if (flat.length > 0) return readChatTools(flat);
  const parameters = attributes.object('llm.invocation_parameters');
  return readChatTools(parameters?.['tools'] ?? parameters?.['functions']);
}

/**
 * True if the response's own finish reason is the output limit; the convention has no attribute.
 */
function stopsAtLength(attributes: Attributes): boolean {
  const response = attributes.text('output.value') ?? '';
  return /"(?:finish|stop)_?[rR]eason": ?"(?:length|max_tokens|MAX_TOKENS)"/.test(response);
}
