/**
 * Shared parts of Goat's three variants: the message list, both triggers, hooks and boundary
 * messages, pruning after tool steps, and the replacement of a list by a summary and its tail.
 * github.com/jg-phare/goat, pkg/context/compactor.go, pkg/agent/loop.go and prune.go.
 */
import { firstWhere } from '@/lib/engine/base/search';
import type * as z from 'zod';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { byteAt, intAt, sumBetween } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { stepFlag } from '@/lib/engine/tokens/profile';
import type { goatPlaceholderSettings, goatPruneSettings, goatSettings } from './settings';
import { messagesOf } from '@/lib/engine/mechanisms/messages';
import { ToolPruner } from '@/lib/engine/mechanisms/prune';
import { ViewRun } from '@/lib/engine/policy/view-run';
import type { PolicyInput } from '@/lib/engine/policy/policy';

type Of<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>;
export type GoatSettings = Of<typeof goatSettings> &
  Partial<Of<typeof goatPruneSettings> & Of<typeof goatPlaceholderSettings>>;

const { user: USER, response: RESPONSE } = entryFlag;

/** Length of the text after a cut result. */
const PRUNED = '\n... [output truncated]'.length;

/** Replacement of a list. */
export interface GoatCut {
  /** First message of the log that stays. */
  readonly message: number;
  readonly injected: boolean;
  readonly summaryBytes: number;
  readonly summaryTokens: number;
  readonly passes: number;
}

/** Goat's compactor at work; the variants say how they count, cut and fail. */
export abstract class GoatRun extends ViewRun<GoatSettings> {
  protected readonly messages = messagesOf(this.input.profile);
  /** First message of the log in the list. */
  protected firstMessage = 0;
  readonly #pruner: ToolPruner | null;

  constructor(settings: GoatSettings, input: PolicyInput) {
    super(settings, input);
    this.loop.watchesStops = true;
    this.#pruner =
      settings.pruneKeep === undefined
        ? null
        : new ToolPruner(this.messages, input, (bytes) => this.#pruned(bytes));
  }

  /** Cut of the list of the entries before `end`; null leaves it unchanged. */
  protected abstract cut(step: number, end: number, value: number): GoatCut | null;
  /** The list did not change although the response had stopped at the output limit. */
  protected abstract unhelped(step: number): void;
  /** Messages in front of the log's: summary, acknowledgement. */
  protected abstract readonly lead: number;

  override forget(): void {
    super.forget();
    this.firstMessage = 0;
    this.#pruner?.carry(this.view, 0);
  }

  /** After a tool step: results before the newest messages are cut short. */
  override before(step: number): void {
    const pruner = this.#pruner;
    const keep = this.settings.pruneKeep;
    if (pruner === null || keep === undefined || step === 0) return;
    const { flags } = this.input.profile.entries;
    const from = this.entriesAt(step - 1);
    let end = this.entriesAt(step);
    while (end > from && (byteAt(flags, end - 1) & RESPONSE) === 0) end--;
    const messages = intAt(this.messages.first, end) - keep;
    if (end === from || messages <= pruner.next) return;
    pruner.prune(step, this.view, this.firstMessage, messages);
    if (pruner.cut === 0) return;
    this.changed();
    const text = `${pruner.cut} tool ${pruner.cut === 1 ? 'result' : 'results'} older than the newest ${keep} messages cut short: −${formatInteger(pruner.saved)} tokens.`;
    this.note(step, 'prune', text);
  }

  #pruned(bytes: number): number {
    const { pruneAbove = bytes, pruneTo = 0 } = this.settings;
    return bytes > pruneAbove ? Math.min(bytes, pruneTo) + (bytes > pruneTo ? PRUNED : 0) : bytes;
  }

  decide(step: number, value: number): void {
    const { profile } = this.input;
    let now = value;
    const before = step === 0 ? 0 : byteAt(profile.steps.flags, step - 1);
    if ((before & stepFlag.lengthStop) !== 0 && this.#react(step, value)) {
      now = this.compactedValue(step);
    }
    if (now > this.threshold || this.byHand(step))
      this.#compactList(step, this.entriesAt(step), now);
  }

  /** The response before this step stopped at the output limit; true when the list changed. */
  #react(step: number, value: number): boolean {
    const { flags } = this.input.profile.entries;
    const n = this.entriesAt(step);
    let end = this.entriesAt(step - 1);
    while (end < n && (byteAt(flags, end) & USER) === 0) end++;
    const then = value - this.tokensOf(end, n);
    const discarded = this.#discarded(this.entriesAt(step - 1), end, n);
    if (then <= this.threshold) {
      const limit = Number.isFinite(this.threshold) ? formatInteger(this.threshold) : 'no limit';
      const text = `The response stopped at the output limit at ${formatInteger(then)}, not above ${limit}: compaction cannot help, the run exits with max tokens. The recording goes on.${discarded}`;
      this.note(step, 'exit', text);
      return false;
    }
    const text = `The response stopped at the output limit at ${formatInteger(then)}, above ${formatInteger(this.threshold)}: compacts and goes on.${discarded}`;
    this.note(step, 'reactive', text);
    if (this.#compactList(step, end, then)) return true;
    this.unhelped(step);
    return false;
  }

  /** discardTruncatedToolBlocks: the calls of a cut response in [from, end) that nothing up to `n` answers. */
  #discarded(from: number, end: number, n: number): string {
    const { calls, responses } = this.input.profile.entries;
    let open = 0;
    for (let entry = from; entry < end; entry++) open += intAt(calls, entry);
    for (let entry = end; entry < n; entry++) open -= intAt(responses, entry);
    return open <= 0
      ? ''
      : ` The response loses ${counted(open, 'call')} without a result; Goat counts calls as nothing, so its budget stays.`;
  }

  /** Compacts the list of the entries before `end`; false where it stays as it is. */
  #compactList(step: number, end: number, value: number): boolean {
    const out = this.input.columns;
    const until = intAt(this.messages.first, end);
    const lead = this.view.injected ? this.lead : 0;
    if (lead + until - this.firstMessage <= 1) {
      this.note(step, 'no-op', 'A list of one message is left alone.');
      return false;
    }
    this.note(step, 'hook', 'PreCompact, trigger auto.');
    const before = this.leadTokens + this.tail(this.firstMessage, until);
    const from = this.view.covered;
    const cut = this.cut(step, end, value);
    if (cut === null) {
      this.note(step, 'no-op', 'Nothing is left to summarise: the list stays as it is.');
      return false;
    }
    if (out.compacted[step] === 0) {
      const entry = this.messages.entryOf[cut.message] ?? end;
      out.summarizerContents[step] = lead + entry - from;
    }
    this.#replace(step, cut);
    const boundary = `Boundary {trigger: auto, preTokens: ${formatInteger(before)}}.`;
    this.note(step, 'boundary', boundary);
    this.note(step, 'hook', 'SessionStart, source=compact.');
    this.reportOrphans(step, this.view.covered);
    return true;
  }

  /** Summary in, messages before the cut out; of an entry cut in two its first messages. */
  #replace(step: number, cut: GoatCut): void {
    const { requests, notes } = this.input;
    const { first, entryOf, toolBytes } = this.messages;
    const { message, passes, injected, summaryBytes, summaryTokens } = cut;
    const entry = intAt(entryOf, message);
    const start = intAt(first, entry);
    const known = Math.max(start, this.firstMessage);
    this.compact(step, { covered: entry, injected, summaryBytes, summaryTokens }, passes);
    this.#pruner?.carry(this.view, start);
    if (message > start) {
      const lost = this.#pruner?.lost(start, message) ?? 0;
      let reference = -lost;
      for (let m = start; m < message; m++) reference += intAt(toolBytes, m) >> 2;
      requests.elide(this.view, entry, this.gone(start, message), reference);
      const newly = this.gone(known, message);
      if (newly > 0) notes.elisions.push({ step, entry, tokens: newly });
    }
    this.firstMessage = message;
    if (injected) this.acknowledge();
    else {
      const text = `The ${formatInteger(entry)} entries before the tail are neither summarised nor sent.`;
      this.note(step, 'lost', text);
    }
  }

  /** Adds the message after the summary. */
  protected acknowledge(): void {}

  /** Tokens of the messages in front of the log's, by the split's estimator. */
  protected get leadTokens(): number {
    const { estimator, wrapperBytes } = this.input.requests;
    if (!this.view.injected) return 0;
    return estimator.text(wrapperBytes + this.view.summaryBytes) + this.loop.added;
  }

  /** Tokens of the messages [from, until) by the split's estimator, as they are now. */
  protected tail(from: number, until: number): number {
    const { splitSum } = this.messages;
    const lost = this.#pruner?.lost(from, until) ?? 0;
    return sumBetween(splitSum, from, until) - lost;
  }

  /** Tokens of removed messages by the trigger's estimator. */
  protected gone(from: number, until: number): number {
    const { sum } = this.messages;
    const lost = this.#pruner?.lost(from, until) ?? 0;
    return sumBetween(sum, from, until) - lost;
  }

  /** The first message from which on all fit the budget; `until` where the last one alone does not. */
  protected fitting(budget: number, until: number): number {
    return firstWhere(this.firstMessage, until, (message) => this.tail(message, until) <= budget);
  }

  /** Asks for a summary of everything before a message; the input's summariser holds it. */
  protected summarise(message: number, pass: number): void {
    const head = this.leadTokens + this.tail(this.firstMessage, message);
    this.input.summariser.call(head, this.settings.summaryCap, pass);
  }

  /** A cut before a message: its summary, or where the summariser fails or says nothing, a placeholder. */
  protected summarisedCut(message: number, passes = 1): GoatCut {
    const { summariser } = this.input;
    this.summarise(message, passes);
    const { failed, bytes, tokens } = summariser;
    const replaced = message - this.firstMessage + (this.view.injected ? this.lead : 0);
    return {
      message,
      injected: true,
      summaryBytes: failed ? this.#placeholderBytes(replaced) : bytes,
      summaryTokens: failed ? -1 : tokens,
      passes,
    };
  }

  /** Bytes of the placeholder of `count` messages. */
  #placeholderBytes(count: number): number {
    const text = `[Context truncated. Earlier conversation contained ${count} messages about: ]`;
    return text.length + (this.settings.topicBytes ?? 0);
  }
}
