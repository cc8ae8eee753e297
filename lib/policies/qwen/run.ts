/** Qwen Code's compression at work; `policy.ts` says what it does. */
import { formatInteger } from '@/lib/engine/base/format';
import { floatAt, intAt, sumBetween } from '@/lib/engine/base/read';
import { UsageRun, type LastUsage } from '@/lib/engine/mechanisms/last-usage';
import { densityBefore } from '@/lib/engine/mechanisms/shipped-density';
import { callChars, inTokens, pendingFrom, qwenChars } from './chars';
import { hasResults, OldResults } from './results';
import { qwenHard, SUMMARY_RESERVE, type QwenSettings } from './settings';
import {
  ACKNOWLEDGEMENT,
  DIRECTIVE,
  MARGIN,
  OWN_PROMPT,
  PROMPT,
  SHARED_DIRECTIVE,
  TRAILER,
} from './texts';

const MOST_FAILURES = 3;

const FEW = 'The history has one message: nothing is compressed.';
const FAILED = 'The summary failed: nothing is compressed.';
const CUT = 'The summary reached its limit and may be cut: nothing is compressed.';
const BREAKER = 'Three compressions in a row failed: no further one is tried below the hard limit.';
const HARD_BREAKER = 'Three rescues failed: the request is sent above the hard limit.';
const EXIT =
  'Not sent: the request stays above the hard limit. The recording goes on, uncompressed.';

/** A summary that may replace the history, and the count that it leaves. */
interface PendingSummary {
  readonly calls: number;
  readonly count: number;
}

/** Qwen Code on one session. */
export class QwenRun extends UsageRun<QwenSettings> {
  readonly #results = new OldResults(this.input);
  /** Failures in a row: of compressions, and of rescues above the hard limit. */
  #failures = 0;
  #rescues = 0;
  /** Chars of the calls that stay open in the acknowledgement. */
  #open = 0;
  /** Model of the newest step, and what others last counted since the newest compression. */
  #model = -1;
  readonly #counts = new Map<number, Pick<LastUsage, 'total' | 'prompt' | 'until'>>();
  /** Tokens of the texts that entries have lost beside such calls. */
  readonly #texts = new Map<number, number>();

  override forget(): void {
    super.forget();
    this.#open = 0;
    this.#forgetModels();
    this.#results.restart(this.view);
    for (const [entry, text] of this.#texts) {
      this.input.requests.elide(this.view, entry, text, text);
      this.#results.lost += 4 * text;
    }
    this.changed();
    this.#failures = 0;
    this.#rescues = 0;
  }

  /** First entry of what this step sends: of two messages in a row the first was sent before, and failed. */
  #pending(step: number): number {
    const end = this.entriesAt(step);
    const before = step > 0 ? this.entriesAt(step - 1) : 0;
    const from = Math.max(this.view.covered, pendingFrom(this.input.profile, end));
    return before < end ? Math.max(from, before) : from;
  }

  #tokens(from: number, end: number): number {
    return inTokens(this.#chars(from, end));
  }

  #chars(from: number, end: number): number {
    const { entries } = qwenChars(this.input.profile);
    return floatAt(entries, end) - floatAt(entries, from);
  }

  /** Chars of the history in front of an entry, as it is now. */
  #history(end: number): number {
    const lead = this.view.injected
      ? this.view.summaryBytes + TRAILER + ACKNOWLEDGEMENT + this.#open
      : this.settings.reminders;
    return lead + this.#chars(this.view.covered, end) - this.#results.lost;
  }

  /** Clears old results before a message is counted. */
  override before(step: number): void {
    const end = this.entriesAt(step);
    const from = this.view.covered;
    const at = this.#pending(step);
    const prompt = !hasResults(this.input, at, end);
    const { results, keepResults: keep } = this.settings;
    const range = [from, at] as const;
    const made =
      prompt && this.#paused(step)
        ? this.#results.clear(step, this.view, range, keep)
        : this.#results.beyond(step, this.view, [from, at, prompt ? at : end], {
            most: results,
            keep,
          });
    if (made.count === 0) return;
    this.changed();
    const text = `${formatInteger(made.count)} old results cleared: −${formatInteger(made.chars)} chars.`;
    this.note(step, 'prune', text);
  }

  #paused(step: number): boolean {
    const { time } = this.input.profile.steps;
    const { minutes } = this.settings;
    if (minutes < 0 || step === 0) return false;
    return floatAt(time, step) - floatAt(time, step - 1) >= minutes * 60_000;
  }

  /** Counts are a model's: another one has none yet, or those that it had when it was left. */
  #adopt(step: number): void {
    const model = intAt(this.input.profile.steps.model, step);
    if (model < 0 || model === this.#model) return;
    const { total, prompt, until } = this.usage;
    if (this.#model >= 0) {
      this.#counts.set(this.#model, { total, prompt, until });
      Object.assign(this.usage, this.#counts.get(model) ?? { total: 0, prompt: 0, until: 0 });
    }
    this.#model = model;
  }

  #forgetModels(): void {
    this.#model = -1;
    this.#counts.clear();
  }

  /** The last prompt and response and what is sent now; without any usage everything. */
  own(step: number): number {
    this.#adopt(step);
    const end = this.entriesAt(step);
    const at = this.#pending(step);
    const { total } = this.usage;
    if (total === 0) return inTokens(this.#history(at) + this.#chars(at, end));
    return total + this.#tokens(at, end);
  }

  decide(step: number, value: number): void {
    const asked = this.byHand(step) || this.input.compactAt !== undefined;
    const hard = !asked && value >= qwenHard(this.settings);
    if (hard && this.#rescues >= MOST_FAILURES) {
      this.note(step, 'breaker', HARD_BREAKER);
      return;
    }
    if (!hard && !asked && this.#failures >= MOST_FAILURES) {
      this.note(step, 'breaker', BREAKER);
      return;
    }
    const made = this.#compress(step, value);
    if (hard) this.#rescue(step, made);
    else if (made !== null) this.#replace(step, made);
    else if (!asked && this.#tried) this.#failures++;
  }

  /** The summariser was asked. */
  #tried = false;

  /** Above the hard limit: what is then still above it is not sent. */
  #rescue(step: number, made: PendingSummary | null): void {
    const left =
      made === null
        ? Infinity
        : made.count + this.#tokens(this.#pending(step), this.entriesAt(step));
    if (made !== null && left < qwenHard(this.settings)) {
      this.#replace(step, made);
      return;
    }
    if (made !== null) this.#failures = 0;
    this.#rescues++;
    this.note(step, 'exit', EXIT);
  }

  /** Asks for a summary; null where there is none to use. */
  #compress(step: number, value: number): PendingSummary | null {
    const at = this.#pending(step);
    this.#tried = false;
    if (!this.view.injected && at - this.view.covered < 2) {
      this.note(step, 'no-op', FEW);
      return null;
    }
    this.#tried = true;
    const shared = this.#shares(value);
    const calls = this.#ask(step, at, shared);
    if (calls === 0) return null;
    const count = this.#counted(step, at, value, shared && calls === 1);
    if (count <= value) return { calls, count };
    const text = `INFLATED: the new history counts ${formatInteger(count)}, more than ${formatInteger(value)}. It is rejected.`;
    this.note(step, 'inflated', text);
    return null;
  }

  /** The summariser gets the agent's own request. */
  #shares(value: number): boolean {
    const { sharing, window } = this.settings;
    if (!sharing || this.usage.prompt === 0) return false;
    return value + inTokens(SHARED_DIRECTIVE) + SUMMARY_RESERVE <= window;
  }

  /** Calls of the summariser until it answers; 0 where it fails. */
  #ask(step: number, at: number, shared: boolean): number {
    const { summariser } = this.input;
    const { window, summaryCap } = this.settings;
    const head = inTokens(this.#history(at));
    if (shared) {
      summariser.call(head, summaryCap, 1);
      if (!summariser.failed) return 1;
    }
    const given = inTokens(this.#history(at) + this.#given(step, at)) + inTokens(PROMPT);
    const room = window - given - inTokens(DIRECTIVE) - MARGIN;
    const budget = Math.max(1, Math.min(SUMMARY_RESERVE, room));
    const calls = shared ? 2 : 1;
    summariser.call(head, Math.min(summaryCap, budget), calls);
    if (summariser.failed) this.note(step, 'failure', FAILED);
    else if (this.#output(step) >= budget) this.note(step, 'failure', CUT);
    else return calls;
    return 0;
  }

  /** Chars of the results that are sent now: the summariser reads them, else not the call without any. */
  #given(step: number, at: number): number {
    const end = this.entriesAt(step);
    return hasResults(this.input, at, end) ? this.#chars(at, end) : 0;
  }

  /** Real tokens of the summary. */
  #output(step: number): number {
    const { summariser } = this.input;
    if (summariser.tokens >= 0) return summariser.tokens;
    return Math.trunc(Math.floor(summariser.bytes / 4) * densityBefore(this.input, step));
  }

  /** The count after a compression: by what the summariser reported, or by the visible history. */
  #counted(step: number, at: number, value: number, shared: boolean): number {
    const output = this.#output(step);
    const results = this.#given(step, at);
    const input = this.#input(step, at);
    if (!shared && input > 0 && output > 0) {
      const replaced = Math.max(0, input - OWN_PROMPT - inTokens(results));
      return Math.max(0, value - replaced + output);
    }
    const { bytes } = this.input.summariser;
    const after = inTokens(bytes + TRAILER + ACKNOWLEDGEMENT + this.#openAt(at));
    return Math.max(0, value - inTokens(this.#history(at))) + after;
  }

  /** Real tokens of the summariser's own request. */
  #input(step: number, at: number): number {
    const { profile, requests } = this.input;
    const end = this.entriesAt(step);
    const request = intAt(requests.reference, step) + requests.referenceOffset;
    const behind = hasResults(this.input, at, end) ? 0 : sumBetween(profile.sum, at, end);
    const own = Math.floor(PROMPT / 4) + Math.floor(DIRECTIVE / 4);
    return Math.trunc(
      (request - requests.estimator.prefix - behind + own) * densityBefore(this.input, step),
    );
  }

  /** Chars of the calls in front of an entry that are still open. */
  #openAt(at: number): number {
    return at > this.view.covered ? callChars(this.input.profile, at - 1) : this.#open;
  }

  #replace(step: number, { calls, count }: PendingSummary): void {
    const { notes } = this.input;
    const at = this.#pending(step);
    const open = this.#openAt(at);
    this.putSummary(step, at, calls);
    this.#results.forget();
    this.#open = open;
    this.addText(ACKNOWLEDGEMENT);
    notes.kept.push({ step, ranges: open > 0 ? [[at - 1, at]] : [] });
    if (open > 0) this.#keepCalls(at - 1);
    this.#failures = 0;
    this.#rescues = 0;
    this.#counts.clear();
    this.usage.reset(count, at);
  }

  /** Puts an entry back without its texts, as a recording of Qwen Code's holds it: that is no blank of its own. */
  #keepCalls(entry: number): void {
    const { requests, profile } = this.input;
    requests.keep(this.view, entry, entry + 1);
    const text = intAt(profile.entries.kinds.text, entry);
    if (text > 0) {
      requests.elide(this.view, entry, text, text);
      this.#texts.set(entry, text);
    }
    this.changed();
  }
}
