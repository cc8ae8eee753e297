import { SessionBuilder, type StepInput } from '@/lib/session/builder';
import type { SessionDraft } from '@/lib/session/draft';
import type { Entry } from '@/lib/session/schema';
import { shorten } from '../claude-code/lanes';
import type { ImportContext } from '../importer';
import { fieldsOf, textOf, timeText, type Fields } from '../loose-json';
import { CallNames } from '../messages/turns';
import { overflowOf } from '../overflow-message';
import { plainJson, stepUsage } from '../step-usage';
import { readContent } from './content';
import { matchRequests, type Matching } from './requests';
import { leavesCacheOut, type UiCompaction, type UiLog, type UiRequest } from './ui';
import { VisibleEntries } from './visible-entries';

/** A message of the history and its place. */
interface Placed {
  readonly message: Fields;
  readonly at: number | string;
  readonly time: number | null;
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Puts the history of one task into a session; Roo Code marks what it hides instead of deleting it. */
export class ClineTask {
  readonly #context: ImportContext;
  readonly #ui: UiLog;
  readonly #builder: SessionBuilder;
  readonly #names = new CallNames();
  readonly #exclusive: boolean;
  /** Numbers of the messages behind the entries of the log. */
  readonly #logged: number[] = [];
  readonly #visible = new VisibleEntries();
  readonly #summaries: (Placed & { readonly id: string })[] = [];
  #compactions: readonly UiCompaction[];
  /** The requests of the user interface, where it is known; null where it is not. */
  #matching: Matching | null = null;
  #messages = 0;
  #calls = 0;
  #last: Placed | null = null;
  #deleted: readonly [number, number] | null = null;
  #name: string | null = null;
  #answering = false;

  constructor(context: ImportContext, id: string, ui: UiLog) {
    this.#context = context;
    this.#ui = ui;
    this.#compactions = ui.compactions;
    this.#exclusive = leavesCacheOut(ui.requests);
    this.#builder = new SessionBuilder(context.store, {
      name: id,
      thoughts: 'kept',
      source: {
        format: 'cline',
        file: context.file,
        agent: 'Cline',
        agentVersion: null,
        sessionId: id,
        lane: 'main',
        parent: null,
      },
    });
  }

  /** Takes the whole history; null where no model was called. */
  read(history: readonly unknown[], path: string): SessionDraft | null {
    const calls = history.flatMap((value) => {
      const message = messageIn(value);
      return message !== null && isCall(message) ? [timeOf(message)] : [];
    });
    this.#matching = matchRequests(this.#ui.requests, calls);
    if (!this.#matching.matched) {
      this.#builder.notice(
        'usage-unmatched',
        'ui_messages.json lists more or fewer requests than the history has answers; no usage is taken.',
      );
    }
    for (const [i, value] of history.entries()) this.message(value, `${path}[${i}]`);
    return this.finish();
  }

  /** Takes the next message of the history. */
  message(value: unknown, at: number | string): void {
    const message = messageIn(value);
    const { receipt } = this.#context;
    if (message === null) return receipt.drop('neither a user’s nor a model’s message', at);
    receipt.keep();
    const item: Placed = { message, at, time: timeOf(message) };
    const index = this.#messages++;
    this.#last = item;
    const id = hiderOf(message);
    if (id !== null) {
      this.#summaries.push({ ...item, id });
      return;
    }
    this.#compact(item.time);
    if (isCall(message)) {
      const own = this.#matching?.answered[this.#calls++];
      for (const request of own?.failed ?? []) this.#step(request, item, true);
      this.#step(own?.own ?? null, item, false);
    }
    this.#append(item, index);
  }

  /** The session; null where no model was called. */
  finish(): SessionDraft | null {
    this.#compact(null);
    const last = this.#last;
    for (const request of last === null ? [] : (this.#matching?.rest ?? [])) {
      if (last !== null) this.#step(request, last, request.usage === null);
    }
    this.#builder.rename({ name: this.#name ?? 'Cline task' });
    return this.#builder.stepCount > 0 ? this.#builder.finish() : null;
  }

  #step(request: UiRequest | null, { message, at, time }: Placed, failed: boolean): void {
    this.#delete(request?.deleted ?? this.#deleted);
    const usage = stepUsage(this.#builder, usageOf(request, this.#exclusive), undefined, at);
    const moment = timeText(request?.time ?? time ?? NaN);
    const model = textOf(fieldsOf(message['modelInfo'])?.['modelId']);
    const label = this.#answering ? 'tool-results' : 'user-msg';
    const input: StepInput = {
      ...usage,
      usage: plainJson(request?.usage ?? null),
      model,
      time: moment,
      label,
    };
    const refusal = failed ? overflowOf(request?.failure ?? '') : null;
    if (refusal !== null) {
      const real = usage.real ?? refusal.real;
      this.#builder.step({ ...input, real, rejected: true, limit: refusal.limit });
    } else if (failed) this.#builder.step({ ...input, reported: false, label: 'aborted' });
    else this.#builder.step(input);
  }

  /** Older versions leave a stretch of the history out of every request from here on. */
  #delete(range: readonly [number, number] | null): void {
    if (range === null || (range[0] === this.#deleted?.[0] && range[1] === this.#deleted[1]))
      return;
    this.#deleted = range;
    const [first, last] = range;
    this.#builder.compaction({
      kind: 'summary',
      trigger: 'auto',
      kept: this.#visible.hideBetween(
        firstFrom(this.#logged, first),
        firstFrom(this.#logged, last + 1),
      ),
    });
  }

  /** Roo's summaries and truncations, each before the first message that was written after it. */
  #compact(time: number | null): void {
    for (let next = this.#summaries[0]; next !== undefined; next = this.#summaries[0]) {
      const [told] = this.#compactions;
      const made = told?.time ?? next.time;
      if (time !== null && made !== null && time < made) return;
      this.#summaries.shift();
      this.#compactions = this.#compactions.slice(1);
      const { id } = next;
      this.#builder.compaction({
        kind: 'summary',
        trigger: next.message['isTruncationMarker'] === true ? 'auto' : 'unknown',
        summary: readContent(next.message['content'], this.#names),
        kept: this.#visible.hideTagged(id),
        preTokens: told?.preTokens ?? null,
        postTokens: told?.postTokens ?? null,
        time: made === null ? null : timeText(made),
      });
      this.#answering = false;
    }
  }

  #append({ message, at, time }: Placed, index: number): void {
    const role: Entry['role'] = message['role'] === 'assistant' ? 'model' : 'user';
    const parts = readContent(message['content'], this.#names);
    if (role === 'user') {
      this.#answering = parts.some(({ kind }) => kind === 'response');
      const [first] = parts;
      if (first?.kind === 'text') this.#name ??= shorten(first.text.replace(/<\/?task>/g, ' '));
    }
    if (parts.length === 0) return;
    const moment = time === null ? null : timeText(time);
    this.#builder.append({ role, parts, origin: at, ...(moment === null ? {} : { time: moment }) });
    const tags = [textOf(message['condenseParent']), textOf(message['truncationParent'])];
    this.#logged.push(index);
    this.#visible.append(tags.filter((tag) => tag !== null));
  }
}

/** A message of the user or the model; null for anything else. */
function messageIn(value: unknown): Fields | null {
  const message = fieldsOf(value);
  const role = message?.['role'];
  return role === 'user' || role === 'assistant' ? message : null;
}

const timeOf = (message: Fields): number | null => numberOf(message['ts']);

/** Roo keeps reasoning as an item of its own: it belongs to the call of the answer behind it. */
const isCall = (message: Fields): boolean =>
  message['role'] === 'assistant' && message['type'] !== 'reasoning' && hiderOf(message) === null;

/** Identifier of a summary or a truncation mark; null for every other message. */
function hiderOf(message: Fields): string | null {
  if (message['isSummary'] === true) return textOf(message['condenseId']) ?? ' ';
  return message['isTruncationMarker'] === true ? textOf(message['truncationId']) : null;
}

/** Usage in the field names of the family that it follows. */
function usageOf(request: UiRequest | null, exclusive: boolean): unknown {
  const usage = request?.usage ?? null;
  if (usage === null) return null;
  const { tokensIn, tokensOut, cacheReads, cacheWrites } = usage;
  return exclusive
    ? {
        input_tokens: tokensIn,
        output_tokens: tokensOut,
        cache_read_input_tokens: cacheReads,
        cache_creation_input_tokens: cacheWrites,
      }
    : { inputTokens: tokensIn, outputTokens: tokensOut, cacheReadTokens: cacheReads };
}

/** Place of the first number, of numbers that rise, which is not below `least`. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] ?? least) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
