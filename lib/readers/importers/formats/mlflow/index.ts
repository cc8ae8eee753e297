/**
 * https://mlflow.org/docs/latest/genai/concepts/trace
 * MLflow traces: `{info, data: {spans}}` as `Trace.to_json` writes them, rows of
 * `mlflow.search_traces` with their `spans`, and the artifact `traces.json`; one or a list of them.
 */
import type { Json } from '@/lib/engine/session/schema';
import { normalizeUsage, usageRecord } from '@/lib/engine/tokens/usage/normalize-usage';
import { defineImporter, someRecord } from '../../importer';
import { fieldsOf, listOf, textOf, type Fields, type At } from '../../mechanisms/loose-json';
import { readAnyMessages } from '../../mechanisms/messages/any-messages';
import { decoded, jsonIn } from '../../mechanisms/messages/json-text';
import { readChatTools } from '../../mechanisms/messages/openai-chat';
import { CallNames } from '../../mechanisms/messages/turns';
import { agentIn, conversationIn } from '../../mechanisms/spans/conversation';
import { otelUsage } from '../../mechanisms/spans/attributes';
import { readAttributes } from '../../mechanisms/spans/conventions';
import { holdsRequest, isLengthStop, joined, type Reading } from '../../mechanisms/spans/reading';
import { SpanReader } from '../../mechanisms/spans/span-reader';

/** https://mlflow.org/docs/latest/genai/concepts/span: a span of a trace, with its model call. */
/** True for a span as MLflow writes it: by its own attributes. */
function isSpan(value: unknown): boolean {
  const span = fieldsOf(value);
  if (span === null || idsOf(span).spanId === null) return false;
  return Object.keys(fieldsOf(span['attributes']) ?? {}).some((name) => name.startsWith('mlflow.'));
}

/** Ids of a span; those of schema 2 are in its context. */
function idsOf(span: Fields): { readonly traceId: string | null; readonly spanId: string | null } {
  const context = fieldsOf(span['context']);
  return {
    traceId: textOf(span['trace_id']) ?? textOf(context?.['trace_id']),
    spanId: textOf(span['span_id']) ?? textOf(context?.['span_id']),
  };
}

/** A span and the name of its type; null without an id. */
export function readSpan(span: Fields, at: At, session: string | null) {
  const { traceId, spanId } = idsOf(span);
  if (spanId === null) return null;
  const attributes = attributesOf(span);
  const type = textOf(attributes['mlflow.spanType']) ?? 'UNKNOWN';
  const name = textOf(span['name']) ?? '';
  return {
    type,
    span: {
      at,
      traceId: textOf(attributes['mlflow.traceRequestId']) ?? traceId ?? spanId,
      spanId,
      parentId: textOf(span['parent_span_id']) ?? textOf(span['parent_id']),
      name,
      start: startOf(span['start_time_unix_nano'] ?? span['start_time']),
      conversation: session ?? conversationIn(attributes),
      agent: type === 'AGENT' ? textOf(name) : agentIn(name, attributes),
      service: null,
      reading: readCall(type, attributes),
      failure: failureOf(span),
    },
  };
}

/** Attributes of a span; MLflow writes each value as JSON text. */
function attributesOf(span: Fields): Fields {
  const entries = Object.entries(fieldsOf(span['attributes']) ?? {});
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const json = typeof value === 'string' && /^\s*["[{]/.test(value);
      return [name, json ? (jsonIn(value) ?? value) : value];
    }),
  );
}

/** Milliseconds since 1970 of a count of nanoseconds, or of its digits. */
function startOf(value: unknown): number | null {
  const nanoseconds = typeof value === 'string' ? Number(value) : value;
  if (typeof nanoseconds !== 'number' || !(nanoseconds > 0)) return null;
  const milliseconds = Math.trunc(nanoseconds / 1e6);
  return milliseconds < 8.64e15 ? milliseconds : null;
}

/** The error of a span; null if it has none. */
function failureOf(span: Fields): string | null {
  const status = fieldsOf(span['status']);
  const code = textOf(status?.['code']) ?? textOf(span['status_code']);
  if (code?.endsWith('ERROR') !== true) return null;
  const messages = listOf(span['events']).map((event) =>
    textOf(fieldsOf(fieldsOf(event)?.['attributes'])?.['exception.message']),
  );
  const own = textOf(status?.['message']) ?? textOf(span['status_message']);
  return messages.find((message) => message !== null) ?? own ?? '';
}

/** The model call of a span; null without one. */
function readCall(type: string, attributes: Fields): Reading | null {
  const other = readAttributes(attributes);
  if (type !== 'CHAT_MODEL' && type !== 'LLM') return other;
  const own = readOwn(attributes);
  const reading = other === null ? own : joined(own, other);
  return holdsRequest(reading) || reading.usage !== null ? reading : null;
}

function readOwn(attributes: Fields): Reading {
  const names = new CallNames();
  const inputs = decoded(attributes['mlflow.spanInputs']);
  const outputs = decoded(attributes['mlflow.spanOutputs']);
  const [request, response] = [fieldsOf(inputs), fieldsOf(outputs)];
  const asked = readAnyMessages(inputs, 'user', names);
  const answer = readAnyMessages(outputs, 'model', names);
  return {
    system: asked?.system ?? null,
    tools: readChatTools(attributes['mlflow.chat.tools'] ?? request?.['tools'] ?? null),
    messages: asked?.messages ?? [],
    output: (answer?.messages ?? []).map((message) => ({ ...message, role: 'model' as const })),
    ...readUsage(attributes, response),
    model:
      textOf(response?.['model']) ??
      textOf(attributes['mlflow.llm.model']) ??
      textOf(request?.['model']),
    lengthStop: isLengthStop(finishOf(response)),
    notices: [],
  };
}

function finishOf(response: Fields | null): unknown {
  const [choice] = listOf(response?.['choices']);
  const incomplete = fieldsOf(response?.['incomplete_details']);
  return fieldsOf(choice)?.['finish_reason'] ?? response?.['stop_reason'] ?? incomplete?.['reason'];
}

/**
 * The provider's own usage in the response; else MLflow's, which for Anthropic leaves the cache out
 * of `input_tokens` and for others has it in.
 */
function readUsage(attributes: Fields, response: Fields | null): Pick<Reading, 'usage' | 'family'> {
  const anthropic = attributes['mlflow.message.format'] === 'anthropic';
  const own = usageRecord(fieldsOf(response?.['usage']));
  const known = anthropic ? ({ family: 'anthropic' } as const) : {};
  if (normalizeUsage(own, known.family).real !== null) return { usage: own, ...known };
  const counted = fieldsOf(decoded(attributes['mlflow.chat.tokenUsage']));
  if (counted === null) return { usage: null };
  if (anthropic) return { usage: usageRecord(counted), family: 'anthropic' };
  const { input_tokens: input, output_tokens: output, total_tokens: total } = counted;
  const { cache_read_input_tokens: read, cache_creation_input_tokens: write } = counted;
  return { usage: otelUsage({ input, output, total, read, write }), family: 'otel' };
}

const id = 'mlflow';

/** The spans of a trace; null for anything else. */
function spansIn(fields: Fields | null): readonly unknown[] | null {
  for (const holder of [fieldsOf(fields?.['data']), fields]) {
    const spans = holder?.['spans'];
    if (Array.isArray(spans)) return listOf(spans);
  }
  return null;
}

const isTrace = (value: unknown): boolean => isSpan(spansIn(fieldsOf(value))?.[0]);

/** The session that a trace's metadata name. */
function sessionOf(trace: Fields | null): string | null {
  const info = fieldsOf(trace?.['info']) ?? fieldsOf(trace?.['trace_info']) ?? trace;
  const metadata = fieldsOf(info?.['trace_metadata']) ?? fieldsOf(info?.['request_metadata']);
  return textOf(metadata?.['mlflow.trace.session']);
}

/** Reads the model calls of MLflow's traces. */
export const mlflow = defineImporter({
  id,
  label: 'MLflow traces',
  source: 'MLflow',
  paged: true,
  inputs: ['json', 'jsonl'],
  lists: ['data.spans[]', 'spans[]'],
  sniff: ({ records }) => someRecord(records, isTrace),
  start: (context) => new MlflowReader(context, { format: id, agent: 'MLflow' }),
});

class MlflowReader extends SpanReader {
  /** The session of the trace that is being read. */
  #session: string | null = null;
  #uncounted = 0;

  record(value: Json, at: At, list?: string): void {
    const fields = fieldsOf(value);
    if (list !== undefined) return this.#span(fields, at);
    // The spans of a trace follow it.
    if (spansIn(fields) !== null) this.#session = sessionOf(fields);
    else this.context.receipt.lose('not a trace', at);
  }

  #span(fields: Fields | null, at: At): void {
    const read = fields && isSpan(fields) ? readSpan(fields, at, this.#session) : null;
    if (read === null) return this.context.receipt.lose('not a span', at);
    const { span, type } = read;
    if (span.reading !== null && span.reading.usage === null) this.#uncounted++;
    this.table.known(span, 'repeated span', `span of type ${type}`);
  }

  protected override close(): void {
    if (this.#uncounted > 0) {
      const spans = this.#uncounted === 1 ? '1 span' : `${this.#uncounted} spans`;
      this.context.receipt.remark(`Without token usage: ${spans} of a model call.`);
    }
    super.close();
  }

  protected override nothing(): string {
    return 'The file holds no span of a model call.';
  }
}
