/**
 * Spans of Braintrust's logs and experiments, as its API and exports give them.
 * https://www.braintrust.dev/docs/guides/traces/customize
 */
import type { Json } from '@/lib/engine/session/schema';
import { defineCallLog } from '../../mechanisms/calls/call-importer';
import { readLoggedCall } from '../../mechanisms/calls/logged-call';
import { namedConversation } from '../../mechanisms/exchange/exchange';
import { firstTime } from '../../mechanisms/exchange/time';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { otelUsage } from '../../mechanisms/spans/attributes';

/** A span; null for anything else. */
function spanIn(value: unknown): Fields | null {
  const row = fieldsOf(value);
  return row !== null && 'root_span_id' in row && fieldsOf(row['span_attributes']) !== null
    ? row
    : null;
}

/** Spans of a record: one, or the events that the API or a query fetched. */
const spansIn = (value: unknown): readonly unknown[] => {
  const page = fieldsOf(value);
  const events = page?.['events'] ?? page?.['rows'] ?? page?.['data'];
  return Array.isArray(events) ? (events as readonly unknown[]) : [value];
};

/** Counts as its wrappers write them: the prompt with everything that the cache gave and took. */
function usageIn(metrics: Fields): Json {
  return otelUsage({
    input: metrics['prompt_tokens'],
    output: metrics['completion_tokens'],
    total: metrics['tokens'],
    read: metrics['prompt_cached_tokens'],
    write: metrics['prompt_cache_creation_tokens'],
  });
}

/** Reads the spans of model calls; requests that repeat each other are one session. */
export const braintrust = defineCallLog({
  id: 'braintrust',
  label: 'Braintrust spans',
  source: 'Braintrust',
  agent: 'Braintrust',
  unseen: 'its source',
  inputs: ['jsonl', 'json'],
  item: 'a span',
  itemsIn: spansIn,
  itemIn: spanIn,
  other: (span) =>
    fieldsOf(span['span_attributes'])?.['type'] === 'llm' ? null : 'span of no model call',
  callOf: (span, { at, names }) => {
    const metadata = fieldsOf(span['metadata']) ?? {};
    const metrics = fieldsOf(span['metrics']) ?? {};
    const error: unknown = span['error'] ?? null;
    const [choice] = listOf(span['output']).map(fieldsOf);
    const call = {
      at,
      time: firstTime(metrics['start'], span['created']),
      conversation: namedConversation(metadata),
      id: textOf(span['span_id']),
      request: span['input'],
      output:
        choice !== undefined && choice !== null && 'message' in choice
          ? { choices: span['output'] }
          : span['output'],
      tools: metadata['tools'],
      usage: usageIn(metrics),
      family: 'otel' as const,
      model: textOf(metadata['model']),
      error:
        error === null
          ? null
          : (textOf(error) ?? textOf(fieldsOf(error)?.['message']) ?? JSON.stringify(error)),
      lengthStop: choice?.['finish_reason'] === 'length',
    };
    return readLoggedCall(call, names);
  },
});
