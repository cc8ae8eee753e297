/** Kimi Code's compaction at work; `policy.ts` says what it does. */
import { formatInteger } from '@/lib/engine/base/format';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { UsageRun } from '@/lib/engine/mechanisms/last-usage';
import { densityBefore } from '@/lib/engine/mechanisms/shipped-density';
import { ASSISTANT, quarter } from './estimator';
import type { KimiSettings } from './settings';
import {
  behindSummary,
  CONTINUATION,
  elisionLength,
  INSTRUCTION_TOKENS,
  pointerLength,
} from './texts';
import { UserMessages } from './user-messages';

const { response: RESPONSE, context: CONTEXT } = entryFlag;

/** Of the window, less the room for an answer, what the summariser's request may take. */
const SAFETY = 0.85;
const ANSWER_PART = 8;

const EMPTY = 'The history is empty.';
const FAILED = 'The summariser failed: nothing is replaced.';
const EXIT = 'The error ends the turn. The recording goes on, uncompacted; each step tries again.';

/** Kimi Code on one session. */
export class KimiRun extends UsageRun<KimiSettings> {
  readonly #messages = new UserMessages(this.input);
  /** Tokens of the note on the messages that are left out. */
  #note = 0;
  #compactions = 0;
  /** Count that the last compaction left, and the turn in which it holds further ones back. */
  #left = 0;
  #turn = -1;

  override forget(): void {
    super.forget();
    this.#messages.forget();
    this.#turn = -1;
  }

  /** The newest count and the messages behind it; before any, the messages alone. */
  own(step: number, h: number): number {
    const { total, until } = this.usage;
    const failed = this.#failedBefore(step) ? ASSISTANT : 0;
    if (total === 0) return h - this.input.requests.estimator.prefix + failed;
    return total + this.tokensOf(until, this.entriesAt(step)) + failed;
  }

  /** The answer before failed and said nothing: it stays as an empty message until the next begins. */
  #failedBefore(step: number): boolean {
    const { empty } = this.input.profile.entries;
    const from = step === 0 ? 0 : this.entriesAt(step - 1);
    return from < this.entriesAt(step) && intAt(empty, from) > 0;
  }

  /** Entries that a compaction covers: reminders at the end come back behind it. */
  #covered(step: number): number {
    const { flags } = this.input.profile.entries;
    let n = this.entriesAt(step);
    while (n > this.view.covered && (byteAt(flags, n - 1) & CONTEXT) !== 0) n--;
    return n;
  }

  decide(step: number, value: number): void {
    const n = this.#covered(step);
    if (this.#holdsBack(step, value)) {
      const text = `No more than the ${formatInteger(this.#left)} tokens that the last compaction of this turn left: nothing is summarised.`;
      this.note(step, 'no-op', text);
      return;
    }
    if (n === 0) {
      this.note(step, 'no-op', EMPTY);
      return;
    }
    const calls = this.#summarise(step, n);
    if (calls > 0) this.#replace(step, n, calls);
  }

  #holdsBack(step: number, value: number): boolean {
    if (this.byHand(step) || this.input.compactAt !== undefined) return false;
    return this.#turn === this.#turnOf(step) && value <= this.#left;
  }

  #turnOf(step: number): number {
    return intAt(this.input.profile.steps.turnStart, step);
  }

  /** Calls of the summariser until it answers with a text; 0 where it fails. */
  #summarise(step: number, n: number): number {
    const { summariser, columns: out } = this.input;
    const head = this.headTokens(step, n);
    const given = this.#given(n, head);
    const { attempts, summaryCap } = this.settings;
    for (let call = 1; call <= attempts; call++) {
      summariser.call(head, summaryCap, call);
      if (!summariser.failed) {
        out.summarizerContents[step] = given;
        return call;
      }
      if (!summariser.empty) break;
    }
    this.noteFailure(step, FAILED, EXIT);
    return 0;
  }

  /** Contents that the summariser is given: the newest that fit its request. */
  #given(n: number, tokens: number): number {
    const { profile, requests } = this.input;
    const { prefix } = requests.estimator;
    const { window } = this.settings;
    const lead = this.loop.addedContents + (this.view.injected ? 1 : 0);
    const whole = lead + n - this.view.covered;
    const budget = Math.floor((window - Math.floor(window / ANSWER_PART)) * SAFETY) - prefix;
    if (budget <= 0 || tokens + INSTRUCTION_TOKENS <= budget) return whole;
    let from = n;
    for (; from > this.view.covered; from--) {
      if (this.tokensOf(from - 1, n) > budget) break;
    }
    const older = from > this.view.covered ? 0 : this.#leadWithin(budget - this.tokensOf(from, n));
    // The instruction does not fit beside everything: the oldest message goes.
    if (older === lead && from === this.view.covered) return whole - 1;
    if (older > 0) return older + n - from;
    const { flags } = profile.entries;
    while (from < n && (byteAt(flags, from) & RESPONSE) !== 0) from++;
    return from < n ? n - from : whole;
  }

  /** Of the summary, its continuation and what was kept, the newest messages that fit. */
  #leadWithin(budget: number): number {
    const { requests } = this.input;
    if (!this.view.injected) return 0;
    const { text } = requests.estimator;
    const afterContinuation = budget - text(CONTINUATION);
    const afterSummary = afterContinuation - text(requests.wrapperBytes + this.view.summaryBytes);
    if (afterContinuation < 0) return 0;
    return afterSummary < 0 ? 1 : 2 + this.#messages.within(afterSummary, this.#note);
  }

  #replace(step: number, n: number, calls: number): void {
    const { summariser, requests } = this.input;
    const { density, estimator } = requests;
    const behindLast = this.view.covered;
    const { bytes, tokens } = summariser;
    this.#compactions++;
    // A recorded summary has its pointer in it.
    const recorded = this.settings.summary === 'recorded';
    const pointer = recorded ? 0 : pointerLength(this.#compactions, this.settings.path);
    const behind = recorded ? 0 : behindSummary(pointer);
    const summaryBytes = bytes + behind;
    const summaryTokens = tokens < 0 ? -1 : tokens + Math.round((density * behind) / 4);
    this.compact(step, { covered: n, injected: true, summaryBytes, summaryTokens }, calls);
    const output =
      tokens < 0 ? Math.trunc(Math.floor(bytes / 4) * densityBefore(this.input, step)) : tokens;
    const kept = this.#putBack(step, behindLast, n);
    this.#left = estimator.prefix + output + quarter(pointer) + kept;
    this.#turn = this.#turnOf(step);
    this.usage.reset(this.#left, n);
  }

  /** Puts back what stays of the user's messages, the note among them and the continuation: their tokens. */
  #putBack(step: number, from: number, to: number): number {
    const { loop, settings } = this;
    const left = this.#messages.putBack(step, this.view, [from, to], settings.keepUser);
    const { said, omitted, tokens } = left;
    loop.addedContents += said.length;
    if (omitted >= 0) {
      this.addText(elisionLength(omitted));
      this.#note = loop.added;
      const text = `${formatInteger(omitted)} tokens of the user’s messages are left out between the oldest and the newest.`;
      this.note(step, 'prune', text);
    }
    this.addText(CONTINUATION);
    return tokens + loop.added;
  }
}
