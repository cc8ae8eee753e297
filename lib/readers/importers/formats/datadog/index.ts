/**
 * Spans of Datadog's LLM Observability: answers of its export API, payloads of its SDKs.
 * https://docs.datadoghq.com/llm_observability/setup/api/ and https://docs.datadoghq.com/llm_observability/evaluations/export_api/
 */
import type { Json } from '@/lib/engine/session/schema';
import { defineCallLog } from '../../mechanisms/calls/call-importer';
import { readLoggedCall } from '../../mechanisms/calls/logged-call';
import { readSeconds } from '../../mechanisms/exchange/time';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { otelUsage } from '../../mechanisms/spans/attributes';

/** A span under the names of the export: an SDK's payload holds its kind and its texts in `meta`. */
function spanIn(value: unknown): Fields | null {
  const outer = fieldsOf(value);
  const span = fieldsOf(outer?.['attributes']) ?? outer;
  const meta = fieldsOf(span?.['meta']);
  const kind = span?.['span_kind'] ?? meta?.['span.kind'] ?? meta?.['kind'];
  if (span === null || typeof kind !== 'string' || !('trace_id' in span)) return null;
  return { ...span, ...meta, span_kind: kind };
}

/** The spans of a record: one, a page of the API, a payload of an SDK. */
function spansIn(value: unknown): readonly unknown[] {
  const fields = fieldsOf(value);
  const data = fieldsOf(fields?.['data']);
  const inner = fieldsOf(data?.['attributes']) ?? fields;
  const list = Array.isArray(fields?.['data']) ? fields['data'] : inner?.['spans'];
  return Array.isArray(list) ? (list as readonly unknown[]) : [value];
}

/** Messages with calls and results under the names that Chat Completions has for them. */
function messagesIn(side: unknown): unknown {
  const fields = fieldsOf(side);
  if (!Array.isArray(fields?.['messages'])) return fields?.['value'] ?? side;
  return listOf(fields['messages']).flatMap((item) => {
    const message = fieldsOf(item);
    if (message === null) return [];
    const calls = listOf(message['tool_calls']).map((call) => {
      const one = fieldsOf(call) ?? {};
      return { id: one['tool_id'], ...one };
    });
    const results = listOf(message['tool_results']).map((result) => {
      const one = fieldsOf(result) ?? {};
      return {
        role: 'tool',
        name: one['name'],
        tool_call_id: one['tool_id'],
        content: one['result'],
      };
    });
    const said = {
      tool_call_id: message['tool_id'],
      ...message,
      ...(calls.length > 0 && { tool_calls: calls }),
    };
    const empty = (message['content'] ?? '') === '' && calls.length === 0;
    return empty && results.length > 0 ? results : [said, ...results];
  });
}

function errorOf(span: Fields): string | null {
  const error = fieldsOf(span['error']);
  const text = textOf(error?.['message']) ?? textOf(span['error.message']);
  return text ?? (span['status'] === 'error' ? 'error' : null);
}

/** Reads the spans of model calls; what Datadog calls a session is one here. */
export const datadog = defineCallLog({
  id: 'datadog',
  label: 'Datadog LLM observability',
  source: 'Datadog',
  agent: 'Datadog',
  unseen: 'its source',
  inputs: ['json', 'jsonl'],
  item: 'a span',
  itemsIn: spansIn,
  itemIn: spanIn,
  other: (span) => (span['span_kind'] === 'llm' ? null : 'span of no model call'),
  callOf: (span, { at, names }) => {
    const metrics = fieldsOf(span['metrics']) ?? {};
    const seconds = readSeconds((span['start_ns'] ?? null) as Json);
    const call = {
      at,
      time: seconds === null ? null : Math.round(seconds * 1000),
      conversation: textOf(span['session_id']),
      id: textOf(span['span_id']),
      request: messagesIn(span['input']),
      output: messagesIn(span['output']),
      tools: span['tool_definitions'],
      usage: otelUsage({
        input: metrics['input_tokens'],
        output: metrics['output_tokens'],
        total: metrics['total_tokens'],
        read: metrics['cache_read_input_tokens'],
        write: metrics['cache_write_input_tokens'],
      }),
      family: 'otel' as const,
      model: textOf(span['model_name']),
      error: errorOf(span),
    };
    return readLoggedCall(call, names);
  },
});
