/**
 * https://www.traceloop.com/docs/openllmetry/contributing/semantic-conventions
 * Model calls by OpenLLMetry before it took over the GenAI convention's messages: prompts and
 * completions numbered in attribute names.
 */
import { fieldsOf, listOf, type Fields } from '../loose-json';
import { readChatMessages, readChatTools } from '../messages/openai-chat';
import { decoded } from '../messages/json-text';
import { CallNames } from '../messages/turns';
import { spanUsage, unflattened } from './attributes';
import { askedIn, cutIn, isLengthStop, type SpanConvention } from './reading';

const usageNames = {
  input: ['gen_ai.usage.prompt_tokens', 'gen_ai.usage.input_tokens', 'llm.usage.prompt_tokens'],
  output: [
    'gen_ai.usage.completion_tokens',
    'gen_ai.usage.output_tokens',
    'llm.usage.completion_tokens',
  ],
  total: ['llm.usage.total_tokens', 'gen_ai.usage.total_tokens'],
  read: ['gen_ai.usage.cache_read_input_tokens', 'gen_ai.usage.cache_read.input_tokens'],
  write: ['gen_ai.usage.cache_creation_input_tokens', 'gen_ai.usage.cache_creation.input_tokens'],
};

const flatPrompt = /^(?:gen_ai|llm)\.(?:prompt|completion)s?\.\d/;

/** OpenLLMetry's spans with numbered prompts, or marked as a request without any text. */
export const openLlmetry: SpanConvention = {
  id: 'openllmetry',
  claims: (_span, attributes) => {
    if (attributes.has('gen_ai.input.messages')) return false;
    const type = attributes.text('llm.request.type');
    if (type !== null) return type === 'chat' || type === 'completion';
    return attributes.names.some((name) => flatPrompt.test(name));
  },
  read: (_span, attributes) => {
    const names = new CallNames();
    const flat = (side: string): readonly unknown[] => {
      const list = unflattened(attributes, `gen_ai.${side}.`);
      return list.length > 0 ? list : unflattened(attributes, `llm.${side}s.`);
    };
    const input = readChatMessages(flat('prompt').map(chatMessage), names);
    const answers = flat('completion');
    const output = readChatMessages(
      answers.slice(0, 1).map((item) => chatMessage({ role: 'assistant', ...fieldsOf(item) })),
      names,
    );
    const functions = unflattened(attributes, 'llm.request.functions.').map(definition);
    return {
      system: input.system,
      tools: functions.length > 0 ? readChatTools(functions) : null,
      messages: input.messages,
      output: output.messages,
      usage: spanUsage(attributes, usageNames),
      family: 'otel',
      model: attributes.text('gen_ai.response.model', 'gen_ai.request.model', 'llm.response.model'),
      id: attributes.text('gen_ai.response.id'),
      lengthStop: answers.some((item) => isLengthStop(fieldsOf(item)?.['finish_reason'])),
      asked: askedIn(attributes),
      ...cutIn(attributes, 'gen_ai.prompt'),
    };
  },
};

/** A message whose content is a text, or the JSON of content blocks. */
function chatMessage(item: unknown): Fields {
  const message = fieldsOf(item) ?? {};
  const content = decoded(message['content']);
  return {
    ...message,
    content: Array.isArray(content) ? content : message['content'],
    tool_calls: listOf(message['tool_calls']),
  };
}

function definition(item: unknown): Fields {
  const tool = fieldsOf(item) ?? {};
  return { ...tool, parameters: decoded(tool['parameters'] ?? tool['input_schema']) };
}
