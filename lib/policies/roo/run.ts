import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { entriesWords } from '@/lib/engine/policy/notes';
import { UsageRun } from '@/lib/engine/mechanisms/last-usage';
import { densityBefore } from '@/lib/engine/mechanisms/shipped-density';
import { RooHistory, rooMessages } from './history';
import { allowedTokens, type RooSettings } from './settings';

/** Bytes of the heading that stands before the summary from 3.43 on. */
export const HEADING = '## Conversation Summary\n'.length;

const FEW = 'Too few messages since the last summary: Roo Code calls it an error.';
const FAILED = 'The summariser failed: nothing is condensed.';
const NOTHING = 'Too few messages: none is hidden.';
const HIDDEN_BEFORE =
  'The messages that are hidden now are in the summary already: the request stays as it is.';

/** Roo's own estimate: half as much again as a tokenizer counts, for which bytes ÷ 4 stands. */
const fudged = (tokens: number): number => Math.ceil(tokens * 1.5);

type Ranges = (readonly [number, number])[];

/** Roo Code at work on a session. */
export class RooRun extends UsageRun<RooSettings> {
  readonly #messages = rooMessages(this.input.profile);
  readonly #history = new RooHistory();
  /** Texts of the marks that truncations left behind the newest summary, in bytes. */
  #marks: number[] = [];

  override forget(): void {
    super.forget();
    this.#history.forget();
    this.#marks = [];
  }

  /** Without a usage Roo does not look. */
  own(step: number): number {
    const { total } = this.usage;
    return total === 0 ? 0 : total + fudged(this.#lastMessage(step));
  }

  #lastMessage(step: number): number {
    const n = this.entriesAt(step);
    const { estimator, wrapperBytes } = this.input.requests;
    if (n === 0) return 0;
    if (this.view.injected && this.view.covered === n) {
      return estimator.text(wrapperBytes + this.view.summaryBytes);
    }
    const { starts, messageOf } = this.#messages;
    return this.tokensOf(intAt(starts, intAt(messageOf, n - 1)), n);
  }

  decide(step: number, value: number): void {
    const condenses = this.settings.autoCondense || this.byHand(step);
    if (condenses && this.#condense(step, value)) return;
    if (!condenses || value > allowedTokens(this.settings)) this.#truncate(step);
  }

  /** Messages of a request's log, and the entry that one of them begins with. */
  #count(entries: number): number {
    return entries === 0 ? 0 : intAt(this.#messages.messageOf, entries - 1) + 1;
  }

  #entryOf(message: number, entries: number): number {
    return message < this.#count(entries) ? intAt(this.#messages.starts, message) : entries;
  }

  /** Puts a summary in place; false where it is an error. */
  #condense(step: number, value: number): boolean {
    const { summariser, columns: out } = this.input;
    const { condense, summaryCap } = this.settings;
    const n = this.entriesAt(step);
    const count = this.#count(n);
    const kept = condense === 'all' ? count : this.#history.tail(count);
    const covered = this.#entryOf(kept, n);
    const calls = condense === 'last-3' ? this.#callsOf(this.#entryOf(1, n), covered, n) : [];
    if (
      covered <= this.view.covered ||
      !this.#history.condenses(count, condense, calls.length > 0)
    ) {
      this.note(step, 'no-op', FEW);
      return false;
    }
    const given = calls.length > 0 ? this.#entryOf(kept + 1, n) : covered;
    summariser.call(this.headTokens(step, given), summaryCap, 1);
    if (summariser.failed) {
      this.note(step, 'failure', FAILED);
      return false;
    }
    const after = this.#condensedTokens(step, this.tokensOf(covered, n));
    if (condense !== 'all' && after >= value) {
      this.note(step, 'inflated', grown(after, value));
      return false;
    }
    const contents = given - this.view.covered + (this.view.injected ? 1 : 0);
    this.putSummary(step, covered);
    out.summarizerContents[step] = contents;
    this.#history.condense(kept, condense);
    this.#marks = [];
    this.usage.reset(after, n);
    this.keepRanges(step, condense === 'all' ? [] : [[0, this.#entryOf(1, n)], ...calls]);
    if (calls.length === 0) this.reportOrphans(step, this.view.covered);
    return true;
  }

  /** Entries from `first` on and before a cut, with the calls of results behind it. */
  #callsOf(first: number, cut: number, end: number): Ranges {
    const { callOf } = this.input.profile;
    const found = new Set<number>();
    for (let entry = cut; entry < end; entry++) {
      const call = intAt(callOf, entry);
      if (call >= first && call < cut) found.add(call);
    }
    return [...found].sort((a, b) => a - b).map((call) => [call, call + 1] as const);
  }

  /** Roo's count of the condensed request, of which `kept` tokens are messages that stay. */
  #condensedTokens(step: number, kept: number): number {
    const { profile, requests, summariser } = this.input;
    const { estimator, wrapperBytes } = requests;
    const { prefix } = estimator;
    const { bytes, tokens } = summariser;
    const tools = Math.min(prefix, profile.head.tools ?? 0);
    if (this.settings.condense === 'all') {
      return fudged(prefix - tools + estimator.text(wrapperBytes + bytes)) + fudged(tools);
    }
    const output =
      tokens >= 0 ? tokens : Math.trunc(densityBefore(this.input, step) * estimator.text(bytes));
    return output + fudged(prefix - tools + kept);
  }

  /** Hides half of the messages. */
  #truncate(step: number): void {
    const { condense } = this.settings;
    const n = this.entriesAt(step);
    const { covered: before, injected } = this.view;
    const removed = this.#history.truncate(this.#count(n), condense);
    if (removed === 0) {
      this.note(step, 'no-op', NOTHING);
      return;
    }
    const from = this.#entryOf(this.#history.from, n);
    if (from <= before && injected === this.#history.summarised) {
      this.note(step, 'no-op', HIDDEN_BEFORE);
      return;
    }
    // From 3.43 on only what is behind the newest summary is sent, and no result without its call.
    const fresh = condense === 'all' && this.#history.condensed;
    const covered = fresh ? this.#answered(from, n) : from;
    const first = fresh ? 0 : this.#entryOf(1, n);
    this.drop(step, covered);
    if (condense !== 'last-3-deleted') this.#marks.push(markBytes(removed));
    for (const bytes of this.#marks) this.addText(bytes);
    this.keepRanges(step, fresh ? [] : [[0, first]]);
    this.note(step, 'lost', lostWords(injected ? first : Math.max(before, first), covered));
    this.reportOrphans(step, this.view.covered);
  }

  /** Results whose calls are behind a summary are left out of the request. */
  #answered(from: number, end: number): number {
    const { callOf } = this.input.profile;
    let at = from;
    while (at < end && intAt(callOf, at) >= 0 && intAt(callOf, at) < at) at++;
    return at;
  }
}

const markBytes = (removed: number): number =>
  `[Sliding window truncation: ${removed} messages hidden to reduce context]`.length;

const grown = (after: number, before: number): string =>
  `Condensed it would hold ${formatInteger(after)} tokens by Roo Code’s count, not fewer than the ${formatInteger(before)} before: the summary is thrown away.`;

const lostWords = (from: number, covered: number): string =>
  `${entriesWords(from, covered)} left out: ${covered === from + 1 ? 'it is' : 'they are'} neither in a summary nor in the request.`;
