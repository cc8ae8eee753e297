/**
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
 * Model calls by the GenAI convention: messages as attributes of the span or of the event
 * `gen_ai.client.inference.operation.details`; up to 1.36 one event per message.
 */
import type { Json } from '@/lib/engine/session/schema';
import { fieldsOf, listOf } from '../loose-json';
import { readAnyMessages } from '../messages/any-messages';
import { decoded, plain } from '../messages/json-text';
import { readChatTools } from '../messages/openai-chat';
import { readTools } from '../genai';
import { CallNames } from '../messages/turns';
import type { Message } from '../calls/recorded-call';
import { Attributes, spanUsage } from './attributes';
import { readMessageEvents } from './message-events';
import {
  askedIn,
  cutIn,
  isLengthStop,
  joined,
  type Reading,
  type SpanConvention,
  type Span,
} from './reading';

/** The event that holds a whole call. */
export const DETAILS = 'gen_ai.client.inference.operation.details';

/** Operations that are model calls; others are agents, tools and embeddings. */
const operations = new Set([
  'chat',
  'generate_content',
  'text_completion',
  'completion',
  'generate',
]);

const usageNames = {
  input: ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'],
  output: ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'],
  total: ['gen_ai.usage.total_tokens'],
  read: [
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'gen_ai.usage.details.cache_read_tokens',
    'gen_ai.usage.details.cached_tokens',
  ],
  write: [
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
    'gen_ai.usage.cache_write.input_tokens',
    'gen_ai.usage.details.cache_write_tokens',
  ],
};

/** GenAI spans and their events. */
export const genai: SpanConvention = {
  id: 'otel-genai',
  claims: ({ name }, attributes) => {
    const operation = attributes.text('gen_ai.operation.name');
    if (operation !== null) return operations.has(operation);
    const agent = /^(invoke_agent|agent_run|execute_tool|embeddings)\b/.test(name);
    return (
      attributes.has('gen_ai.request.model', 'gen_ai.response.model') &&
      !agent &&
      !attributes.has('gen_ai.tool.name', 'gen_ai.tool.call.id')
    );
  },
  read: (span, attributes, events) => {
    const own = readGenAi(span, attributes);
    const details = events
      .filter(({ name }) => name === DETAILS)
      .map((event) => readGenAi(span, new Attributes(event.attributes)));
    return [...details, readMessageEvents(events, attributes)].reduce(joined, own);
  },
};

/** Reads the attributes of a span or of a details event. */
export function readGenAi(span: Pick<Span, 'scope'>, attributes: Attributes): Reading {
  const names = new CallNames();
  const input = readAnyMessages(attributes.json('gen_ai.input.messages') ?? [], 'user', names);
  const output = readAnyMessages(attributes.json('gen_ai.output.messages') ?? [], 'model', names);
  const system = readAnyMessages(attributes.json('gen_ai.system_instructions') ?? []);
  const own = system?.messages.flatMap(({ parts }) => parts) ?? [];
  const parts = [...(system?.system ?? []), ...own, ...(input?.system ?? [])];
  const google = isGoogle(span, attributes);
  return {
    system: parts.length === 0 ? null : parts,
    tools: readDefinitions(attributes),
    messages: google ? (input?.messages ?? []).map(unwrapped) : (input?.messages ?? []),
    output: output?.messages ?? [],
    usage: spanUsage(attributes, usageNames),
    family: 'otel',
    model: attributes.text('gen_ai.response.model', 'gen_ai.request.model'),
    id: attributes.text('gen_ai.response.id'),
    previous: attributes.text(
      'gen_ai.openai.request.previous_response_id',
      'gen_ai.request.previous_response.id',
    ),
    lengthStop: isLengthStop(attributes.json('gen_ai.response.finish_reasons')),
    asked: askedIn(attributes),
    ...cutIn(attributes, 'gen_ai.input.messages'),
    ...(span.scope === 'gcp.vertex.agent' ? { agent: 'Google ADK' } : {}),
  };
}

function isGoogle({ scope }: Pick<Span, 'scope'>, attributes: Attributes): boolean {
  const provider = attributes.text('gen_ai.provider.name', 'gen_ai.system') ?? '';
  return scope === 'gcp.vertex.agent' || /^(gcp|gemini|vertex)/i.test(provider);
}

/** Unwraps Gemini's function responses: they are already maps, which the reference counts bare. */
function unwrapped(message: Message): Message {
  const parts = message.parts.map((part) => {
    if (part.kind !== 'response') return part;
    const result = fieldsOf(fieldsOf(part.response)?.['result']);
    return result === null ? part : { ...part, response: result as Json };
  });
  return { ...message, parts };
}

/** Definitions in the convention's form, a provider's, or Gemini's declarations. */
function readDefinitions(attributes: Attributes): Reading['tools'] {
  const tools = attributes.json('gen_ai.tool.definitions');
  if (!Array.isArray(tools)) return null;
  const list = listOf(tools).map(decoded);
  const gemini = readTools(plain(list));
  return gemini.length > 0 ? gemini : readChatTools(list);
}
