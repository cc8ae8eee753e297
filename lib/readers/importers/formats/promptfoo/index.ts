/**
 * Results of promptfoo's evaluations (`promptfoo eval -o results.json`, `.jsonl`).
 * https://www.promptfoo.dev/docs/configuration/outputs/ and https://github.com/promptfoo/promptfoo/blob/main/src/types/index.ts
 */
import { defineCallLog } from '../../mechanisms/calls/call-importer';
import { readLoggedCall } from '../../mechanisms/calls/logged-call';
import { timeIn } from '../../mechanisms/exchange/time';
import { fieldsOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { otelUsage } from '../../mechanisms/spans/attributes';

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

/** Reads results, each a session of one call. */
export const promptfoo = defineCallLog({
  id: 'promptfoo',
  label: 'promptfoo results',
  source: 'promptfoo',
  agent: 'promptfoo',
  unseen: 'its source',
  inputs: ['json', 'jsonl'],
  item: 'a result',
  itemsIn: resultsIn,
  itemIn: resultIn,
  callOf: (result, { at, names, number }) => {
    const response = fieldsOf(result['response']) ?? {};
    const usage = fieldsOf(response['tokenUsage']) ?? {};
    const provider = fieldsOf(result['provider']);
    const call = {
      at,
      time: timeIn(result['createdAt'] ?? result['timestamp']),
      // Results are independent: chained by what they repeat, samples of one prompt would be a conversation.
      conversation: `result ${number}`,
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
    return readLoggedCall(failed ? call : { ...call, error: null }, names);
  },
});
