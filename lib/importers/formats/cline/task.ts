import { firstAtLeast } from '@/lib/base/search';
import { SessionBuilder, type StepInput } from '@/lib/session/builder';
import type { SessionDraft } from '@/lib/session/draft';
import type { Entry } from '@/lib/session/schema';
import { shorten } from '../../mechanisms/shorten';
import type { ImportContext } from '../../importer';
import { fieldsOf, numberOf, textOf, timeText, type Fields } from '../../mechanisms/loose-json';
import { CallNames } from '../../mechanisms/messages/turns';
import { overflowOf } from '../../mechanisms/overflow-message';
import { plain } from '../../mechanisms/messages/json-text';
import { stepUsage } from '../../mechanisms/step-usage';
import { readContent } from './content';
import { leavesCacheOut, type UiCompaction, type UiLog, type UiRequest } from './ui';
import { VisibleEntries } from './visible-entries';
import { entryOf } from '../../mechanisms/entry';

/** A message of the model and the requests made up to it; the last one is its own. */
interface Answered {
  readonly failed: readonly UiRequest[];
  readonly own: UiRequest | null;
}

/** Requests listed by the user interface, matched with the model's messages. */
interface Matching {
  readonly answered: readonly Answered[];
  /** Requests after the last message. */
  readonly rest: readonly UiRequest[];
  /** False if the two lists do not match. */
  readonly matched: boolean;
}

const unmatched = (count: number): Matching => ({
  answered: Array.from({ length: count }, () => ({ failed: [], own: null })),
  rest: [],
  matched: count === 0,
});

/**
 * Matches the requests listed by the user interface with the model's messages, given by their times
 * (null for a message without one): by time, else by order if both are as many.
 */
function matchRequests(
  requests: readonly UiRequest[],
  times: readonly (number | null)[],
): Matching {
  if (requests.length === 0) return { ...unmatched(times.length), matched: true };
  if (times.length > 0 && times.every((time) => time !== null)) return byTime(requests, times);
  for (const list of [requests, requests.filter(({ usage }) => usage !== null)]) {
    if (list.length !== times.length) continue;
    return { answered: list.map((own) => ({ failed: [], own })), rest: [], matched: true };
  }
  return unmatched(times.length);
}

/**
 * Matches by time: a request was made before its answer was written, and after the answer before.
 */
function byTime(requests: readonly UiRequest[], times: readonly (number | null)[]): Matching {
  const sorted = [...requests].sort((a, b) => a.time - b.time);
  let next = 0;
  const answered = times.map((time): Answered => {
    const from = next;
    while (next < sorted.length && (sorted[next]?.time ?? 0) <= (time ?? 0)) next++;
    const made = sorted.slice(from, next);
    return { failed: made.slice(0, -1), own: made.at(-1) ?? null };
  });
  return { answered, rest: sorted.slice(next), matched: true };
}

/** A message of the history and its place. */
interface Placed {
  readonly message: Fields;
  readonly at: number | string;
  readonly time: number | null;
}

/** Puts the history of one task into a session; Roo Code marks what it hides instead of deleting it. */
export class ClineTask {
  readonly #context: ImportContext;
  readonly #ui: UiLog;
  readonly #builder: SessionBuilder;
  readonly #names = new CallNames();
  readonly #exclusive: boolean;
  /** Message number of each entry of the log. */
  readonly #logged: number[] = [];
  readonly #visible = new VisibleEntries();
  readonly #summaries: (Placed & { readonly id: string })[] = [];
  #compactions: readonly UiCompaction[];
  /** The requests of the user interface; null if unknown. */
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
      source: {
        format: 'cline',
        file: context.file,
        agent: 'Cline',
        sessionId: id,
      },
    });
  }

  /** Takes the whole history; null if no model was called. */
  read(history: readonly unknown[], path: string): SessionDraft | null {
    const calls = history.flatMap((value) => {
      const message = messageIn(value);
      return message !== null && isCall(message) ? [timeOf(message)] : [];
    });
    this.#matching = matchRequests(this.#ui.requests, calls);
    if (!this.#matching.matched) {
      this.#builder.notice(
        'usage-unmatched',
        'ui_messages.json lists more or fewer requests than the history has answers; its usage was ignored.',
      );
    }
    for (const [i, value] of history.entries()) this.message(value, `${path}[${i}]`);
    return this.finish();
  }

  /** Takes the next message of the history. */
  message(value: unknown, at: number | string): void {
    const message = messageIn(value);
    const { receipt } = this.#context;
    if (message === null) return receipt.lose('neither a user’s nor a model’s message', at);
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
      for (const request of own?.failed ?? []) this.#step(request, item, { failed: true });
      this.#step(own?.own ?? null, item);
    }
    this.#append(item, index);
  }

  /** The session; null if no model was called. */
  finish(): SessionDraft | null {
    this.#compact(null);
    const last = this.#last;
    for (const request of last === null ? [] : (this.#matching?.rest ?? [])) {
      if (last !== null) this.#step(request, last, { failed: request.usage === null });
    }
    this.#builder.rename({ name: this.#name ?? 'Cline task' });
    return this.#builder.stepCount > 0 ? this.#builder.finish() : null;
  }

  #step(request: UiRequest | null, { message, at, time }: Placed, { failed = false } = {}): void {
    this.#delete(request?.deleted ?? this.#deleted);
    const usage = stepUsage(this.#builder, usageOf(request, this.#exclusive), undefined, at);
    const moment = timeText(request?.time ?? time);
    const model = textOf(fieldsOf(message['modelInfo'])?.['modelId']);
    const label = this.#answering ? 'tool-results' : 'user-msg';
    const input: StepInput = {
      ...usage,
      usage: plain(request?.usage ?? null),
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

  /** Applies the stretch of the history that older versions leave out of every later request. */
  #delete(range: readonly [number, number] | null): void {
    if (range === null || (range[0] === this.#deleted?.[0] && range[1] === this.#deleted[1]))
      return;
    this.#deleted = range;
    const [first, last] = range;
    this.#builder.compaction({
      kind: 'summary',
      trigger: 'auto',
      kept: this.#visible.hideBetween(
        firstAtLeast(this.#logged, first),
        firstAtLeast(this.#logged, last + 1),
      ),
    });
  }

  /** Records Roo's summaries and truncations, each before the first message written after it. */
  #compact(time: number | null): void {
    for (let next = this.#summaries[0]; next !== undefined; next = this.#summaries[0]) {
      const [recorded] = this.#compactions;
      const made = recorded?.time ?? next.time;
      if (time !== null && made !== null && time < made) return;
      this.#summaries.shift();
      this.#compactions = this.#compactions.slice(1);
      const { id } = next;
      this.#builder.compaction({
        kind: 'summary',
        trigger: next.message['isTruncationMarker'] === true ? 'auto' : 'unknown',
        summary: readContent(next.message['content'], this.#names),
        kept: this.#visible.hideTagged(id),
        preTokens: recorded?.preTokens ?? null,
        postTokens: recorded?.postTokens ?? null,
        time: timeText(made),
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
    this.#builder.append(entryOf(role, parts, at, timeText(time)));
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

/** True for a call. Roo keeps reasoning as a separate item, part of the answer's call. */
const isCall = (message: Fields): boolean =>
  message['role'] === 'assistant' && message['type'] !== 'reasoning' && hiderOf(message) === null;

/** Identifier of a summary or a truncation mark; null for other messages. */
function hiderOf(message: Fields): string | null {
  if (message['isSummary'] === true) return textOf(message['condenseId']) ?? ' ';
  return message['isTruncationMarker'] === true ? textOf(message['truncationId']) : null;
}

/** Usage under the field names of its family. */
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
