/** What policies with one summary share: the loop over their steps, and estimates instead of their own rule. */
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { Estimate, type EstimateSettings, type DecisionRule } from '../mechanisms/estimate';
import type { KeptRanges, PolicyEventKind } from './notes';
import type { Firing } from './observed/watching';
import type { PipelineHost } from './pipeline/host';
import type { PolicyInput, PolicyRun } from './policy';
import type { Replacement, SummaryView } from './requests';
import { reportOrphans } from '../mechanisms/tool-pairs';
import { tokenThreshold } from './decision';
import type { StepRule } from './loop/step-rule';
import { ViewLoop } from './loop/view-loop';

/** Tokens of a call that reads a file. */
const READ_CALL = 60;

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
    this.loop.forget();
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

  /**
   * Says what a decision is about to do, before it changes anything of its own: one that is only asked, over
   * a recording, ends here.
   */
  protected asks(firing: Exclude<Firing, 'none'>): void {
    this.input.watching?.effect(firing);
  }

  /** Heuristic of a step's request under the view as it is. */
  protected size(step: number): number {
    return this.loop.size(step);
  }

  /** The view was changed in place: its offsets must be looked up again. */
  protected changed(): void {
    this.loop.changed();
  }

  /** Number of entries that a step's request is made of. */
  protected entriesAt(step: number): number {
    return intAt(this.input.profile.steps.entries, step);
  }

  /** Tokens of the entries [from, to) by the policy's estimator, thoughts of the running turn left out. */
  protected tokensOf(from: number, to: number): number {
    return sumBetween(this.input.requests.estimator.sum, from, to);
  }

  /** Heuristic of what a step's request holds in front of an entry, the prefix left out. */
  protected headTokens(step: number, cut: number): number {
    const { prefix } = this.input.requests.estimator;
    return this.size(step) - prefix - this.tokensOf(cut, this.entriesAt(step));
  }

  /** Contents of the request in front of an entry: the summary, texts put back or added, entries. */
  protected contentsBefore(cut: number): number {
    const { covered, injected } = this.view;
    return cut - covered + this.loop.addedContents + (injected ? 1 : 0);
  }

  /** Says what the step does. */
  protected note(step: number, kind: PolicyEventKind, text: string): void {
    this.input.notes.events.push({ step, kind, text });
  }

  /**
   * Replaces the entries before `covered` at a step: view, columns and state. Texts to be added and
   * what was pruned follow.
   */
  protected compact(
    step: number,
    next: Replacement,
    passes: number,
    { keepsUsage = false }: { readonly keepsUsage?: boolean } = {},
  ): void {
    this.loop.compact(step, next, passes, keepsUsage);
  }

  /** Puts the newest answer of the summariser, of so many calls, in place of the entries before `covered`. */
  protected putSummary(step: number, covered: number, calls = 1): void {
    const { summariser, columns: out } = this.input;
    const { bytes: summaryBytes, tokens: summaryTokens } = summariser;
    out.summarizerContents[step] = this.contentsBefore(covered);
    this.compact(step, { covered, injected: true, summaryBytes, summaryTokens }, calls);
  }

  /** The same, with a note on each response that stays and loses its call. */
  protected replaceBefore(step: number, covered: number, calls = 1): void {
    this.putSummary(step, covered, calls);
    this.reportOrphans(step, covered);
  }

  /** Leaves the entries before `covered` out of the request, without a summary. */
  protected drop(step: number, covered: number): void {
    const gone = { covered, injected: false, summaryBytes: 0, summaryTokens: -1 };
    this.compact(step, gone, 0, { keepsUsage: true });
  }

  /** Notes each response of a step's request that stays behind `split` and whose call does not. */
  protected reportOrphans(step: number, split: number): void {
    const { profile, notes } = this.input;
    reportOrphans(profile, { split, end: this.entriesAt(step), step }, notes.events);
  }

  /** Puts ranges of entries back into the request, in front of those that stay. */
  protected keepRanges(step: number, ranges: KeptRanges['ranges']): void {
    for (const [from, to] of ranges) {
      this.input.requests.keep(this.view, from, to);
      this.loop.addedContents += to - from;
    }
    this.changed();
    this.input.notes.kept.push({ step, ranges });
  }

  /** Says that the summariser failed, and what its error ends. */
  protected noteFailure(step: number, failure: string, exit: string): void {
    this.note(step, 'failure', failure);
    this.note(step, 'exit', exit);
  }

  /** What a pipeline does to this run's requests. */
  protected host(): PipelineHost {
    return {
      input: this.input,
      view: () => this.view,
      entriesAt: (step) => this.entriesAt(step),
      size: (step) => this.size(step),
      value: (step) => this.compactedValue(step),
      headTokens: (step, cut) => this.headTokens(step, cut),
      putSummary: (step, covered) => this.putSummary(step, covered),
      putTexts: (step, covered, { bytes, tokens, count, calls }) => {
        this.input.columns.summarizerContents[step] = calls > 0 ? this.contentsBefore(covered) : 0;
        const texts = { summaryBytes: bytes, summaryTokens: tokens };
        this.compact(step, { covered, injected: true, ...texts }, calls);
        this.loop.addedContents += count - 1;
      },
      drop: (step, covered) => this.drop(step, covered),
      keep: (step, ranges) => this.keepRanges(step, ranges),
      changed: () => this.changed(),
      addCalls: (step, by, { bytes, writes }) => this.#addCalls(step, by, bytes, writes),
      readBack: (step, by, tokens) => {
        this.size(step);
        const asked = this.input.requests.realAt(step, 0);
        // Its request is the step's own without what it reads: what is new there is charged with the step.
        this.input.notes.added.push({ step, by, asked, fresh: 0, written: READ_CALL });
        this.addTokens(step, tokens + READ_CALL);
      },
      note: (step, kind, text) => this.note(step, kind, text),
      asks: (firing) => this.asks(firing),
    };
  }

  #addCalls(step: number, by: string, bytes: number, writes: readonly number[]): number {
    const { requests, notes } = this.input;
    this.size(step);
    let asked = requests.realAt(step, Math.floor(bytes / 4));
    let fresh = asked;
    let all = 0;
    for (const written of writes) {
      notes.added.push({ step, by, asked, fresh, written });
      all += asked;
      asked += written;
      fresh = written;
    }
    return all;
  }

  /** Adds a text of the policy's own that stays in the requests until the next compaction. */
  protected addText(bytes: number): void {
    this.loop.addText(bytes);
  }

  /** Adds a text whose size is known in real tokens. */
  protected addTokens(step: number, tokens: number): void {
    this.loop.addTokens(step, tokens);
  }
}
