import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { FirstReach } from './first-reach';
import type { ContextGuardSettings } from './settings';
import {
  CompactionPasses,
  passRules,
  realReplaced,
  type PassInput,
  type PassRules,
} from '@/lib/engine/mechanisms/compaction-passes';
import { correctionOf } from '@/lib/engine/mechanisms/correction';
import { continuationBytes } from '@/lib/engine/mechanisms/summary-text';
import { RecordingMatch } from '@/lib/engine/policy/loop/recording-match';
import {
  replaceLog,
  wholeLog,
  type Replacement,
  type SummaryView,
} from '@/lib/engine/policy/requests';
import type { TotalsInput, TotalsRun } from '@/lib/engine/policy/totals';

/**
 * `ThresholdRun` for totals: the same loop without columns and notes, and without allocation. Only
 * the policy's own rule: an estimate that decides in its place is left to a replay.
 */
export class ThresholdTotals implements TotalsRun<ContextGuardSettings> {
  compactions = 0;
  passes = 0;
  overflowSteps = 0;
  firstOverflow = -1;
  sent = 0;
  unused = 0;
  readonly #input: TotalsInput<ContextGuardSettings>;
  readonly #spoofed: boolean;
  readonly #view: SummaryView = wholeLog();
  #settings: ContextGuardSettings;
  /** What compactions read; its requests are those of the settings' form. */
  readonly #sizes: { -readonly [K in keyof PassInput]: PassInput[K] } & { readonly notes: null };
  readonly #summary: CompactionPasses;
  #rules: PassRules;
  #cap = 0;
  #limit = Infinity;
  /** Largest request that does not overflow at the steps decided now. */
  #most = Infinity;
  /** State: the newest reported real and the heuristic stored with it. */
  #real = 0;
  #last = 0;
  /** Compares requests with the recorded ones; the view is another than when the last was sent. */
  readonly #match: RecordingMatch;
  #isChanged = false;
  /** Runs under the present form, and what the second of them looked up for the others. */
  #runs = 0;
  #reach: FirstReach | undefined;

  constructor(settings: ContextGuardSettings, input: TotalsInput<ContextGuardSettings>) {
    this.#input = input;
    this.#settings = settings;
    const { profile } = input;
    this.#spoofed = ((profile.entries.flags[0] ?? 0) & entryFlag.summaryHeader) !== 0;
    const [requests, summariser] = [input.requests(settings), input.summariser(settings)];
    this.#sizes = { profile, requests, summariser, notes: null };
    this.#match = new RecordingMatch(this.#sizes);
    this.#summary = new CompactionPasses(this.#sizes);
    this.#rules = passRules(settings, null);
  }

  run(settings: ContextGuardSettings, limit: number): boolean {
    if (settings.estimator !== 'own') return false;
    this.#begin(settings, limit);
    const { profile, refusals } = this.#input;
    const { requests } = this.#sizes;
    const end = profile.stepCount;
    let refusal = 0;
    let i = this.#skip();
    const match = this.#match;
    while (i < end) {
      const step = i;
      if (this.#isChanged || step >= match.boundary)
        match.compare(step, this.#view, this.#isChanged);
      requests.look(step, this.#view);
      const alone = refusals[refusal] ?? end;
      if (step === alone) {
        refusal++;
        this.#refused(i++);
        continue;
      }
      const until = Math.min(requests.until, alone, match.boundary);
      i = this.#decide(step, until);
      if (i < until) this.#fire(i++);
    }
    return true;
  }

  #begin(settings: ContextGuardSettings, limit: number): void {
    this.#takeForm(settings);
    this.#settings = settings;
    this.#sizes.summariser = this.#input.summariser(settings);
    this.#rules = passRules(settings, null);
    this.#cap = settings.capped ? settings.cap : Infinity;
    this.#limit = limit;
    this.#most = limit;
    this.#real = 0;
    this.#last = 0;
    this.#match.restart();
    this.#isChanged = false;
    this.compactions = 0;
    this.passes = 0;
    this.overflowSteps = 0;
    this.firstOverflow = -1;
    this.sent = 0;
    this.unused = 0;
    const view = this.#view;
    replaceLog(view, nothing, -1);
    view.recorded = this.#match.at;
  }

  /** Asks for the requests anew where they are counted otherwise than in the run before. */
  #takeForm(settings: ContextGuardSettings): void {
    const before = this.#settings;
    if (sameForm(settings, before)) return;
    this.#sizes.requests = this.#input.requests(settings);
    this.#reach = undefined;
    this.#runs = 0;
  }

  /** Goes on where something fires first; the second run of a session pays for looking that up. */
  #skip(): number {
    const { requests } = this.#sizes;
    if (requests.heuristic !== requests.reference) return 0;
    if (this.#reach === undefined) {
      if (this.#runs++ === 0) return 0;
      requests.look(0, this.#view);
      const { profile, refusals } = this.#input;
      const alone = refusals[0] ?? profile.stepCount;
      this.#reach = new FirstReach(requests, Math.min(alone, this.#match.boundary));
    }
    const reach = this.#reach;
    const { attempts, factor, floor } = this.#settings;
    const threshold = attempts > 0 ? this.#rules.threshold : Infinity;
    const step = reach.find(threshold, factor, floor, this.#cap);
    const over = reach.overflows(this.#limit, step);
    this.overflowSteps = over.length;
    this.firstOverflow = over[0] ?? -1;
    this.sent = reach.sent[step] as number;
    this.#real = reach.realBefore(step);
    this.#last = reach.lastHeuristic(step);
    return step;
  }

  #decide(from: number, until: number): number {
    const { requests } = this.#sizes;
    const plain = requests.heuristic === requests.reference;
    const next = plain ? this.#hold(from, until) : this.#holdVariant(from, until);
    if (next > from) this.#matched(from);
    return next;
  }

  /** The request last compared was sent. */
  #matched(step: number): void {
    this.#match.sent(step);
    this.#isChanged = false;
  }

  /** Sends the steps from `from` on, while none reaches the threshold; returns the one that does. */
  #hold(from: number, until: number): number {
    const { heuristic: whole, real: wholeReal, ratio, reported } = this.#sizes.requests;
    const { heuristicOffset, realOffset } = this.#sizes.requests;
    const cap = +this.#cap;
    const floor = +this.#settings.floor;
    const factor = +this.#settings.factor;
    const threshold = this.#settings.attempts > 0 ? +this.#rules.threshold : Infinity;
    const most = +this.#most;
    const shift = heuristicOffset | 0;
    const realShift = +realOffset;
    let real = +this.#real;
    let last = this.#last | 0;
    let total = 0;
    let i = from | 0;
    for (; i < until; i++) {
      const h = (whole[i] as number) + shift;
      const scaled = Math.trunc(h * correctionOf(real, last, factor, floor, cap));
      if ((real > scaled ? real : scaled) >= threshold) break;
      const sized =
        ratio === null ? (wholeReal[i] as number) + realShift : h * (ratio[i] as number);
      const sent = sized > 0 ? Math.trunc(sized) : 0;
      total += sent;
      if (sent > most) this.#overflow(i);
      if (reported[i] === 1 && sent > 0) real = sent;
      last = h;
    }
    this.#real = real;
    this.#last = last;
    this.sent += total;
    return i;
  }

  /** {@link #hold} for other estimators; the request is sized by the reference's count. */
  #holdVariant(from: number, until: number): number {
    const { requests } = this.#sizes;
    const { floor, factor, attempts } = this.#settings;
    const threshold = attempts > 0 ? this.#rules.threshold : Infinity;
    let i = from;
    for (; i < until; i++) {
      const h = (requests.heuristic[i] as number) + requests.heuristicOffset;
      const scaled = Math.trunc(h * correctionOf(this.#real, this.#last, factor, floor, this.#cap));
      if (Math.max(this.#real, scaled) >= threshold) break;
      this.#last = h;
      this.#take(i, requests.realAt(i, 0));
    }
    return i;
  }

  /** Real tokens of a step's request; where they are reported, the policy keeps them. */
  #take(i: number, sent: number): void {
    this.sent += sent;
    if (sent > this.#most) this.#overflow(i);
    if (this.#sizes.requests.reported[i] === 1 && sent > 0) this.#real = sent;
  }

  #overflow(i: number): void {
    if (this.overflowSteps === 0) this.firstOverflow = i;
    this.overflowSteps++;
  }

  /** A step with a limit of its own, or refused by the provider as long as it is the recorded one. */
  #refused(i: number): void {
    const { profile } = this.#input;
    const before = this.sent;
    this.#most = Infinity;
    if (this.#decide(i, i + 1) === i) this.#fire(i);
    this.#most = this.#limit;
    const own = profile.steps.limit[i] ?? 0;
    const refused = ((profile.steps.flags[i] ?? 0) & stepFlag.rejected) !== 0;
    const over = this.sent - before > (own > 0 ? own : this.#limit);
    if (over || (refused && this.#match.divergence < 0)) this.#overflow(i);
  }

  /** The step that reached the threshold: compacts, then takes the provider's count. */
  #fire(i: number): void {
    const { watch, profile } = this.#input;
    const { requests } = this.#sizes;
    const { quoteRequest, resetCalibration } = this.#settings;
    const h = (requests.heuristic[i] as number) + requests.heuristicOffset;
    const quoted = quoteRequest ? (profile.steps.requestBytes[i] as number) : 0;
    watch.reached(i);
    this.#summary.run(i, this.#view, this.#rules, continuationBytes(quoted));
    const { passed, passes, sent } = this.#summary;
    if (passed) {
      this.#last = h;
      this.#take(i, requests.realAt(i, 0));
      this.#matched(i);
      return;
    }
    this.compactions++;
    this.passes += passes;
    if (this.#limit < Infinity) this.unused += Math.max(0, this.#limit - requests.realAt(i, 0));
    watch.compacted(i, h, sent);
    this.#replace(i);
    if (resetCalibration) this.#real = 0;
    this.#last = sent;
    this.#take(i, realReplaced(requests, this.#view, i, this.#summary));
    this.#stored();
  }

  /** Puts the new summary in place of everything. */
  #replace(i: number): void {
    const { bytes: summaryBytes, tokens: summaryTokens } = this.#summary;
    const covered = this.#input.profile.steps.entries[i] as number;
    replaceLog(this.#view, { injected: true, covered, summaryBytes, summaryTokens }, i);
    this.#match.summarised(i);
    this.#match.compare(i, this.#view, true);
    this.#matched(i);
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
}

/** The whole log. */
const nothing: Replacement = { injected: false, covered: 0, summaryBytes: 0, summaryTokens: -1 };

/** The form of the requests is the same; spelled out, since a run of a short session takes a microsecond. */
const sameForm = (a: ContextGuardSettings, b: ContextGuardSettings): boolean =>
  a.countTools === b.countTools &&
  a.countInline === b.countInline &&
  a.countOther === b.countOther &&
  a.images === b.images &&
  a.imageTokens === b.imageTokens &&
  a.wrapper === b.wrapper;
