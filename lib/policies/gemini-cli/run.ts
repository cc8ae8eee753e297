import { counted, formatInteger } from '@/lib/engine/base/format';
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { responseEnd, turnStartIn } from '@/lib/engine/mechanisms/ceiled-estimator';
import { inlineRule } from '@/lib/engine/mechanisms/estimate';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { noTexts, Responses, type Cuts, type CutTexts } from './responses';
import type { GeminiSettings } from './settings';
import {
  ACKNOWLEDGEMENT,
  between,
  historySizes,
  leadJson,
  leadQuarters,
  type HistorySizes,
} from './sizes';

const { response: RESPONSE, call: CALL, user: USER, context: CONTEXT } = entryFlag;

/** Gemini CLI at work. */
export class GeminiRun extends ViewRun<GeminiSettings> {
  readonly #sizes: HistorySizes;
  readonly #responses: Responses;
  /**
   * The first response with usage, which Gemini's always have; up to it the history is estimated. No
   * later one says what was known before.
   */
  readonly #firstReported: number;
  /** lastPromptTokenCount, and what it was when the last request was sent. */
  #count: number;
  #shown: number;
  /** Entries of the environment at the log's begin, which each new history begins with too. */
  readonly #preface: number;
  /** A compression was inflated. */
  #latched = false;
  /** It was said that the estimate counts since. */
  #said = false;

  constructor(chosen: GeminiSettings, input: PolicyInput) {
    super(chosen, input);
    const { profile } = input;
    this.#sizes = historySizes(profile, inlineRule(chosen));
    this.#responses = new Responses(input, this.#sizes);
    const first = profile.steps.flags.findIndex((flags) => (flags & stepFlag.reported) !== 0);
    this.#firstReported = first < 0 ? profile.stepCount : first;
    this.#count = chosen.environment;
    this.#shown = chosen.environment;
    this.loop.trigger = -Infinity;
    const { flags } = profile.entries;
    const said = flags.findIndex((kind) => (kind & CONTEXT) === 0);
    this.#preface = said < 0 ? 0 : said;
  }

  override configure(settings: GeminiSettings): void {
    super.configure(settings);
    this.#responses.configure();
    this.loop.trigger = -Infinity;
  }

  override forget(): void {
    super.forget();
    this.#count = this.settings.environment;
    this.#shown = this.settings.environment;
    this.#latched = false;
    this.#said = false;
    this.#responses.forget();
  }

  override state(): number {
    return this.#count;
  }

  own(step: number): number {
    if (step > this.#firstReported && !this.#isResumed(step)) return this.#count;
    return this.#estimate(this.#historyEnd(step), noTexts);
  }

  /** The program was started again before it: no response tells what the history counts. */
  #isResumed(step: number): boolean {
    const { head, steps } = this.input.profile;
    return head.labels[intAt(steps.label, step)] === 'resumed';
  }

  /** End of the history: the request itself is not in it. */
  #historyEnd(step: number): number {
    const { profile } = this.input;
    if (step === 0) return 0;
    const [answer, end] = [responseEnd(profile, this.entriesAt(step - 1)), this.entriesAt(step)];
    return this.#isResumed(step) ? turnStartIn(profile, answer, end) : Math.min(end, answer);
  }

  get #lead() {
    const { environment } = this.settings;
    return { environment, summary: this.view.injected ? this.view.summaryBytes : -1 };
  }

  /** What stands before the log's entries in quarters of a token, after a compression its first ones with it. */
  get #leadQuarters(): number {
    const preface = this.view.injected ? floatAt(this.#sizes.quarters, this.#preface) : 0;
    return leadQuarters(this.#lead) + preface;
  }

  /** Quarters of a token of the log's entries [from, end), some responses made shorter. */
  #quarters(from: number, end: number, cut: CutTexts): number {
    let quarters = between(this.#sizes.quarters, from, end);
    for (const [entry, change] of this.#responses.changes(cut)) {
      if (entry >= from && entry < end) quarters += change;
    }
    return quarters;
  }

  /** Estimate of the history before `end`, rounded down once. */
  #estimate(end: number, cut: CutTexts): number {
    const { covered } = this.view;
    const change = this.#responses.change(cut);
    const entries = end > covered ? between(this.#sizes.quarters, covered, end) + change : 0;
    return Math.floor((this.#leadQuarters + entries) / 4);
  }

  /** Called at every step: whatever the count, old tool outputs are masked before each request. */
  decide(step: number, value: number): void {
    const end = this.#historyEnd(step);
    if (value >= this.threshold || this.#asked(step)) this.#shrink(step, end, value);
    this.#mask(step, end);
  }

  #asked(step: number): boolean {
    return this.input.compactAt !== undefined || this.byHand(step);
  }

  #shrink(step: number, end: number, value: number): void {
    const { covered } = this.view;
    const { window, responseBudget, responseMost } = this.settings;
    const most = Math.max(0, Math.min(4 * (window - this.#shown), responseMost));
    const from = Math.min(covered, end);
    const cut = this.#responses.beyond(responseBudget, most, from, end);
    // A forced compression tries again.
    if (this.#latched && !this.#asked(step)) this.#truncate(step, end, value, cut);
    else this.#compress(step, end, value, cut);
  }

  #mask(step: number, end: number): void {
    const { covered } = this.view;
    if (end <= covered) return;
    const { maskProtect, maskLeast } = this.settings;
    const cut = this.#responses.maskedBeyond(maskProtect, maskLeast, covered, end);
    if (cut.size === 0) return;
    this.#count = this.#estimate(end, cut);
    const made = this.#responses.replace(step, this.view, cut);
    this.#say(step, made, `older than the newest ${formatInteger(maskProtect)} tokens masked`);
  }

  /** After an inflated compression: only responses are cut, where that counts less. */
  #truncate(step: number, end: number, value: number, cut: CutTexts): void {
    const now = this.#estimate(end, cut);
    if (now >= value) return;
    this.#count = now;
    this.#shown = now;
    const made = this.#responses.replace(step, this.view, cut);
    if (made.count > 0) this.#say(step, made, this.#beyondBudget);
    if (made.count > 0 || this.#said) return;
    const text = `No summary is asked for again: the history’s estimate, ${formatInteger(now)}, becomes the count, likewise later.`;
    this.note(step, 'estimated', text);
    this.#said = true;
  }

  get #beyondBudget(): string {
    const budget = formatInteger(this.settings.responseBudget);
    return `beyond the newest ${budget} tokens cut to head and tail`;
  }

  /** Says how many responses a step made shorter. */
  #say(step: number, { count, saved }: Cuts, how: string): void {
    this.changed();
    const text = `${counted(count, 'function response')} ${how}: −${formatInteger(saved)} tokens.`;
    this.note(step, 'prune', text);
  }

  /** First entry kept; −1 where nothing would be compressed. */
  #cut(step: number, end: number, cut: CutTexts): number {
    const { json, seams } = this.#sizes;
    const from = this.view.covered;
    const changes = this.#responses.changes(cut);
    let changed = 0;
    for (const [entry, change] of changes) if (entry >= from && entry < end) changed += change;
    const own = this.view.injected ? floatAt(json, this.#preface) : 0;
    const lead = leadJson(this.#lead) + own;
    const target = (lead + between(json, from, end) + changed) * (1 - this.settings.keep);
    // The log's first message is one with the environment's: there is nothing before it.
    const first = this.view.injected ? from : from + 1;
    let last = -1;
    let before = lead - floatAt(json, from);
    for (let entry = from; entry < end; entry++) {
      if (entry >= first && byteAt(seams, entry) === 1) {
        if (before + floatAt(json, entry) >= target) return entry;
        last = entry;
      }
      if (changes.size > 0) before += changes.get(entry) ?? 0;
    }
    return this.#isClosed(step, end) ? end : last;
  }

  /** The history ends with a message of the model's that calls nothing. */
  #isClosed(step: number, end: number): boolean {
    if (end <= this.view.covered) return this.view.injected;
    const { profile } = this.input;
    const { flags } = profile.entries;
    // Results that a resume sends twice stand behind the answer here, and before it in the program.
    const answer = step === 0 ? end : responseEnd(profile, this.entriesAt(step - 1));
    let entry = Math.min(end, answer) - 1;
    if ((byteAt(flags, entry) & (USER | RESPONSE)) !== 0) return false;
    for (; entry >= this.view.covered && (byteAt(flags, entry) & USER) === 0; entry--) {
      if ((byteAt(flags, entry) & CALL) !== 0) return false;
    }
    return true;
  }

  #compress(step: number, end: number, value: number, texts: CutTexts): void {
    const { summariser } = this.input;
    const { covered, injected } = this.view;
    const cut = end > covered || injected ? this.#cut(step, Math.max(end, covered), texts) : -1;
    if (cut < 0) {
      this.note(step, 'no-op', 'No user message to cut at: nothing is compressed.');
      return;
    }
    summariser.call(this.#head(cut, texts), this.settings.summaryCap, 1);
    if (summariser.failed) {
      this.note(step, 'failure', 'The summary is empty or failed: nothing is compressed.');
      return;
    }
    const { environment } = this.settings;
    const kept = cut < end ? this.#quarters(cut, end, texts) : 0;
    const own = floatAt(this.#sizes.quarters, Math.min(this.#preface, cut));
    const lead = leadQuarters({ environment, summary: summariser.bytes }) + own;
    const now = Math.floor((lead + kept) / 4);
    if (now > value) {
      this.#latched = !this.#asked(step);
      const text = `INFLATED: the new history counts ${formatInteger(now)}, more than ${formatInteger(value)}. It is rejected${this.#asked(step) ? '' : '; from now on only function responses are cut'}.`;
      this.note(step, 'inflated', text);
      return;
    }
    this.putSummary(step, cut, 2);
    const cuts = this.#responses.carry(step, this.view, texts, cut);
    this.addText(ACKNOWLEDGEMENT);
    if (this.#preface > 0 && cut >= this.#preface) this.keepRanges(step, [[0, this.#preface]]);
    if (cuts.count > 0) this.#say(step, cuts, this.#beyondBudget);
    this.#count = now;
    this.#shown = now;
    this.reportOrphans(step, cut);
  }

  /** Tokens that the summariser reads: the responses whole where that is below the limit. */
  #head(cut: number, texts: CutTexts): number {
    const lead = this.#leadQuarters;
    const { covered } = this.view;
    const whole = Math.floor((lead + this.#quarters(covered, cut, noTexts)) / 4);
    if (whole < this.settings.window) return whole;
    return Math.floor((lead + this.#quarters(covered, cut, texts)) / 4);
  }

  override after(_step: number, _h: number, real: number): void {
    this.#shown = this.#count;
    if (real > 0) this.#count = real;
  }
}
