/**
 * https://ai-sdk.dev/docs/ai-sdk-core/telemetry
 * Model calls of the Vercel AI SDK: only the spans of `.doGenerate` and `.doStream`, whose parents
 * repeat prompt and usage of the whole loop.
 */
import { fieldsOf, listOf } from '../loose-json';
import { readAnyMessages } from '../messages/any-messages';
import { decoded, plain } from '../messages/json-text';
import { readChatTools } from '../messages/openai-chat';
import { CallNames } from '../messages/turns';
import { spanUsage, type Attributes } from './attributes';
import { askedIn, cutIn, isLengthStop, type Reading, type SpanConvention } from './reading';

const usageNames = {
  input: ['ai.usage.inputTokens', 'ai.usage.promptTokens', 'gen_ai.usage.input_tokens'],
  output: ['ai.usage.outputTokens', 'ai.usage.completionTokens', 'gen_ai.usage.output_tokens'],
  total: ['ai.usage.totalTokens', 'ai.usage.tokens'],
  read: ['ai.usage.inputTokenDetails.cacheReadTokens', 'ai.usage.cachedInputTokens'],
  write: ['ai.usage.inputTokenDetails.cacheWriteTokens'],
};

/** The AI SDK's spans of single requests. */
export const vercelSpans: SpanConvention = {
  id: 'vercel-ai-otel',
  claims: ({ name }, attributes) =>
    /^ai\.\w+\.do(?:Generate|Stream)$/.test(attributes.text('ai.operationId') ?? name),
  read: (_span, attributes) => {
    const names = new CallNames();
    // A list with the JSON of each.
    const tools = attributes.json('ai.prompt.tools');
    const input = readAnyMessages(attributes.json('ai.prompt.messages'), 'user', names);
    return {
      system: input?.system ?? null,
      tools: Array.isArray(tools) ? readChatTools(listOf(tools).map(decoded)) : null,
      messages: input?.messages ?? [],
      output: readOutput(attributes, names),
      ...readUsage(attributes),
      model: attributes.text('ai.response.model', 'gen_ai.response.model', 'ai.model.id'),
      agent: 'Vercel AI SDK',
      id: attributes.text('ai.response.id'),
      lengthStop: isLengthStop(attributes.text('ai.response.finishReason')),
      asked: askedIn(attributes),
      ...cutIn(attributes, 'ai.prompt.messages'),
    };
  },
};

function readOutput(attributes: Attributes, names: CallNames): Reading['output'] {
  const reasoning = attributes.text('ai.response.reasoning');
  const text = attributes.text('ai.response.text', 'ai.result.text', 'ai.response.object');
  const calls = attributes.json('ai.response.toolCalls') ?? attributes.json('ai.result.toolCalls');
  const content = [
    ...(reasoning === null ? [] : [{ type: 'reasoning', text: reasoning }]),
    ...(text === null ? [] : [{ type: 'text', text }]),
    ...listOf(calls).map((call) => ({ ...fieldsOf(call), type: 'tool-call' })),
  ];
  if (content.length === 0) return [];
  return readAnyMessages([{ role: 'assistant', content }], 'model', names)?.messages ?? [];
}

/**
 * Usage. Up to version 5 Anthropic's input count is the uncached rest; its own record has the
 * whole.
 */
function readUsage(attributes: Attributes): Pick<Reading, 'usage' | 'family'> {
  const metadata = attributes.object('ai.response.providerMetadata');
  const record = fieldsOf(fieldsOf(metadata?.['anthropic'])?.['usage']);
  const [input, read] = [record?.['input_tokens'], record?.['cache_read_input_tokens']];
  if (typeof input === 'number' && typeof read === 'number') {
    return { usage: plain(record), family: 'anthropic' };
  }
  return { usage: spanUsage(attributes, usageNames), family: 'otel' };
}
