/**
 * OpenRouter's counts of calls: answers of its generation endpoint, and the table of its activity as CSV. Neither holds
 * a text. https://openrouter.ai/docs/api/api-reference/generations/get-generation and https://openrouter.ai/activity
 */
import type { Json } from '@/lib/engine/session/schema';
import { CollectingReader, defineImporter, someRecord } from '../../importer';
import { CallSessions } from '../../mechanisms/calls/call-sessions';
import type { RecordedCall } from '../../mechanisms/calls/recorded-call';
import { timeIn } from '../../mechanisms/exchange/time';
import { fieldsOf, firstText, type At, type Fields } from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';
import { otelUsage } from '../../mechanisms/spans/attributes';

const id = 'openrouter';

/** A generation, in the answer's `data` or bare; null for anything else. */
function generationIn(value: unknown): Fields | null {
  const outer = fieldsOf(value);
  const generation = fieldsOf(outer?.['data']) ?? outer;
  return generation !== null && 'native_tokens_prompt' in generation && 'model' in generation
    ? generation
    : null;
}

/** A count, as a number or as a cell's digits. */
const countIn = (value: unknown): number | undefined =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^\d+$/.test(value)
      ? Number(value)
      : undefined;

/** Counts of the model's own tokenizer, with what came from the cache; else those that the table has. */
function usageIn(row: Fields): Json {
  return otelUsage({
    input: countIn(row['native_tokens_prompt'] ?? row['tokens_prompt']),
    output: countIn(row['native_tokens_completion'] ?? row['tokens_completion']),
    read: countIn(row['native_tokens_cached'] ?? row['tokens_cached']),
  });
}

function callOf(row: Fields, at: At): RecordedCall | null {
  const usage = usageIn(row);
  if (usage === null) return null;
  return {
    at,
    time: timeIn(row['created_at']),
    conversation: firstText(row, ['session_id', 'app_name', 'api_key_name']),
    lane: null,
    system: null,
    tools: null,
    messages: [],
    carries: 'counts',
    id: firstText(row, ['id', 'generation_id']),
    output: [],
    usage,
    family: 'otel',
    model: firstText(row, ['model', 'model_permaslug']),
    lengthStop: firstText(row, ['finish_reason', 'finish_reason_normalized']) === 'length',
  };
}

/** The cells of a line of CSV; quoted ones may hold commas, and two quotes for one. */
function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  for (const [, quoted, bare = ''] of line
    .replace(/\r$/, '')
    .matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
  }
  return cells;
}

/** Columns by which the table is known. */
const isHeader = (line: unknown): boolean => {
  const cells = typeof line === 'string' ? cellsOf(line) : [];
  return (
    cells.includes('tokens_prompt') &&
    cells.includes('tokens_completion') &&
    cells.includes('model_permaslug')
  );
};

class OpenRouterReader extends CollectingReader<CallSessions> {
  #columns: readonly string[] = [];

  record(value: Json, at: At): void {
    if (typeof value === 'string') return this.#line(value, at);
    const generation = generationIn(plain(value));
    if (generation === null) this.context.receipt.lose('not a generation', at);
    else this.#call(generation, at);
  }

  #call(row: Fields, at: At): void {
    const call = callOf(row, at);
    if (call === null) this.context.receipt.drop('a call that was not counted', at);
    else this.sessions.take(call, at);
  }

  #line(line: string, at: At): void {
    if (isHeader(line)) {
      this.#columns = cellsOf(line);
      return;
    }
    if (line.trim() === '') return;
    const cells = cellsOf(line);
    const row = Object.fromEntries(this.#columns.map((column, i) => [column, cells[i] ?? '']));
    this.#call(row, at);
  }
}

/** Reads counts; the calls of one application are one session of numbers. */
export const openrouter = defineImporter({
  id,
  label: 'OpenRouter counts',
  source: 'OpenRouter',
  unseen: 'its source',
  inputs: ['json', 'jsonl', 'text'],
  sniff: ({ kind, records }) =>
    kind === 'text'
      ? isHeader(records[0])
      : someRecord(records, (record) => generationIn(record) !== null),
  start: (context) =>
    new OpenRouterReader(context, new CallSessions(context, { format: id, agent: 'OpenRouter' })),
});
