import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { ContextGuardSettings } from './settings';
import { correctionOf } from '@/lib/engine/mechanisms/correction';
import { Estimate } from '@/lib/engine/mechanisms/estimate';
import {
  CompactionPasses,
  passRules,
  realReplaced,
  type PassRules,
} from '@/lib/engine/mechanisms/compaction-passes';
import { continuationBytes } from '@/lib/engine/mechanisms/summary-text';
import type { PolicyInput, PolicyRun } from '@/lib/engine/policy/policy';
import { RecordingMatch } from '@/lib/engine/policy/loop/recording-match';
import { replaceLog, wholeLog } from '@/lib/engine/policy/requests';

/** Said once per compaction whose summariser failed. */
const MECHANICAL = 'The summariser failed: the mechanical summary is used.';
const UNCHANGED = 'The summariser failed: the request is sent unchanged.';

/** One replay of a version that summarises everything: its two callbacks as one loop over numbers. */
export class ThresholdRun implements PolicyRun<ContextGuardSettings> {
  readonly #input: PolicyInput;
  readonly #summary: CompactionPasses;
  readonly #spoofed: boolean;
  /** The reference's own estimator. */
  readonly #plain: boolean;
  /** Estimate that decides instead of the policy's rule; null for that rule. */
  #estimate: Estimate | null = null;
  #settings: ContextGuardSettings;
  #rules: PassRules;
  #cap = 0;
  #view = wholeLog();
  /** The view is another than when the last request was sent. */
  #isChanged = false;
  readonly #match: RecordingMatch;
  #watermark = 0;
  /** Entries inside the stored summary. */
  #summarised = 0;
  /** The next step to decide. */
  #next = 0;
  /** State: the newest reported real and the heuristic stored with it. */
  #real = 0;
  #last = 0;
  /** Step from which the stored summary's columns are not written yet. */
  #pending = 0;

  constructor(settings: ContextGuardSettings, input: PolicyInput) {
    this.#settings = settings;
    this.#input = input;
    this.#summary = new CompactionPasses(input);
    this.#match = new RecordingMatch(input);
    this.#view.recorded = this.#match.at;
    this.#rules = this.#rulesOf(settings);
    // A first user text that looks like a summary turns injection off for the whole session.
    const first = input.profile.entries.flags[0] ?? 0;
    this.#spoofed = (first & entryFlag.summaryHeader) !== 0;
    this.#plain = input.requests.heuristic === input.requests.reference;
  }

  configure(settings: ContextGuardSettings): void {
    this.#settings = settings;
    this.#rules = this.#rulesOf(settings);
  }

  #rulesOf(settings: ContextGuardSettings): PassRules {
    this.#cap = settings.capped ? settings.cap : Infinity;
    if (settings.estimator === 'own') this.#estimate = null;
    else if (this.#estimate) this.#estimate.configure(settings);
    else this.#estimate = new Estimate(settings, this.#input);
    return passRules(settings, this.#estimate);
  }

  forget(): void {
    this.#view = wholeLog();
    this.#isChanged = true;
    this.#watermark = 0;
    this.#summarised = 0;
    this.#real = 0;
    this.#last = 0;
    this.#estimate?.forget();
  }

  advance(end: number): void {
    const { requests, columns } = this.#input;
    const from = this.#next;
    if (from >= end) return;
    columns.watermarkBefore[from] = this.#watermark;
    columns.lastReal[from] = this.#real;
    columns.lastHeuristic[from] = this.#last;
    const fast = this.#plain && this.#estimate === null;
    let i = from;
    const { attempts } = this.#settings;
    const match = this.#match;
    while (i < end) {
      const step = i;
      if (this.#isChanged || step >= match.boundary)
        match.compare(step, this.#view, this.#isChanged);
      requests.look(step, this.#view);
      const asked = attempts > 0 ? this.#asked(step) : Infinity;
      const until = Math.min(requests.until, end, Math.max(asked, step + 1), match.boundary);
      const least = attempts === 0 ? Infinity : asked === step ? -Infinity : this.#rules.threshold;
      i = fast ? this.#hold(step, until, least) : this.#holdVariant(step, until, least);
      if (i > step) this.#matched(step);
      if (i < until) this.#fire(i++);
    }
    this.#next = end;
    this.#finish(from, end);
  }

  /** The request last compared was sent. */
  #matched(step: number): void {
    this.#match.sent(step);
    this.#isChanged = false;
  }

  /** The next step before which the user compacts; Infinity for none. */
  #asked(from: number): number {
    return this.#input.byHand?.find((step) => step >= from) ?? Infinity;
  }

  /**
   * Decides steps from `from` on, while none reaches `least`; returns the step that does, else `until`. Free
   * of calls, and its numbers are marked as such: the engine then keeps everything in registers.
   */
  #hold(from: number, until: number, least: number): number {
    const { requests, columns, profile } = this.#input;
    const { heuristic: whole, real: wholeReal, ratio, reported } = requests;
    const { heuristic, correction, calibrated, decision, heuristicSent, contentsSent } = columns;
    const { real: sentReal, realAfter } = columns;
    const entries = profile.steps.entries;
    const cap = +this.#cap;
    const floor = +this.#settings.floor;
    const factor = +this.#settings.factor;
    const threshold = +least;
    const shift = requests.heuristicOffset | 0;
    const realShift = +requests.realOffset;
    const contents = ((this.#view.injected ? 1 : 0) - this.#view.covered) | 0;
    let real = +this.#real;
    let last = this.#last | 0;
    let i = from | 0;
    for (; i < until; i++) {
      const h = (whole[i] as number) + shift;
      const c = correctionOf(real, last, factor, floor, cap);
      const scaled = Math.trunc(h * c);
      const value = real > scaled ? real : scaled;
      heuristic[i] = h;
      correction[i] = c;
      calibrated[i] = scaled;
      decision[i] = value;
      if (value >= threshold) break;
      const sized =
        ratio === null ? (wholeReal[i] as number) + realShift : h * (ratio[i] as number);
      const sent = sized > 0 ? Math.trunc(sized) : 0;
      heuristicSent[i] = h;
      contentsSent[i] = (entries[i] as number) + contents;
      sentReal[i] = sent;
      if (reported[i] === 1 && sent > 0) real = sent;
      realAfter[i] = real;
      last = h;
    }
    this.#real = real;
    this.#last = last;
    return i;
  }

  /** {@link #hold} for other estimators and estimates; the request is sized by the reference's count. */
  #holdVariant(from: number, until: number, least: number): number {
    const { requests, columns: out } = this.#input;
    let i = from;
    for (; i < until; i++) {
      const h = (requests.heuristic[i] as number) + requests.heuristicOffset;
      out.heuristic[i] = h;
      const value = this.#estimate?.value(i, h, this.#real, this.#last) ?? this.#own(i, h);
      out.decision[i] = value;
      if (value >= least) break;
      this.#send(i, h);
    }
    return i;
  }

  /** The policy's own rule, with its operands. */
  #own(i: number, h: number): number {
    const { columns: out } = this.#input;
    const { floor, factor } = this.#settings;
    const correction = correctionOf(this.#real, this.#last, factor, floor, this.#cap);
    const calibrated = Math.trunc(h * correction);
    out.correction[i] = correction;
    out.calibrated[i] = calibrated;
    return Math.max(this.#real, calibrated);
  }

  /** Sends the request of the view last looked at, and takes the provider's count. */
  #send(i: number, heuristic: number): void {
    const { requests, columns: out, profile } = this.#input;
    const { injected, covered } = this.#view;
    out.heuristicSent[i] = heuristic;
    out.contentsSent[i] = (profile.steps.entries[i] as number) - covered + (injected ? 1 : 0);
    this.#last = heuristic;
    this.#take(i, requests.realAt(i, 0));
  }

  /** Real tokens of a step's request; where they are reported, the policy keeps them. */
  #take(i: number, sent: number): void {
    const { requests, columns: out } = this.#input;
    out.real[i] = sent;
    if (requests.reported[i] === 1 && sent > 0) {
      this.#real = sent;
      this.#estimate?.observe(i, this.#last, sent);
    }
    out.realAfter[i] = this.#real;
  }

  /** The step that reached the threshold: compacts, then takes the provider's count. */
  #fire(i: number): void {
    const { requests, columns: out, profile, notes } = this.#input;
    const { quoteRequest, summary } = this.#settings;
    const quoted = quoteRequest ? (profile.steps.requestBytes[i] as number) : 0;
    this.#store(i);
    this.#summary.run(i, this.#view, this.#rules, continuationBytes(quoted));
    const { passed, failed, passes, contents } = this.#summary;
    out.attempts[i] = passes;
    out.summarizerContents[i] = contents;
    // The mechanical summary that was asked for is no failure.
    if (passed || (failed && summary !== 'fallback' && summary !== 'empty')) {
      notes.events.push({ step: i, kind: 'failure', text: passed ? UNCHANGED : MECHANICAL });
    }
    if (passed) {
      this.#pending = i;
      this.#send(i, out.heuristic[i] as number);
      this.#matched(i);
      return;
    }
    out.realBefore[i] = requests.realAt(i, 0);
    this.#replace(i);
    if (this.#settings.resetCalibration) {
      this.#real = 0;
      this.#estimate?.reset();
    }
    this.#last = this.#summary.sent;
    this.#take(i, realReplaced(requests, this.#view, i, this.#summary));
    this.#stored();
  }

  /** Puts the new summary in place of everything, and sends it with the continuation. */
  #replace(i: number): void {
    const { profile, columns: out } = this.#input;
    const view = this.#view;
    const { bytes, tokens, added, sent } = this.#summary;
    const n = profile.steps.entries[i] as number;
    replaceLog(view, { injected: true, covered: n, summaryBytes: bytes, summaryTokens: tokens }, i);
    this.#match.summarised(i);
    const standing = this.#match.compare(i, view, true);
    this.#matched(i);
    out.reproduced[i] = standing === 'recorded' && this.#match.begins(i) ? 1 : 0;
    this.#watermark = this.#settings.stripCovered ? n : 0;
    this.#summarised = n;
    out.watermarkAfter[i] = this.#watermark;
    out.summaryBytes[i] = view.summaryBytes;
    out.summaryTokens[i] = view.summaryTokens;
    out.compacted[i] = 1;
    out.injected[i] = 1;
    out.covered[i] = n;
    out.summarised[i] = n;
    out.contentsSent[i] = 2;
    out.addedTokens[i] = added;
    out.heuristicSent[i] = sent;
    this.#pending = i + 1;
  }

  /** The next requests hold the stored summary and what came since: where it is put in front, and strips. */
  #stored(): void {
    const view = this.#view;
    const injected = view.summaryBytes > 0 && !this.#spoofed;
    if (injected && this.#settings.stripCovered) return;
    const { summaryBytes, summaryTokens } = view;
    replaceLog(view, { injected, covered: 0, summaryBytes, summaryTokens }, -1);
    this.#isChanged = true;
  }

  /** Columns that follow from the others, written as blocks. */
  #finish(from: number, end: number): void {
    const { columns: out, requests } = this.#input;
    this.#store(end);
    out.window.fill(this.#settings.window, from, end);
    out.buffer.fill(this.#rules.buffer, from, end);
    out.threshold.fill(this.#rules.threshold, from, end);
    out.heuristicRaw.set(requests.heuristic.subarray(from, end), from);
    out.lastHeuristicAfter.set(out.heuristicSent.subarray(from, end), from);
    out.watermarkBefore.set(out.watermarkAfter.subarray(from, end - 1), from + 1);
    out.lastReal.set(out.realAfter.subarray(from, end - 1), from + 1);
    out.lastHeuristic.set(out.heuristicSent.subarray(from, end - 1), from + 1);
  }

  /** Writes what the stored summary is for the steps since the last call, up to `end`. */
  #store(end: number): void {
    const { columns: out } = this.#input;
    const from = this.#pending;
    const view = this.#view;
    this.#pending = end;
    // A compaction of a request without entries leaves a summary of none.
    if ((this.#summarised === 0 && !view.injected) || from >= end) return;
    const { watermarkAfter, summaryBytes, summaryTokens, covered, summarised, injected } = out;
    const watermark = this.#watermark | 0;
    const bytes = view.summaryBytes | 0;
    const tokens = view.summaryTokens | 0;
    const first = view.covered | 0;
    const inside = (view.injected ? this.#summarised : 0) | 0;
    const bit = view.injected ? 1 : 0;
    // One loop instead of a fill a column: most runs of steps are short.
    for (let i = from; i < end; i++) {
      watermarkAfter[i] = watermark;
      summaryBytes[i] = bytes;
      summaryTokens[i] = tokens;
      covered[i] = first;
      summarised[i] = inside;
      injected[i] = bit;
    }
  }
}
