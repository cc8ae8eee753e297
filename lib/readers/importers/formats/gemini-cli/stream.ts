/**
 * Output of `gemini -p --output-format stream-json`:
 * https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/output/types.ts
 * (`JsonStreamEvent`).
 */
import type { StepInput } from '@/lib/engine/session/builder';
import type { Json, Part } from '@/lib/engine/session/schema';
import { defineImporter, type TraceHead, CountedReader } from '../../importer';
import { SessionLog } from '../../mechanisms/session-log';
import {
  countOf,
  fieldsOf,
  numberOf,
  textOf,
  timeOf,
  type Fields,
} from '../../mechanisms/loose-json';
import { callPart, responseParts } from '../../mechanisms/messages/blocks';
import { plain } from '../../mechanisms/messages/json-text';
import { textParts } from '../../mechanisms/messages/parts';
import { CallNames } from '../../mechanisms/messages/turns';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';

/** Fate of a record that is kept. */
const KEPT = 'kept';
const PART = 'part of an answer';

/** The answer whose pieces arrive: a call of the model. */
interface Answer {
  readonly at: number | string;
  readonly time: string | null;
  readonly parts: Part[];
}

/** A run: the events between its first one and the next. */
interface StreamRun {
  readonly log: SessionLog;
  readonly names: CallNames;
  readonly model: string | null;
  /** The requests so far; they are counted at the end, if at all. */
  readonly steps: StepInput[];
  answer: Answer | null;
  /** True if something was sent that no answer follows yet. */
  waits: boolean;
}

/** Reads a run's events. Its counts are a sum over all calls, also those beside the session. */
class GeminiStreamReader extends CountedReader {
  #run: StreamRun | null = null;

  protected take(value: Json, at: number | string): void {
    const { receipt } = this.context;
    const line = fieldsOf(value);
    if (line === null) return receipt.lose('not an object', at);
    const type = (textOf(line['type']) ?? 'unknown').slice(0, 60);
    const fate = this.#event(type, line, at);
    if (fate === KEPT) receipt.keep();
    else if (fate === null) receipt.drop(`not part of a request: ${type}`, at);
    else receipt.merge(fate, at);
  }

  /** What became of an event; null for one outside of every request. */
  #event(type: string, line: Fields, at: number | string): string | null {
    switch (type) {
      case 'init':
        this.close();
        this.#begin(textOf(line['session_id']), textOf(line['model']));
        return KEPT;
      case 'message':
        return line['role'] === 'user' ? this.#input(line, at) : this.#piece(line, at);
      case 'tool_use':
        return this.#call(line, at);
      case 'tool_result':
        return this.#result(line, at);
      case 'result':
        this.#end(line);
        return KEPT;
      default:
        return null;
    }
  }

  #begin(id: string | null, model: string | null): StreamRun {
    const { file, store } = this.context;
    const sessionId = this.unique(id ?? file);
    const source = { format: 'gemini-stream', file, agent: 'Gemini CLI', sessionId };
    const log = new SessionLog(store, { name: 'Gemini CLI', thoughts: 'stripped', source });
    this.#run = { log, names: new CallNames(), model, steps: [], answer: null, waits: false };
    return this.#run;
  }

  #input(line: Fields, at: number | string): string | null {
    const parts = textParts(line['content']);
    if (parts.length === 0) return null;
    const run = this.#run ?? this.#begin(null, null);
    this.#settle(run);
    run.log.said(parts);
    run.log.message('user', parts, at, timeOf(line));
    run.log.answering = false;
    run.waits = true;
    return KEPT;
  }

  /** A piece of the answer's text; adjacent pieces are one. */
  #piece(line: Fields, at: number | string): string | null {
    const text = textOf(line['content']);
    if (text === null) return null;
    const { answer, fate } = this.#answer(line, at);
    const last = answer.parts.at(-1);
    if (last?.kind === 'text') answer.parts.pop();
    answer.parts.push({ kind: 'text', text: last?.kind === 'text' ? last.text + text : text });
    return fate;
  }

  #call(line: Fields, at: number | string): string {
    const { answer, fate, run } = this.#answer(line, at);
    const id = textOf(line['tool_id']);
    const name = textOf(line['tool_name']) ?? 'unknown';
    answer.parts.push(callPart({ id, name, args: line['parameters'] ?? {} }, run.names));
    return fate;
  }

  /** What the terminal shows of a result; an error's message where it shows none. */
  #result(line: Fields, at: number | string): string {
    const run = this.#run ?? this.#begin(null, null);
    this.#settle(run);
    const error = textOf(fieldsOf(line['error'])?.['message']);
    const content = textOf(line['output']) ?? error ?? '';
    const parts = responseParts({ id: textOf(line['tool_id']), content }, run.names);
    run.log.message('user', parts, at, timeOf(line));
    run.log.notice('results-shown', SHOWN, at);
    run.log.answering = true;
    run.waits = true;
    return KEPT;
  }

  /** The answer that is being written; its first piece begins a request of everything before. */
  #answer(line: Fields, at: number | string): { run: StreamRun; answer: Answer; fate: string } {
    const run = this.#run ?? this.#begin(null, null);
    if (run.answer !== null) return { run, answer: run.answer, fate: PART };
    const answer: Answer = { at, time: timeOf(line), parts: [] };
    run.answer = answer;
    run.waits = false;
    run.steps.push({
      entries: run.log.entryCount,
      model: run.model,
      time: answer.time,
      label: run.log.label,
    });
    return { run, answer, fate: KEPT };
  }

  /** Puts the answer into the log, in front of what follows it. */
  #settle(run: StreamRun): void {
    const { answer } = run;
    run.answer = null;
    if (answer !== null) run.log.message('model', answer.parts, answer.at, answer.time);
  }

  #end(line: Fields): void {
    const run = this.#run ?? this.#begin(null, null);
    this.#settle(run);
    const refusal = readRefusal(textOf(fieldsOf(line['error'])?.['message']) ?? '');
    if (refusal !== null && run.waits) {
      const { label, entryCount: entries } = run.log;
      run.steps.push({ ...refusal, rejected: true, entries, model: run.model, label });
      run.waits = false;
    }
    this.#count(run, fieldsOf(line['stats']));
  }

  /** Counts of a run are its request's only if it is one, of one model. */
  #count(run: StreamRun, stats: Fields | null): void {
    const [only] = run.steps;
    const input = countOf(stats?.['input_tokens']);
    const models = Object.keys(fieldsOf(stats?.['models']) ?? {});
    const single = run.steps.length === 1 && only?.rejected !== true && models.length === 1;
    if (only !== undefined && single && input !== null && input > 0) {
      run.steps[0] = { ...only, real: input, usage: plain(stats) };
    } else if (stats !== null) run.log.notice('usage-per-run', PER_RUN);
  }

  protected close(): void {
    const run = this.#run;
    this.#run = null;
    if (run === null) return;
    this.#settle(run);
    for (const step of run.steps) run.log.step(step);
    this.session(run.log.end());
  }
}

const SHOWN =
  'The stream holds what the terminal shows of a tool’s result; the model was sent another text.';
const PER_RUN =
  'Counts are the sum of a run’s calls, also of those beside the session: no request has a known size.';

function isStreamEvent(record: Json): boolean {
  const line = fieldsOf(record);
  if (line === null || textOf(line['timestamp']) === null) return false;
  switch (line['type']) {
    case 'init':
      return textOf(line['session_id']) !== null && textOf(line['model']) !== null;
    case 'tool_use':
      return textOf(line['tool_name']) !== null && textOf(line['tool_id']) !== null;
    case 'tool_result':
      return textOf(line['tool_id']) !== null && textOf(line['status']) !== null;
    case 'result':
      return numberOf(fieldsOf(line['stats'])?.['tool_calls']) !== null;
    default:
      return false;
  }
}

/** The events hold less than a chat. */
const LESS = 'The stream holds no system prompt, no tools, no thoughts and no compaction.';

/** Reads the events of a run; the chat that Gemini CLI writes beside them holds more. */
export const geminiStream = defineImporter({
  id: 'gemini-stream',
  label: 'Gemini CLI stream',
  source: 'Gemini stream',
  unseen: 'its source',
  inputs: ['jsonl'],
  sniff: ({ records }: TraceHead) => records.some(isStreamEvent),
  start: (context) => {
    context.receipt.remark(LESS);
    return new GeminiStreamReader(context);
  },
});
