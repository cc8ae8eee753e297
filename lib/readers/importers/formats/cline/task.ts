import { firstAtLeast } from '@/lib/engine/base/search';
import { SessionBuilder, type StepInput } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Entry, Part } from '@/lib/engine/session/schema';
import { shorten, stepUsage, entryOf } from '../../mechanisms/session-facts';
import type { ImportContext } from '../../importer';
import { fieldsOf, numberOf, textOf, timeText, type Fields } from '../../mechanisms/loose-json';
import { CallNames } from '../../mechanisms/messages/turns';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';
import { plain } from '../../mechanisms/messages/json-text';
import { readContent } from './content';
import { leavesCacheOut, type UiLog, type UiRequest, matchRequests, type Matching } from './ui';
import { VisibleEntries } from './visible-entries';
import { CallMetrics } from './call-metrics';
import { hiderOf, Hiders, hidersOf, madeAt, type Hider } from './hiders';
import { TaskMarks } from './task-marks';

/** A message of the history and its place. */
interface PlacedMessage {
  readonly message: Fields;
  readonly at: number | string;
  readonly time: number | null;
}

/** Marks that are kept; a task has a few, each of one line. */
const MOST_MARKS = 100;

const MARKS_LEFT_OUT = `The oldest of more than ${MOST_MARKS} truncations’ marks, a line, is left out of the request.`;

const UNSEEN =
  'No public task of Roo Code was found: its marks are read after its source and were compared with none.';

const DELETED =
  'A request’s answer is not in the history: up to 3.35 Roo Code deleted what it condensed. The request is left out.';

/** True for a result that is sent as a text: "[read_file for 'a.ts'] Result:"; a command may be long. */
const isResult = (text: string): boolean =>
  /^\[[a-z_]{1,40}[\] ]/.test(text) && text.slice(0, 4000).includes('] Result:');

/** Puts the history of one task into a session; Roo Code marks what it hides instead of deleting it. */
export class ClineTask {
  readonly #builder: SessionBuilder;
  readonly #names = new CallNames();
  readonly #exclusive: boolean;
  /** Message number of each entry of the log. */
  readonly #logged: number[] = [];
  readonly #visible = new VisibleEntries();
  readonly #marks = new TaskMarks();
  readonly #metrics = new CallMetrics();
  readonly #hiders: Hiders;
  /** The requests of the user interface; null if unknown. */
  #matching: Matching | null = null;
  /** The whole history was seen before its first message was taken. */
  #whole = false;
  #messages = 0;
  #calls = 0;
  /** The newest summary and the marks of truncations behind it, which are sent. */
  #standing: readonly { readonly message: Fields; readonly parts: readonly Part[] }[] = [];
  #last: PlacedMessage | null = null;
  #deleted: readonly [number, number] | null = null;
  #name: string | null = null;
  #answering = false;

  constructor(
    private readonly context: ImportContext,
    private readonly id: string,
    private readonly ui: UiLog,
  ) {
    this.#hiders = new Hiders(ui.compactions);
    this.#exclusive = leavesCacheOut(ui.requests);
    this.#builder = new SessionBuilder(context.store, {
      name: id,
      source: this.#source(),
    });
  }

  /** Takes the whole history; null if no model was called. */
  read(history: readonly unknown[], path: string): SessionDraft | null {
    const messages = history.map(messageIn).filter((message) => message !== null);
    const calls = messages.filter(isCall).map(timeOf);
    for (const [i, message] of messages.entries()) this.#hiders.see(message, i);
    this.#hiders.order();
    this.#whole = true;
    this.#matching = matchRequests(this.ui.requests, calls);
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
    const { receipt } = this.context;
    if (message === null) return receipt.lose('neither a user’s nor a model’s message', at);
    receipt.keep();
    this.#marks.see(message);
    const item: PlacedMessage = { message, at, time: timeOf(message) };
    const index = this.#messages++;
    this.#last = item;
    if (!this.#whole) this.#hiders.see(message, index);
    if (hiderOf(message) !== null) return;
    this.#compact(item.time, index);
    if (isCall(message)) {
      const own = this.#matching?.answered[this.#calls++];
      for (const request of own?.failed ?? []) this.#failed(request, item);
      this.#step(own?.own ?? null, item);
    }
    this.#append(item, index);
  }

  /** The session; null if no model was called. */
  finish(): SessionDraft | null {
    this.#compact(null, Infinity);
    const last = this.#last;
    for (const request of last === null ? [] : (this.#matching?.rest ?? [])) {
      if (last !== null) this.#step(request, last, { failed: request.usage === null });
    }
    if (this.#builder.stepCount === 0) return null;
    const source = this.#source();
    this.#builder.rename({ name: this.#name ?? `${source.agent} task`, source });
    const { roo, window } = this.#marks;
    if (window !== null) this.#builder.limit({ tokens: window, source: 'recording' });
    if (roo || this.ui.roo) this.context.receipt.remark(UNSEEN);
    return this.#metrics.added(this.#builder.finish());
  }

  #source() {
    const { roo, version: agentVersion } = this.#marks;
    const { file } = this.context;
    const agent = roo || this.ui.roo ? 'Roo Code' : 'Cline';
    return { format: 'cline', file, agent, agentVersion, sessionId: this.id };
  }

  /** A request whose answer is not in the history: it was broken off, or Roo Code deleted the answer. */
  #failed(request: UiRequest, item: PlacedMessage): void {
    const { deletes } = this.#marks;
    if (!deletes || request.usage === null || request.failure !== null) {
      this.#step(request, item, { failed: true });
    } else this.#builder.notice('answer-deleted', DELETED, timeText(request.time) ?? undefined);
  }

  #step(
    request: UiRequest | null,
    { message, at, time }: PlacedMessage,
    { failed = false } = {},
  ): void {
    this.#delete(request?.deleted ?? this.#deleted);
    const listed = {
      ...stepUsage(this.#builder, usageOf(request, this.#exclusive), undefined, at),
      usage: plain(request?.usage ?? null),
    };
    const noted =
      failed || listed.real !== null ? null : this.#metrics.read(message, this.#builder, at);
    const usage = noted ?? listed;
    const moment = timeText(request?.time ?? time);
    const model = textOf(fieldsOf(message['modelInfo'])?.['modelId']) ?? this.#marks.model;
    const label = this.#answering ? 'tool-results' : 'user-msg';
    const input: StepInput = {
      ...usage,
      model,
      time: moment,
      label,
    };
    const refusal = failed ? readRefusal(request?.failure ?? '') : null;
    if (refusal !== null) {
      const real = listed.real ?? refusal.real;
      this.#builder.step({ ...input, ...refusal, real, rejected: true });
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
  #compact(time: number | null, index: number): void {
    let next: Hider | null;
    while ((next = this.#hiders.due({ time, index })) !== null) {
      const { id, message, listed } = next;
      this.#builder.compaction({
        kind: 'summary',
        trigger: message['isTruncationMarker'] === true ? 'auto' : 'unknown',
        summary: this.#stands(next),
        kept: this.#visible.hideTagged(id),
        preTokens: listed?.preTokens ?? null,
        postTokens: listed?.postTokens ?? null,
        time: timeText(madeAt(next)),
      });
      this.#answering = false;
    }
  }

  /** What stands in the place of hidden messages: a summary, or what stood there and a mark. */
  #stands({ id, message }: Hider): readonly Part[] {
    const parts = readContent(message['content'], this.#names);
    const left = message['isTruncationMarker'] === true ? this.#standing : [];
    const standing = left.filter((one) => !hidersOf(one.message).includes(id));
    if (standing.length >= MOST_MARKS) {
      // The first may be the summary.
      standing.splice(1, 1);
      this.#builder.notice('marks-left-out', MARKS_LEFT_OUT);
    }
    this.#standing = [...standing, { message, parts }];
    return this.#standing.flatMap((one) => one.parts);
  }

  #append({ message, at, time }: PlacedMessage, index: number): void {
    const role: Entry['role'] = message['role'] === 'assistant' ? 'model' : 'user';
    const parts = readContent(message['content'], this.#names);
    if (role === 'user') {
      const [first] = parts;
      this.#answering =
        parts.some(({ kind }) => kind === 'response') ||
        (first?.kind === 'text' && isResult(first.text));
      if (first?.kind === 'text')
        this.#name ??= shorten(first.text.replace(/<\/?(?:task|user_message)>/g, ' '));
    }
    if (parts.length === 0) return;
    this.#builder.append(entryOf(role, parts, at, timeText(time)));
    this.#logged.push(index);
    this.#visible.append(hidersOf(message));
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
