/**
 * https://google.github.io/adk-docs/observability/traces/
 * Google ADK's `call_llm` spans (adk-python telemetry/tracing.py): the whole request as JSON text,
 * without inline data, and the response with its usage. Tool spans carry an empty request.
 */
import { plain } from '../messages/json-text';
import { asList, asObject, field, type JsonObject } from '../genai';
import { readGeminiContents, readGeminiRequest } from '../messages/gemini';
import type { CallNotice } from '../calls/recorded-call';
import { textOf } from '../loose-json';
import { spanUsage } from './attributes';
import { cutIn, isLengthStop, nothing, type Reading, type SpanConvention } from './reading';

const REQUEST = 'gcp.vertex.agent.llm_request';
const RESPONSE = 'gcp.vertex.agent.llm_response';

/** ADK's spans of model calls. */
export const adkSpans: SpanConvention = {
  id: 'adk-otel',
  claims: ({ name }, attributes) => {
    const operation = attributes.text('gen_ai.operation.name');
    if (operation === 'execute_tool' || attributes.has('gen_ai.tool.name')) return false;
    const request = attributes.value(REQUEST);
    const recorded = typeof request === 'string' && request.length > '{}'.length;
    return recorded || (name === 'call_llm' && request !== undefined);
  },
  read: (_span, attributes) => {
    return readAdkCall(attributes.json(REQUEST), attributes.json(RESPONSE), {
      ...nothing,
      usage: spanUsage(attributes, {
        input: ['gen_ai.usage.input_tokens'],
        output: ['gen_ai.usage.output_tokens'],
        read: ['gen_ai.usage.cache_read.input_tokens'],
      }),
      family: 'otel',
      model: attributes.text('gen_ai.response.model', 'gen_ai.request.model'),
      lengthStop: isLengthStop(attributes.json('gen_ai.response.finish_reasons')),
      ...cutIn(attributes, REQUEST),
    });
  },
};

/** Reads ADK's llm_request and llm_response; `known` holds the call's other facts. */
export function readAdkCall(request: unknown, response: unknown, known: Reading): Reading {
  const body = asObject(plain(request));
  const answer = asObject(plain(response)) ?? {};
  const config = asObject(field(body ?? {}, 'config'));
  const { system, tools, messages, model } = readGeminiRequest(body ?? {});
  const content = field(answer, 'content');
  const usage = asObject(field(answer, 'usageMetadata'));
  const error = [field(answer, 'errorCode'), field(answer, 'errorMessage')];
  return {
    ...known,
    // A configuration without instruction or tools shows that there were none.
    system: config === null ? system : (system ?? []),
    tools: config === null ? tools : (tools ?? []),
    messages: body === null ? known.messages : messages,
    output:
      content === undefined ? [] : readGeminiContents({ role: 'model', ...asObject(content) }),
    ...(usage === null ? {} : { usage, family: 'gemini' }),
    model: model ?? known.model,
    agent: 'Google ADK',
    lengthStop: known.lengthStop || isLengthStop(field(answer, 'finishReason')),
    failure: error.flatMap((value) => textOf(value) ?? []).join(' ') || null,
    notices: [...known.notices, ...omitted(body ?? {}, usage)],
  };
}

/** Omitted media: contents left without a part, and the provider's count of other media. */
function omitted(body: JsonObject, usage: JsonObject | null): readonly CallNotice[] {
  const emptied = asList(field(body, 'contents')).some((content) => {
    const parts = field(asObject(content) ?? {}, 'parts');
    return Array.isArray(parts) && parts.length === 0;
  });
  const media = asList(field(usage ?? {}, 'promptTokensDetails')).some((detail) => {
    const modality = field(asObject(detail) ?? {}, 'modality');
    return typeof modality === 'string' && modality !== 'TEXT';
  });
  if (!emptied && !media) return [];
  return [
    {
      code: 'inline-data-omitted',
      message:
        'ADK leaves inline data (pictures, files) out of the requests it traces: real includes it, the entries do not.',
    },
  ];
}
