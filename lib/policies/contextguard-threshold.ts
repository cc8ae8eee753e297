/**
 * ContextGuard's threshold strategy.
 * achetronic/adk-utils-go, plugin/contextguard/compaction_strategy_threshold.go, commit 113391a.
 *
 * Before each call: replace what the stored summary covers; calibrate the heuristic with the last
 * real count; at or above window − buffer summarise everything (oldest entries are cut to 80 % of
 * the window for the summariser, a failed call leaves the mechanical summary), send summary and
 * continuation only, forget the calibration, and repeat while the raw heuristic is still at or
 * above the threshold. After each call: store the provider's count.
 */
import * as z from 'zod';
import { entryFlag } from '@/lib/tokens/entry-table';
import { contextGuardBuffer } from './mechanisms/buffer';
import { correctionOf } from './mechanisms/correction';
import {
  continuationBytes,
  continuationInFallback,
  fallbackBytes,
  summaryEntryTokens,
  summaryInFallback,
} from './mechanisms/summary-text';
import { definePolicy, type PolicyInput, type PolicyRun } from './policy';
import { wholeLog } from './requests';
import { summarySettings } from './summary';

/** Share of the window the summariser's input may take. */
const SUMMARIZER_SHARE = 0.8;
/** Output cap of the summariser, as a share of the buffer. */
const CAP_SHARE = 0.5;

const settings = z.strictObject({
  window: z.int().min(0).max(100_000_000).default(200_000).meta({
    label: 'Context window',
    unit: 'tokens',
  }),
  cap: z.number().min(0).max(1_000).default(5).meta({ label: 'Correction cap', unit: '×' }),
  factor: z.number().min(0).max(1_000).default(2.5).meta({ label: 'Default factor', unit: '×' }),
  floor: z.number().min(0).max(1_000).default(1).meta({ label: 'Correction floor', unit: '×' }),
  attempts: z.int().min(0).max(20).default(3).meta({ label: 'Compaction attempts' }),
  quoteRequest: z.boolean().default(true).meta({ label: 'Continuation quotes the request' }),
  resetCalibration: z.boolean().default(true).meta({ label: 'Reset after compaction' }),
  ...summarySettings.shape,
});

/** Settings of the ContextGuard threshold policy; defaults are the reference's. */
export type ContextGuardSettings = z.infer<typeof settings>;

/** One replay: the reference's two callbacks as one loop over numbers. */
class ThresholdRun implements PolicyRun<ContextGuardSettings> {
  readonly #input: PolicyInput;
  readonly #spoofed: boolean;
  #settings: ContextGuardSettings;
  #buffer = 0;
  #threshold = 0;
  #budget = 0;
  #view = wholeLog();
  #watermark = 0;
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
    this.configure(settings);
    // A first user text that looks like a summary turns injection off for the whole session.
    const first = input.profile.entries.flags[0] ?? 0;
    this.#spoofed = (first & entryFlag.summaryHeader) !== 0;
  }

  configure(settings: ContextGuardSettings): void {
    this.#settings = settings;
    this.#buffer = contextGuardBuffer(settings.window);
    this.#threshold = settings.window - this.#buffer;
    this.#budget = Math.trunc(settings.window * SUMMARIZER_SHARE);
  }

  forget(): void {
    this.#view = { ...wholeLog(), recorded: this.#watermark > 0 ? -1 : this.#view.recorded };
    this.#watermark = 0;
    this.#real = 0;
    this.#last = 0;
  }

  advance(end: number): void {
    const { requests, columns } = this.#input;
    const from = this.#next;
    if (from >= end) return;
    columns.watermarkBefore[from] = this.#watermark;
    columns.lastReal[from] = this.#real;
    columns.lastHeuristic[from] = this.#last;
    let i = from;
    while (i < end) {
      requests.look(i, this.#view);
      const until = Math.min(requests.until, end);
      i = this.#hold(i, until);
      if (i < until) this.#fire(i++);
    }
    this.#next = end;
    this.#finish(from, end);
  }

  /**
   * Decides steps from `from` on, while none fires; returns the step that does, else `until`. Free
   * of calls, and its numbers are marked as such: the engine then keeps everything in registers.
   */
  #hold(from: number, until: number): number {
    const { requests, columns, profile } = this.#input;
    const { heuristic: whole, real: wholeReal, ratio, reported } = requests;
    const { heuristic, correction, calibrated, decision, heuristicSent, contentsSent } = columns;
    const { real: sentReal, realAfter } = columns;
    const entries = profile.steps.entries;
    const cap = +this.#settings.cap;
    const floor = +this.#settings.floor;
    const factor = +this.#settings.factor;
    const threshold = this.#settings.attempts > 0 ? +this.#threshold : Infinity;
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

  /** The step that reached the threshold: compacts, then takes the provider's count. */
  #fire(i: number): void {
    const { requests, columns: out } = this.#input;
    const ratio = requests.ratio?.[i];
    const before =
      ratio === undefined
        ? (requests.real[i] as number) + requests.realOffset
        : (out.heuristic[i] as number) * ratio;
    out.realBefore[i] = Math.trunc(before);
    this.#compact(i);
    if (this.#settings.resetCalibration) this.#real = 0;
    this.#last = out.heuristicSent[i] as number;
    const sent = Math.trunc(
      ratio === undefined
        ? requests.replaced(i, this.#view, out.addedTokens[i] as number)
        : this.#last * ratio,
    );
    out.real[i] = sent;
    if (requests.reported[i] === 1 && sent > 0) this.#real = sent;
    out.realAfter[i] = this.#real;
  }

  /** Columns that follow from the others, written as blocks. */
  #finish(from: number, end: number): void {
    const { columns: out, requests } = this.#input;
    this.#store(end);
    out.window.fill(this.#settings.window, from, end);
    out.buffer.fill(this.#buffer, from, end);
    out.threshold.fill(this.#threshold, from, end);
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
    if (this.#watermark === 0 || from >= end) return;
    const { watermarkAfter, summaryBytes, summaryTokens, covered, summarised, injected } = out;
    const watermark = this.#watermark | 0;
    const bytes = view.summaryBytes | 0;
    const tokens = view.summaryTokens | 0;
    const first = view.covered | 0;
    const bit = view.injected ? 1 : 0;
    // One loop instead of a fill a column: most runs of steps are short.
    for (let i = from; i < end; i++) {
      watermarkAfter[i] = watermark;
      summaryBytes[i] = bytes;
      summaryTokens[i] = tokens;
      covered[i] = first;
      summarised[i] = first;
      injected[i] = bit;
    }
  }

  /** Heuristic of the entries from `from` to the request's last, thoughts of the turn included. */
  #entriesTokens(i: number, from: number): number {
    const { sum, thoughtSum, steps } = this.#input.profile;
    const n = steps.entries[i] as number;
    const turn = steps.turnStart[i] as number;
    const thoughtsFrom = from > turn ? from : turn;
    return (
      (sum[n] as number) -
      (sum[from] as number) +
      (thoughtSum[n] as number) -
      (thoughtSum[thoughtsFrom] as number)
    );
  }

  /** First entry left after the oldest are dropped to the budget; never fewer than two contents. */
  #truncate(i: number, from: number): number {
    const last = (this.#input.profile.steps.entries[i] as number) - 2;
    let low = from;
    let high = last > from ? last : from;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#entriesTokens(i, middle) <= this.#budget) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Summarises everything, in passes, until the raw heuristic is below the threshold. */
  #compact(i: number): void {
    const { profile, columns: out, requests, summariser } = this.#input;
    const { fallbackSum, steps } = profile;
    const { attempts, quoteRequest } = this.#settings;
    this.#store(i);
    const view = this.#view;
    const covered = view.covered;
    const n = steps.entries[i] as number;
    const continuation = continuationBytes(quoteRequest ? (steps.requestBytes[i] as number) : 0);
    const head = view.injected ? summaryEntryTokens(view.summaryBytes) : 0;
    const whole = head + this.#entriesTokens(i, covered);
    // Over budget the injected summary is the oldest content, so it is the first to go.
    const cut = whole > this.#budget && n - covered + (view.injected ? 1 : 0) > 2;
    const from = cut ? this.#truncate(i, covered) : covered;
    const keepsSummary = view.injected && !cut;
    out.summarizerContents[i] = n - from + (keepsSummary ? 1 : 0);
    let texts = (fallbackSum[n] as number) - (fallbackSum[from] as number);
    if (keepsSummary) texts += summaryInFallback(view.summaryBytes);
    let headTokens = cut ? this.#entriesTokens(i, from) : whole;
    let sent = 0;
    let passes = 0;
    while (passes < attempts) {
      passes++;
      summariser.call(headTokens, this.#buffer * CAP_SHARE, passes);
      view.summaryTokens = summariser.failed ? -1 : summariser.tokens;
      view.summaryBytes = summariser.failed
        ? fallbackBytes(view.summaryBytes, texts)
        : summariser.bytes;
      headTokens = summaryEntryTokens(view.summaryBytes) + (continuation >> 2);
      sent = requests.ruler.prefix + headTokens;
      if (sent < this.#threshold) break;
      texts = summaryInFallback(view.summaryBytes) + continuationInFallback(continuation);
    }
    this.#watermark = n;
    out.watermarkAfter[i] = n;
    out.summaryBytes[i] = view.summaryBytes;
    out.summaryTokens[i] = view.summaryTokens;
    out.compacted[i] = 1;
    out.attempts[i] = passes;
    out.injected[i] = 1;
    out.covered[i] = n;
    out.summarised[i] = n;
    out.contentsSent[i] = 2;
    out.addedTokens[i] = continuation >> 2;
    out.heuristicSent[i] = sent;
    this.#pending = i + 1;
    view.injected = view.summaryBytes > 0 && !this.#spoofed;
    view.covered = view.injected ? n : 0;
    view.since = view.injected ? i : -1;
    requests.follow(i, view);
    out.reproduced[i] = view.recorded > 0 ? 1 : 0;
  }
}

/** ContextGuard threshold, latest reference version. */
export const contextGuardThreshold = definePolicy({
  id: 'contextguard-threshold',
  label: 'ContextGuard threshold',
  provenance: {
    repository: 'github.com/achetronic/adk-utils-go',
    path: 'plugin/contextguard/compaction_strategy_threshold.go',
    version: 'v1.1.0 (113391a)',
    fidelity: 'exact',
  },
  decides: true,
  fires: '>=',
  settings,
  presets: [
    { id: 'reference', label: 'Reference defaults', settings: { cap: 5, factor: 2.5, floor: 1 } },
    {
      id: 'conservative',
      label: 'Conservative: no usage reported',
      settings: { cap: 10, factor: 4 },
    },
    { id: 'workaround', label: 'WithMaxTokens(180000)', settings: { window: 180_000 } },
  ],
  begin: (chosen, input) => new ThresholdRun(chosen, input),
});
