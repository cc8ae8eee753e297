/**
 * Results of promptfoo's evaluations (`promptfoo eval -o results.json`, `.jsonl`, and its database `~/.promptfoo/promptfoo.db`).
 * https://www.promptfoo.dev/docs/configuration/outputs/ and https://github.com/promptfoo/promptfoo/blob/main/src/types/index.ts
 */
import { defineCallLog } from '../../mechanisms/calls/call-importer';
import { readLoggedCall } from '../../mechanisms/calls/logged-call';
import { timeIn } from '../../mechanisms/exchange/time';
import { fieldsOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { decoded } from '../../mechanisms/messages/json-text';
import { otelUsage } from '../../mechanisms/spans/attributes';

/** One result: a prompt of a test with its response. */
function resultIn(value: unknown): Fields | null {
  const result = fieldsOf(value);
  if (result === null || typeof fieldsOf(result['prompt'])?.['raw'] !== 'string') return null;
  return 'provider' in result && ('testCase' in result || 'vars' in result || 'testIdx' in result)
    ? result
    : null;
}

/** Results of a record: itself, a row of the database, those of an evaluation, with its time. */
function resultsIn(value: unknown): readonly unknown[] {
  const record = fieldsOf(value);
  const row = fieldsOf(record?.['row']);
  if (row !== null) {
    const cells = Object.entries(row).map(([name, cell]) => [name, decoded(cell)]);
    return [
      { ...Object.fromEntries(cells), testIdx: row['test_idx'], createdAt: row['created_at'] },
    ];
  }
  const evaluation = fieldsOf(record?.['results']);
  const list = evaluation?.['results'] ?? record?.['results'];
  if (!Array.isArray(list)) return [value];
  const timestamp = evaluation?.['timestamp'];
  return list.map((one: unknown) => ({ timestamp, ...fieldsOf(one) }));
}

/** `openai:chat:gpt-5.4`: what stands behind the provider, and its kind of call. */
const modelOf = (provider: string | null): string | null =>
  provider?.replace(/^[a-z-]+:(?:(?:chat|messages|responses|completion):)?(?=.)/, '') ?? null;

/** Reads results, each a session of one call. */
export const promptfoo = defineCallLog({
  id: 'promptfoo',
  label: 'promptfoo results',
  source: 'promptfoo',
  agent: 'promptfoo',
  unseen: 'its source',
  inputs: ['json', 'jsonl', 'sqlite'],
  tables: [{ name: 'eval_results', order: ['eval_id', 'test_idx', 'prompt_idx'] }],
  columns: { eval_results: ['eval_id', 'prompt', 'provider', 'response'] },
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
      model: modelOf(textOf(provider?.['id']) ?? textOf(result['provider'])),
      error: textOf(response['error']) ?? textOf(result['error']),
      lengthStop: response['finishReason'] === 'length',
    };
    const failed = call.error !== null && response['output'] === undefined;
    return readLoggedCall(failed ? call : { ...call, error: null }, names);
  },
});
