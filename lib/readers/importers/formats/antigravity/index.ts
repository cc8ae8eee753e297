/**
 * Transcripts of Google Antigravity, `~/.gemini/antigravity/brain/<id>/.system_generated/logs/transcript_full.jsonl`.
 * Its source is not public; as readers of its steps describe them:
 * https://github.com/search?q=USER_EXPLICIT+PLANNER_RESPONSE+step_index+transcript_full.jsonl&type=code
 */
import type { Json, Part } from '@/lib/engine/session/schema';
import { defineImporter } from '../../importer';
import { fieldsOf, isoOf, listOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';
import { callPart, responseParts } from '../../mechanisms/messages/blocks';
import { CallsInOrder } from '../../mechanisms/messages/calls-in-order';
import { jsonIn, plain } from '../../mechanisms/messages/json-text';
import { MessageFileReader, namedByFile } from '../../mechanisms/messages/message-file';
import { textParts } from '../../mechanisms/messages/parts';
import { otelUsage } from '../../mechanisms/spans/attributes';

const id = 'antigravity';

/** A step: who made it, of which kind, and its number. */
function stepIn(value: unknown): Fields | null {
  const step = fieldsOf(value);
  const named = typeof step?.['source'] === 'string' && typeof step['type'] === 'string';
  return named && typeof step['step_index'] === 'number' ? step : null;
}

/** "… changed setting `Model Selection` from None to Gemini 3.5 Flash (High). No need …" */
const MODEL = /`Model Selection` from .{1,80}? to (.{1,80}?)(?: \([^)]*\))?\.(?:\s|$)/;

/** Counts of a call, where the version writes them; the prompt's include what the cache held. */
function usageIn(step: Fields): Json {
  const usage = fieldsOf(step['usage']) ?? {};
  return otelUsage({
    input: usage['input_tokens'] ?? usage['prompt_token_count'],
    output: usage['output_tokens'] ?? usage['candidates_token_count'],
    read: usage['cached_content_token_count'],
  });
}

/** The folder of a session, or the file's own name. */
const sessionOf = (file: string): string =>
  /([^/\\]+)[/\\]\.system_generated[/\\]/.exec(file)?.[1] ?? namedByFile(file);

class AntigravityReader extends MessageFileReader {
  #model: string | null = null;
  readonly #calls = new CallsInOrder();

  protected take(value: Json, at: At): void {
    const { receipt } = this.context;
    const step = stepIn(plain(value));
    if (step === null) return receipt.lose('not a step', at);
    const time = isoOf(step['created_at']);
    const content = textParts(step['content']);
    if (step['type'] === 'CHECKPOINT') {
      this.log.compaction({ kind: 'summary', trigger: 'unknown', summary: content, time });
      return receipt.merge('a compaction', at);
    }
    if (step['source'] === 'MODEL') return this.#byModel(step, content, { at, time });
    this.#model = MODEL.exec(textOf(step['content']) ?? '')?.[1] ?? this.#model;
    this.#calls.clear();
    if (this.log.turn({ role: 'user', parts: content }, { at, time })) receipt.keep();
    else receipt.drop('step without content', at);
  }

  /** An answer, or the result of the oldest call that has none. */
  #byModel(
    step: Fields,
    content: readonly Part[],
    place: { readonly at: At; readonly time: string | null },
  ): void {
    const { receipt } = this.context;
    const calls = this.#callsIn(step);
    const answers = step['type'] === 'PLANNER_RESPONSE';
    const thoughts = textParts(step['thinking'], 'thought');
    const said = [...thoughts, ...(answers ? content : []), ...calls];
    if (said.length > 0) {
      const model = textOf(step['model']) ?? this.#model;
      const counts = { model, usage: usageIn(step), family: 'otel' as const };
      this.log.call({ role: 'model', parts: said }, { ...place, ...counts });
    }
    const result = answers ? [] : this.#result(step);
    const isKept = this.log.turn({ role: 'user', parts: result }, place);
    if (isKept || said.length > 0) receipt.keep();
    else receipt.drop('step without content', place.at);
  }

  #callsIn(step: Fields): readonly Part[] {
    return listOf(step['tool_calls']).map((item) => {
      const call = fieldsOf(item) ?? {};
      const name = textOf(call['name']) ?? 'unknown';
      const args = argsOf(call['args']);
      return callPart({ id: this.#calls.call(), name, args }, this.log.names);
    });
  }

  #result(step: Fields): readonly Part[] {
    const content = textOf(step['content']) ?? step['error'] ?? step['content'];
    if (content === undefined || content === null) return [];
    return responseParts({ id: this.#calls.result(), content }, this.log.names);
  }
}

/** Arguments, each of which is written as JSON in a text. */
function argsOf(value: unknown): unknown {
  const args = fieldsOf(value);
  if (args === null) return value;
  const read = (one: unknown): unknown => (typeof one === 'string' ? (jsonIn(one) ?? one) : one);
  return Object.fromEntries(Object.entries(args).map(([name, one]) => [name, read(one)]));
}

/** Reads the steps of a conversation; calls and results are joined in their order, for they have no ids. */
export const antigravity = defineImporter({
  id,
  label: 'Antigravity transcript',
  source: 'Antigravity',
  unseen: 'its program',
  inputs: ['jsonl'],
  sniff: ({ records }) => records.some((record) => stepIn(record) !== null),
  start: (context) => new AntigravityReader(context, id, 'Antigravity', sessionOf(context.file)),
});
