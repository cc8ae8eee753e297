/**
 * Output of `opencode run --format json`, an event a line:
 * https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/cli/cmd/run.ts
 */
import type { Json } from '@/lib/engine/session/schema';
import { defineImporter, type TraceHead, CountedReader } from '../../importer';
import { fieldsOf, numberOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';
import { OpenCodeSession } from './session';

/** Types of the parts of each event. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['step_start', 'step-start'],
  ['step_finish', 'step-finish'],
  ['tool_use', 'tool'],
  ['text', 'text'],
  ['reasoning', 'reasoning'],
]);

/** A message of the model whose events follow one another. */
interface Message {
  readonly id: string;
  readonly at: At;
  readonly created: number | null;
  readonly parts: Fields[];
  error: unknown;
}

/** Reason of the further events of a message: merged, not dropped. */
const PART = 'part of an answer';

const PROMPT = 'The output holds neither the prompt nor the name of the model.';
const SUMMARY =
  'The output does not mark compactions: an answer without a call, behind which the run goes on with a request of less than half the tokens, is read as a summary.';

/** Groups the events of each session by message: stored messages are the same parts, in lists. */
class OpenCodeRunReader extends CountedReader {
  #session: { readonly id: string; readonly log: OpenCodeSession } | null = null;
  /** The message being read, and the one before it: what follows tells whether that is a summary. */
  #open: Message | null = null;
  #before: Message | null = null;

  protected take(value: Json, at: At): void {
    const event = fieldsOf(value);
    const { receipt } = this.context;
    if (event === null) return receipt.lose('not an object', at);
    const type = (textOf(event['type']) ?? 'unknown').slice(0, 60);
    const part = fieldsOf(event['part']);
    const isPart = part !== null && PARTS.get(type) === part['type'];
    if (!isPart && type !== 'error') {
      return receipt.drop(`not part of a request: ${type}`, at);
    }
    this.#under(textOf(event['sessionID']) ?? this.context.file);
    const time = numberOf(event['timestamp']);
    const { message, isNew } = this.#messageOf(part, time, at);
    if (!isNew) receipt.merge(PART, at);
    if (part === null) message.error = event['error'];
    else addPart(message.parts, part);
  }

  /** The session with an id is open; another one ends the one before. */
  #under(id: string): void {
    if (this.#session?.id === id) return;
    this.close();
    const log = new OpenCodeSession(this.context, { title: '' }, this.unique(id));
    log.notice('prompt-not-recorded', PROMPT);
    this.#session = { id, log };
  }

  /** The message that an event belongs to. An error belongs to the one being written, or has none. */
  #messageOf(part: Fields | null, created: number | null, at: At) {
    const id = textOf(part?.['messageID']);
    const open = this.#open;
    const finished = open !== null && open.parts.at(-1)?.['type'] === 'step-finish';
    const goesOn = open !== null && (part === null ? !finished : id === open.id || id === null);
    if (goesOn && open.error === undefined) return { message: open, isNew: false };
    const message = { id: id ?? `at ${at}`, at, created, parts: [], error: undefined };
    this.#next(message);
    return { message, isNew: true };
  }

  /** Begins a message: the one before the last is whole, and what followed it is known. */
  #next(message: Message | null): void {
    this.#write(this.#before, this.#open);
    this.#before = this.#open;
    this.#open = message;
  }

  #write(message: Message | null, after: Message | null): void {
    if (message === null) return;
    const { id, created, parts, error, at } = message;
    const summary = after !== null && isSummary(message, after);
    const info = {
      id,
      role: 'assistant',
      time: { created },
      ...(error === undefined ? {} : { error }),
    };
    if (summary) this.#session?.log.notice('compaction-inferred', SUMMARY, at);
    this.#session?.log.message({ ...info, summary }, parts, at);
  }

  protected close(): void {
    this.#next(null);
    this.#next(null);
    for (const draft of this.#session?.log.finish() ?? []) this.session(draft);
    this.#session = null;
  }
}

/** A tool's event may come behind the end of its step. */
function addPart(parts: Fields[], part: Fields): void {
  const last = parts.at(-1);
  if (part['type'] === 'tool' && last?.['type'] === 'step-finish') parts.splice(-1, 0, part);
  else parts.push(part);
}

/** Tokens of the prompt that a message's first finished call reports; null without one. */
function promptOf({ parts }: Message): number | null {
  const tokens = fieldsOf(parts.find(({ type }) => type === 'step-finish')?.['tokens']);
  const cache = fieldsOf(tokens?.['cache']);
  const input = numberOf(tokens?.['input']);
  if (input === null) return null;
  return input + (numberOf(cache?.['read']) ?? 0) + (numberOf(cache?.['write']) ?? 0);
}

/** True if the run went on behind an answer that ends a run: with a request less than half as large. */
function isSummary(message: Message, after: Message): boolean {
  const types = message.parts.map(({ type }) => type);
  const before = promptOf(message);
  const next = promptOf(after);
  return (
    types.includes('text') &&
    !types.includes('tool') &&
    types.at(-1) === 'step-finish' &&
    before !== null &&
    next !== null &&
    next < before / 2
  );
}

/** True for an event that only this output has. */
function isRunEvent(record: Json): boolean {
  const event = fieldsOf(record);
  const part = fieldsOf(event?.['part']);
  if (typeof event?.['sessionID'] !== 'string' || part === null) return false;
  return PARTS.get(textOf(event['type']) ?? '') === part['type'];
}

/** Reads the events of a run; OpenCode's own database or export holds more. */
export const opencodeRun = defineImporter({
  id: 'opencode-run',
  label: 'OpenCode run output',
  source: 'OpenCode run',
  inputs: ['jsonl'],
  sniff: ({ records }: TraceHead) => records.some(isRunEvent),
  start: (context) => new OpenCodeRunReader(context),
});
