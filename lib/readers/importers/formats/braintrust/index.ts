/**
 * Spans of Braintrust's logs and experiments, as its API and exports give them.
 * https://www.braintrust.dev/docs/guides/traces/customize
 */
import { isPlainJson } from '@/lib/engine/base/json-depth';
import type { Json } from '@/lib/engine/session/schema';
import { CollectingReader, defineImporter } from '../../importer';
import { CallSessions } from '../../mechanisms/calls/call-sessions';
import { readLoggedCall } from '../../mechanisms/calls/logged-call';
import { namedConversation } from '../../mechanisms/exchange/exchange';
import { firstTime } from '../../mechanisms/exchange/time';
import { fieldsOf, listOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';
import { CallNames } from '../../mechanisms/messages/turns';
import { otelUsage } from '../../mechanisms/spans/attributes';

const id = 'braintrust';

/** A span; null for anything else. */
function spanIn(value: unknown): Fields | null {
  const row = fieldsOf(value);
  return row !== null && 'root_span_id' in row && fieldsOf(row['span_attributes']) !== null
    ? row
    : null;
}

/** Spans of a record: one, or the events that the API fetched. */
const spansIn = (value: unknown): readonly unknown[] => {
  const events = fieldsOf(value)?.['events'] ?? fieldsOf(value)?.['rows'];
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

class BraintrustReader extends CollectingReader<CallSessions> {
  readonly #names = new CallNames();

  record(value: Json, at: At): void {
    const spans = spansIn(value);
    spans.forEach((span, i) => this.#span(span, spans.length === 1 ? at : `${at}[${i}]`));
  }

  #span(value: unknown, at: At): void {
    const { receipt } = this.context;
    const span = isPlainJson(value) ? spanIn(value) : null;
    if (span === null) return receipt.lose('not a span', at);
    if (fieldsOf(span['span_attributes'])?.['type'] !== 'llm') {
      return receipt.drop('span of no model call', at);
    }
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
    this.sessions.take(readLoggedCall(call, this.#names), at);
  }
}

/** Reads the spans of model calls; requests that repeat each other are one session. */
export const braintrust = defineImporter({
  id,
  label: 'Braintrust spans',
  source: 'Braintrust',
  unseen: 'its source',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) =>
    records.some((record) => {
      const all = Array.isArray(record) ? (record as readonly unknown[]) : spansIn(record);
      return all.some((one) => spanIn(one) !== null);
    }),
  start: (context) =>
    new BraintrustReader(
      context,
      new CallSessions(context, { format: id, agent: 'Braintrust', thoughts: 'stripped' }),
    ),
});
