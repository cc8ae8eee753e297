/**
 * What policies over one summary have in common: a request is the summary, texts the policy adds and
 * the entries from `view.covered` on. Steps are decided one by one; everything else is columns.
 */
import type { PolicyEventKind } from '../notes';
import type { PolicyInput, PolicyRun } from '../policy';
import { wholeLog, type SummaryView } from '../requests';
import { Estimate, type EstimateSettings, type Estimator } from './estimate';

/** Settings such a policy has at least. */
export type ViewSettings = EstimateSettings & {
  readonly window: number;
  readonly estimator: Estimator;
};

/** What a compaction puts in place of the entries before `covered`. */
export interface Replacement {
  readonly covered: number;
  /** False: nothing stands for them, they are lost. */
  readonly injected: boolean;
  readonly summaryBytes: number;
  /** Real tokens where the summary's model states them, else −1. */
  readonly summaryTokens: number;
}

/** A policy at work: the loop over steps, the view and the columns. */
export abstract class ViewRun<S extends ViewSettings> implements PolicyRun<S> {
  protected readonly input: PolicyInput;
  protected settings: S;
  protected view: SummaryView = wholeLog();
  /** Policy state: newest reported real since the last compaction, heuristic of that request. */
  protected lastReal = 0;
  protected lastHeuristic = 0;
  /** Compared with the decision value; Infinity: never reached. */
  protected threshold = Infinity;
  /** Heuristic tokens and contents of the texts the policy added besides the summary. */
  protected added = 0;
  protected addedContents = 0;
  /** Entries before this one are inside the summary. */
  protected summarised = 0;
  #estimate: Estimate | null = null;
  #next = 0;
  /** The offsets looked up hold before this step; 0: the view changed. */
  #until = 0;

  constructor(settings: S, input: PolicyInput) {
    this.input = input;
    this.settings = settings;
  }

  /** The decision value of the policy's own rule, for a request of heuristic `h`. */
  protected abstract own(step: number, h: number): number;
  /** The value it compares, from an estimate of the request's real tokens. */
  protected abstract estimated(step: number, estimate: number): number;
  /** Compares the decision value with the threshold; compacts, or says why not. */
  protected abstract decide(step: number, value: number): void;
  /** Before the request of a step is counted: pruning. */
  protected before?(step: number): void;
  /** After the response: `real` is what the provider reported, 0 for nothing. */
  protected after?(step: number, h: number, real: number): void;

  /** What the policy keeps of the newest usage: the column of its state. */
  protected get state(): number {
    return this.lastReal;
  }

  configure(settings: S): void {
    this.settings = settings;
    if (settings.estimator === 'own') this.#estimate = null;
    else if (this.#estimate) this.#estimate.configure(settings);
    else this.#estimate = new Estimate(settings, this.input);
  }

  forget(): void {
    const { recorded } = this.view;
    this.replaceView({ covered: 0, injected: false, summaryBytes: 0, summaryTokens: -1 }, -1);
    this.view.recorded = this.summarised > 0 ? -1 : recorded;
    this.summarised = 0;
    this.lastReal = 0;
    this.lastHeuristic = 0;
    this.#estimate?.forget();
  }

  advance(end: number): void {
    const { requests, columns } = this.input;
    const from = this.#next;
    if (from >= end) return;
    this.#until = 0;
    for (; this.#next < end; this.#next++) this.#step(this.#next);
    const { window } = this.settings;
    const threshold = Number.isFinite(this.threshold) ? this.threshold : -1;
    columns.window.fill(window, from, end);
    columns.threshold.fill(threshold, from, end);
    if (threshold >= 0) columns.buffer.fill(window - threshold, from, end);
    columns.heuristicRaw.set(requests.heuristic.subarray(from, end), from);
  }

  #step(step: number): void {
    const { requests, columns: out, profile } = this.input;
    out.watermarkBefore[step] = this.view.covered;
    out.lastReal[step] = this.state;
    out.lastHeuristic[step] = this.lastHeuristic;
    this.before?.(step);
    let h = this.size(step);
    const value =
      this.#estimate === null
        ? this.own(step, h)
        : this.estimated(step, this.#estimate.value(step, h, this.lastReal, this.lastHeuristic));
    out.heuristic[step] = h;
    out.decision[step] = value;
    this.decide(step, value);
    h = this.size(step);
    const real = requests.realAt(step, 0);
    const { view } = this;
    out.heuristicSent[step] = h;
    out.lastHeuristicAfter[step] = h;
    out.contentsSent[step] =
      (profile.steps.entries[step] as number) -
      view.covered +
      (view.injected ? 1 : 0) +
      this.addedContents;
    out.addedTokens[step] = this.added;
    out.watermarkAfter[step] = view.covered;
    out.covered[step] = view.covered;
    out.summarised[step] = this.summarised;
    out.injected[step] = view.injected ? 1 : 0;
    out.summaryBytes[step] = view.summaryBytes;
    out.summaryTokens[step] = view.summaryTokens;
    out.real[step] = real;
    const reported = requests.reported[step] === 1 ? real : 0;
    if (reported > 0) {
      this.lastReal = reported;
      this.#estimate?.observe(step, h, reported);
    }
    this.lastHeuristic = h;
    this.after?.(step, h, reported);
    out.realAfter[step] = this.state;
  }

  /** The decision value of a request that was just compacted. */
  protected compactedValue(step: number): number {
    const h = this.size(step);
    const estimate = this.#estimate;
    return estimate === null
      ? this.own(step, h)
      : this.estimated(step, estimate.compacted(step, h));
  }

  /** Heuristic of a step's request under the view as it is. */
  protected size(step: number): number {
    const { requests } = this.input;
    if (step >= this.#until) {
      requests.look(step, this.view);
      this.#until = requests.until;
    }
    return (requests.heuristic[step] as number) + requests.heuristicOffset;
  }

  /** The view was changed in place: its offsets must be looked up again. */
  protected changed(): void {
    this.#until = 0;
  }

  /** Says what the step does. */
  protected note(step: number, kind: PolicyEventKind, text: string): void {
    this.input.notes.events.push({ step, kind, text });
  }

  /** Puts a new view in place; `since` is the step whose hidden growth leaves with the entries. */
  protected replaceView(next: Replacement, since: number): void {
    this.view = { ...wholeLog(), ...next, since, recorded: -1 };
    this.added = 0;
    this.addedContents = 0;
    this.changed();
  }

  /**
   * Replaces the entries before `covered` at a step: view, columns and state. Texts to be added and
   * what was pruned follow; `follow` then says whether the recording did just the same.
   */
  protected compact(step: number, next: Replacement, passes: number): void {
    const { columns: out, requests } = this.input;
    if (out.compacted[step] === 0) out.realBefore[step] = requests.realAt(step, 0);
    const { recorded } = this.view;
    this.replaceView(next, this.#since(step, next.covered));
    this.view.recorded = recorded;
    this.summarised = next.injected ? next.covered : 0;
    this.lastReal = 0;
    this.lastHeuristic = 0;
    this.#estimate?.reset();
    out.compacted[step] = 1;
    out.attempts[step] = (out.attempts[step] as number) + passes;
  }

  /** The last step up to `step` whose whole request is covered; −1 for none. */
  #since(step: number, covered: number): number {
    const { entries } = this.input.profile.steps;
    if (covered === 0) return -1;
    let low = 0;
    let high = step + 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((entries[middle] as number) <= covered) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Whether the view is what the recording made at this step; only for plain summaries. */
  protected follow(step: number): void {
    const { requests, columns: out } = this.input;
    const { view } = this;
    const plain = this.added === 0 && view.keptHeuristic === 0 && view.keptReal === 0;
    if (plain && view.injected) requests.follow(step, view);
    else view.recorded = -1;
    out.reproduced[step] = view.recorded > 0 ? 1 : 0;
  }

  /** Adds a text of the policy's own that stays in the requests until the next compaction. */
  protected addText(bytes: number): void {
    const { ruler, density } = this.input.requests;
    const reference = Math.floor(bytes / 4);
    this.#add(ruler.text(bytes), reference, density * reference);
  }

  /** The same of a text whose size is known in real tokens. */
  protected addTokens(step: number, tokens: number): void {
    const { ruler, density, ratio } = this.input.requests;
    const perReference = ratio?.[step] ?? density;
    const reference = perReference > 0 ? Math.trunc(tokens / perReference) : tokens;
    this.#add(ruler.text(reference * 4), reference, tokens);
  }

  #add(heuristic: number, reference: number, real: number): void {
    const { view } = this;
    view.keptHeuristic += heuristic;
    view.keptReference += reference;
    view.keptReal += real;
    this.added += heuristic;
    this.addedContents++;
    this.changed();
  }
}
