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
import { CallMetrics } from './call-metrics';
import { matchRequests, type Matching } from './matching';
import { TaskMarks } from './task-marks';

/** A message of the history and its place. */
interface Placed {
  readonly message: Fields;
  readonly at: number | string;
  readonly time: number | null;
}

/** A summary or a truncation's mark, which hides messages. */
interface Hider extends Placed {
  readonly id: string;
  /** Number of the first message that was written after it, where no time tells. */
  readonly before: number;
}

const UNSEEN =
  'No public task of Roo Code was found: its marks are read after its source and were compared with none.';

/** How a result begins that is sent as a text: "[read_file for 'a.ts'] Result:". */
const RESULT = /^\[[a-z_]+[^\]\n]{0,300}\] Result:/;

/** Messages that stay behind a summary of the model's, up to 3.42: they were there when it was written. */
const KEPT = 3;

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
  readonly #summaries: Hider[] = [];
  readonly #marks = new TaskMarks();
  readonly #metrics = new CallMetrics();
  readonly #id: string;
  readonly #listed: ReadonlyMap<string, UiCompaction>;
  /** Compactions that the user interface lists without an id, in order. */
  readonly #unnamed: UiCompaction[];
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
    this.#id = id;
    const { compactions } = ui;
    this.#listed = new Map(compactions.flatMap((one) => (one.id === null ? [] : [[one.id, one]])));
    this.#unnamed = compactions.filter((one) => one.id === null).reverse();
    this.#exclusive = leavesCacheOut(ui.requests);
    this.#builder = new SessionBuilder(context.store, {
      name: id,
      source: this.#source(),
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
    this.#marks.see(message);
    const item: Placed = { message, at, time: timeOf(message) };
    const index = this.#messages++;
    this.#last = item;
    const id = hiderOf(message);
    if (id !== null) {
      const kept = message['role'] === 'assistant' ? KEPT : 0;
      this.#summaries.push({ ...item, id, before: index + 1 + kept });
      return;
    }
    this.#compact(item.time, index);
    if (isCall(message)) {
      const own = this.#matching?.answered[this.#calls++];
      for (const request of own?.failed ?? []) this.#step(request, item, { failed: true });
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
    if (roo || this.#ui.roo) this.#context.receipt.remark(UNSEEN);
    return this.#metrics.added(this.#builder.finish());
  }

  #source() {
    const { roo, version: agentVersion } = this.#marks;
    const { file } = this.#context;
    const agent = roo || this.#ui.roo ? 'Roo Code' : 'Cline';
    return { format: 'cline', file, agent, agentVersion, sessionId: this.#id };
  }

  #step(request: UiRequest | null, { message, at, time }: Placed, { failed = false } = {}): void {
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
    const refusal = failed ? overflowOf(request?.failure ?? '') : null;
    if (refusal !== null) {
      const real = listed.real ?? refusal.real;
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
  #compact(time: number | null, index: number): void {
    for (let next = this.#summaries[0]; next !== undefined; next = this.#summaries[0]) {
      const { id, message, before } = next;
      const recorded = this.#listed.get(id) ?? this.#unnamed.at(-1);
      const made = recorded?.time ?? null;
      if (made === null || time === null ? index < before : time < made) return;
      this.#summaries.shift();
      if (recorded?.id === null) this.#unnamed.pop();
      this.#builder.compaction({
        kind: 'summary',
        trigger: message['isTruncationMarker'] === true ? 'auto' : 'unknown',
        summary: readContent(message['content'], this.#names),
        kept: this.#visible.hideTagged(id),
        preTokens: recorded?.preTokens ?? null,
        postTokens: recorded?.postTokens ?? null,
        time: timeText(made ?? (message['role'] === 'user' ? next.time : null)),
      });
      this.#answering = false;
    }
  }

  #append({ message, at, time }: Placed, index: number): void {
    const role: Entry['role'] = message['role'] === 'assistant' ? 'model' : 'user';
    const parts = readContent(message['content'], this.#names);
    if (role === 'user') {
      const [first] = parts;
      this.#answering =
        parts.some(({ kind }) => kind === 'response') ||
        (first?.kind === 'text' && RESULT.test(first.text));
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
