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

/** A generation, in the answer's `data` or bare, or a row of the table; null for anything else. */
function generationIn(value: unknown): Fields | null {
  const outer = fieldsOf(value);
  const generation = fieldsOf(outer?.['data']) ?? outer;
  const isRow = generation !== null && 'tokens_prompt' in generation;
  const isCounted = isRow && 'native_tokens_prompt' in generation && 'model' in generation;
  return isCounted || (isRow && 'model_permaslug' in generation) ? generation : null;
}

/** Counts of the model's own tokenizer, with what came from the cache; else those that the table has. */
function usageIn(row: Fields): Json {
  return otelUsage({
    input: row['native_tokens_prompt'] ?? row['tokens_prompt'],
    output: row['native_tokens_completion'] ?? row['tokens_completion'],
    read: row['native_tokens_cached'] ?? row['tokens_cached'],
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

class OpenRouterReader extends CollectingReader<CallSessions> {
  record(value: Json, at: At): void {
    const generation = generationIn(plain(value));
    if (generation === null) return this.context.receipt.lose('not a generation', at);
    const call = callOf(generation, at);
    if (call === null) this.context.receipt.drop('a call that was not counted', at);
    else this.sessions.take(call, at);
  }
}

/** Reads counts; the calls of one application are one session of numbers. */
export const openrouter = defineImporter({
  id,
  label: 'OpenRouter counts',
  source: 'OpenRouter',
  unseen: 'its source',
  inputs: ['json', 'jsonl'],
  sniff: ({ records }) => someRecord(records, (record) => generationIn(record) !== null),
  start: (context) =>
    new OpenRouterReader(context, new CallSessions(context, { format: id, agent: 'OpenRouter' })),
});
