/**
 * Shared parts of policies with one summary, besides the step loop: replacing the view, added texts,
 * estimates instead of their own rule.
 */
import { intAt } from '@/lib/base/read';
import { lastCoveredStep } from '../mechanisms/entry-tokens';
import { Estimate, type EstimateSettings, type DecisionRule } from '../mechanisms/estimate';
import type { PolicyEventKind } from './notes';
import type { PolicyInput, PolicyRun } from './policy';
import { replaceLog, type Replacement, type SummaryView } from './requests';
import { tokenThreshold } from './decision';
import { ViewLoop, type StepRule } from './view-loop';

/** Settings such a policy has at least; with `estimatorSettings` an estimate can decide for it. */
export interface ViewSettings {
  readonly window: number;
  readonly estimator?: DecisionRule;
}

const estimates = (settings: ViewSettings): settings is ViewSettings & EstimateSettings =>
  settings.estimator !== undefined && settings.estimator !== 'own';

/** A policy at work: its rule and what compacting does to view and columns. */
export abstract class ViewRun<S extends ViewSettings> implements PolicyRun<S>, StepRule {
  protected readonly input: PolicyInput;
  protected readonly loop: ViewLoop;
  protected settings: S;
  /** Heuristic of texts put back since the compaction whose size is a guess. */
  #guessed = 0;
  #threshold = Infinity;
  #tokenThreshold = Infinity;

  constructor(settings: S, input: PolicyInput) {
    this.input = input;
    this.settings = settings;
    this.loop = new ViewLoop(input, {
      before: this.before !== ViewRun.prototype.before,
      after: this.after !== ViewRun.prototype.after,
      state: this.state !== ViewRun.prototype.state,
    });
    this.#take(settings);
  }

  /** The decision value of the policy's own rule, for a request of heuristic `h`. */
  abstract own(step: number, h: number): number;
  /** The value it compares, from an estimate of the request's real tokens. */
  estimated(_step: number, estimate: number): number {
    return estimate;
  }

  /** The estimate that decides in place of the policy's own value; null for that value. */
  protected decidingRule(settings: S): EstimateSettings | null {
    return estimates(settings) ? settings : null;
  }

  /** Compacts, or says why not. */
  abstract decide(step: number, value: number): void;

  before(_step: number): void {}

  after(_step: number, _h: number, _real: number): void {}

  state(): number {
    return this.loop.lastReal;
  }

  protected get view(): SummaryView {
    return this.loop.view;
  }

  protected get threshold(): number {
    return this.#threshold;
  }

  /** The threshold in tokens, also of a policy that decides by entries. */
  protected get tokenThreshold(): number {
    return this.#tokenThreshold;
  }

  configure(settings: S): void {
    this.settings = settings;
    this.#take(settings);
  }

  /** Compares with the threshold that the policy declares, its own value or an estimate. */
  #take(settings: S): void {
    const { decision, requests } = this.input;
    const { prefix } = requests.estimator;
    this.#threshold = decision?.threshold(settings, prefix) ?? Infinity;
    this.#tokenThreshold = decision ? tokenThreshold(decision, settings, prefix) : Infinity;
    this.loop.trigger = decision?.relation === '>' ? this.#threshold + 1 : this.#threshold;
    const rule = this.decidingRule(settings);
    const { loop } = this;
    if (rule === null) loop.estimate = null;
    else if (loop.estimate) loop.estimate.configure(rule);
    else loop.estimate = new Estimate(rule, this.input);
  }

  forget(): void {
    const { loop } = this;
    const { recorded } = loop.view;
    this.replaceView({ covered: 0, injected: false, summaryBytes: 0, summaryTokens: -1 }, -1);
    loop.view.recorded = loop.summarised > 0 ? -1 : recorded;
    loop.summarised = 0;
    loop.lastReal = 0;
    loop.lastHeuristic = 0;
    this.loop.estimate?.forget();
  }

  advance(end: number): void {
    const { requests, columns, decision } = this.input;
    const from = this.loop.step;
    if (from >= end) return;
    this.loop.run(this, end);
    const { window } = this.settings;
    const threshold = Number.isFinite(this.tokenThreshold) ? this.tokenThreshold : -1;
    columns.window.fill(window, from, end);
    columns.threshold.fill(threshold, from, end);
    if (threshold >= 0) columns.buffer.fill(window - threshold, from, end);
    columns.heuristicRaw.set(requests.heuristic.subarray(from, end), from);
    // The column holds tokens only.
    if (decision !== null && decision.unit !== 'tokens') columns.decision.fill(NaN, from, end);
  }

  /** True if the user asked for a compaction before this step. */
  protected byHand(step: number): boolean {
    return this.input.byHand?.includes(step) === true;
  }

  /** The decision value of a request of heuristic `h` that was just compacted. */
  protected compactedValue(step: number, h = this.size(step)): number {
    const estimate = this.loop.estimate;
    return estimate === null
      ? this.own(step, h)
      : this.estimated(step, estimate.compacted(step, h));
  }

  /** Heuristic of a step's request under the view as it is. */
  protected size(step: number): number {
    return this.loop.size(step);
  }

  /** The view was changed in place: its offsets must be looked up again. */
  protected changed(): void {
    this.loop.until = 0;
  }

  /** Says what the step does. */
  protected note(step: number, kind: PolicyEventKind, text: string): void {
    this.input.notes.events.push({ step, kind, text });
  }

  /** Puts a new view in place; `since` is the step whose hidden growth leaves with the entries. */
  protected replaceView(next: Replacement, since: number): void {
    const { loop } = this;
    replaceLog(loop.view, next, since);
    loop.added = 0;
    loop.addedContents = 0;
    this.#guessed = 0;
    this.changed();
  }

  /**
   * Replaces the entries before `covered` at a step: view, columns and state. Texts to be added and
   * what was pruned follow; `follow` then says whether the recording did just the same.
   */
  protected compact(
    step: number,
    next: Replacement,
    passes: number,
    { keepsUsage = false }: { readonly keepsUsage?: boolean } = {},
  ): void {
    const { columns: out, requests } = this.input;
    if (out.compacted[step] === 0) out.realBefore[step] = requests.realAt(step, 0);
    const { loop } = this;
    const { recorded } = loop.view;
    const { covered } = next;
    const since = covered === 0 ? -1 : lastCoveredStep(this.input.profile.steps, step, covered);
    this.replaceView(next, since);
    loop.view.recorded = recorded;
    loop.summarised = next.injected ? next.covered : 0;
    if (!keepsUsage) {
      loop.lastReal = 0;
      loop.lastHeuristic = 0;
      this.resetEstimate();
    }
    out.compacted[step] = 1;
    out.attempts[step] = intAt(out.attempts, step) + passes;
  }

  /** Tells the estimate that the log was compacted. */
  protected resetEstimate(): void {
    this.loop.estimate?.reset();
  }

  /**
   * Marks the view as recorded if it equals the recording's; only for plain summaries. Texts put back
   * in a guessed size are in the recorded requests in their true one.
   */
  protected follow(step: number): void {
    const { requests, columns: out } = this.input;
    const { view, loop } = this;
    const plain = loop.added === this.#guessed && view.keptHeuristic === this.#guessed;
    if (plain && view.injected) requests.follow(step, view);
    else view.recorded = -1;
    if (view.recorded > 0 && loop.addedContents > 0) {
      view.keptHeuristic = 0;
      view.keptReference = 0;
      view.keptReal = 0;
      loop.added = 0;
      loop.addedContents = 0;
      this.#guessed = 0;
      this.changed();
    }
    out.reproduced[step] = view.recorded > 0 ? 1 : 0;
  }

  /** Adds a text of the policy's own that stays in the requests until the next compaction. */
  protected addText(bytes: number): void {
    const { estimator, density } = this.input.requests;
    const reference = Math.floor(bytes / 4);
    this.#add(estimator.text(bytes), reference, density * reference);
  }

  /** Adds a text whose size is known in real tokens. */
  protected addTokens(step: number, tokens: number): void {
    const { estimator, density, ratio } = this.input.requests;
    const perReference = ratio?.[step] ?? density;
    const reference = perReference > 0 ? Math.trunc(tokens / perReference) : tokens;
    const heuristic = estimator.text(reference * 4);
    this.#guessed += heuristic;
    this.#add(heuristic, reference, tokens);
  }

  #add(heuristic: number, reference: number, real: number): void {
    const { view } = this;
    view.keptHeuristic += heuristic;
    view.keptReference += reference;
    view.keptReal += real;
    this.loop.added += heuristic;
    this.loop.addedContents++;
    this.changed();
  }
}
