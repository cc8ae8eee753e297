/**
 * Results of promptfoo's evaluations (`promptfoo eval -o results.json`, `.jsonl`).
 * https://www.promptfoo.dev/docs/configuration/outputs/ and https://github.com/promptfoo/promptfoo/blob/main/src/types/index.ts
 */
import { isPlainJson } from '@/lib/engine/base/json-depth';
import type { Json } from '@/lib/engine/session/schema';
import { CollectingReader, defineImporter } from '../../importer';
import { CallSessions } from '../../mechanisms/calls/call-sessions';
import { readLoggedCall } from '../../mechanisms/calls/logged-call';
import { timeIn } from '../../mechanisms/exchange/time';
import { fieldsOf, listOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';
import { CallNames } from '../../mechanisms/messages/turns';
import { otelUsage } from '../../mechanisms/spans/attributes';

const id = 'promptfoo';

/** One result: a prompt of a test with its response. */
function resultIn(value: unknown): Fields | null {
  const result = fieldsOf(value);
  if (result === null || typeof fieldsOf(result['prompt'])?.['raw'] !== 'string') return null;
  return 'provider' in result && ('testCase' in result || 'vars' in result || 'testIdx' in result)
    ? result
    : null;
}

function resultsIn(value: unknown): readonly unknown[] {
  const outer = fieldsOf(fieldsOf(value)?.['results'])?.['results'] ?? fieldsOf(value)?.['results'];
  return Array.isArray(outer) ? (outer as readonly unknown[]) : [value];
}

class PromptfooReader extends CollectingReader<CallSessions> {
  readonly #names = new CallNames();
  #results = 0;

  record(value: Json, at: At): void {
    const results = resultsIn(value);
    results.forEach((result, i) => this.#result(result, results.length === 1 ? at : `${at}[${i}]`));
  }

  #result(value: unknown, at: At): void {
    const { receipt } = this.context;
    const result = isPlainJson(value) ? resultIn(value) : null;
    if (result === null) return receipt.lose('not a result', at);
    const response = fieldsOf(result['response']) ?? {};
    const usage = fieldsOf(response['tokenUsage']) ?? {};
    const provider = fieldsOf(result['provider']);
    this.#results++;
    const call = {
      at,
      time: timeIn(result['createdAt'] ?? result['timestamp']),
      // Results are independent: chained by what they repeat, samples of one prompt would be a conversation.
      conversation: `result ${this.#results}`,
      request: fieldsOf(result['prompt'])?.['raw'],
      output: response['output'],
      // A cached response was not sent again; its counts are `cached`.
      usage:
        response['cached'] === true
          ? null
          : otelUsage({
              input: usage['prompt'],
              output: usage['completion'],
              total: usage['total'],
            }),
      family: 'otel' as const,
      model: textOf(provider?.['label']) ?? textOf(provider?.['id']) ?? textOf(result['provider']),
      error: textOf(response['error']) ?? textOf(result['error']),
      lengthStop: response['finishReason'] === 'length',
    };
    const failed = call.error !== null && response['output'] === undefined;
    this.sessions.take(readLoggedCall(failed ? call : { ...call, error: null }, this.#names), at);
  }
}

/** Reads results, each a session of one call. */
export const promptfoo = defineImporter({
  id,
  label: 'promptfoo results',
  source: 'promptfoo',
  unseen: 'its source',
  inputs: ['json', 'jsonl'],
  sniff: ({ records }) =>
    records.some((record) => {
      const all = Array.isArray(record)
        ? (record as readonly unknown[])
        : listOf(resultsIn(record));
      return all.some((one) => resultIn(one) !== null);
    }),
  start: (context) =>
    new PromptfooReader(
      context,
      new CallSessions(context, { format: id, agent: 'promptfoo', thoughts: 'stripped' }),
    ),
});
