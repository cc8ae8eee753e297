/**
 * The loop over the steps of policies that send a summary, texts of their own and the entries from
 * `view.covered` on, and what compacting does to view and columns. One class for all of them and few calls out of it: an engine that has seen one
 * shape only keeps its fields in registers.
 */
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { stepFlag } from '@/lib/engine/tokens/profile';
import type { Columns } from '../columns';
import { watchSteps } from '../observed/watch-steps';
import type { Watching } from '../observed/watching';
import type { PolicyInput } from '../policy';
import { replaceLog, wholeLog, type Replacement, type SummaryView } from '../requests';
import { RecordingMatch } from './recording-match';
import type { OwnMethods, StepRule } from './step-rule';
import { lastCoveredStep } from '../../mechanisms/entry-tokens';
import type { Estimate } from '../../mechanisms/estimate';

/** What a step has of the log: its entries, where its last turn begins, and the heuristic of them all. */
interface LogEnd {
  readonly entries: number;
  readonly turn: number;
  readonly heuristic: number;
}

/** State and columns of one replay. */
export class ViewLoop {
  view: SummaryView = wholeLog();
  /** Newest reported real since the last compaction, and the heuristic of the newest request. */
  lastReal = 0;
  lastHeuristic = 0;
  /** Heuristic tokens and contents of the texts the policy added besides the summary. */
  added = 0;
  addedContents = 0;
  /** A text of this request only: by the policy's estimator, by the reference's, and its contents. */
  onceHeuristic = 0;
  onceReference = 0;
  onceContents = 0;
  /** Entries before this one are inside the summary. */
  summarised = 0;
  /** View of the next step where the step that decides sends another one, and its `summarised`. */
  next: SummaryView | null = null;
  nextSummarised = 0;
  /** Least decision value at which the rule is called. */
  trigger = Infinity;
  /** True if the rule is also called after a response that stopped at the output limit. */
  watchesStops = false;
  /** The rule is also called from this step on: a compaction beside the agent has its summary. */
  due = Infinity;
  step = 0;
  /** The offsets looked up hold before this step; 0: the view changed. */
  until = 0;
  /** The estimate that decides in place of the policy's own value; null for that value. */
  estimate: Estimate | null = null;
  /** The view is another than when the last request was sent. */
  #isChanged = false;
  /** What {@link added} comes to by the reference's estimator, and in real tokens. */
  #addedReference = 0;
  #addedReal = 0;
  readonly #match: RecordingMatch;
  readonly input: PolicyInput;
  readonly #out: Columns;
  readonly calls: OwnMethods;
  /** The only steps that compact; null: the rule decides. */
  readonly #compactAt: readonly number[] | null;
  /** Steps that compact besides; null: none. */
  readonly #byHand: readonly number[] | null;

  constructor(input: PolicyInput, calls: OwnMethods) {
    this.input = input;
    this.calls = calls;
    this.#compactAt = input.compactAt ?? null;
    this.#byHand = input.byHand ?? null;
    this.#out = input.columns;
    this.#match = new RecordingMatch(input);
    this.view.recorded = this.#match.at;
  }

  /** Heuristic of a step's request under the view as it is. */
  size(step: number): number {
    const { requests } = this.input;
    if (step >= this.until) {
      requests.look(step, this.view);
      this.until = requests.until;
    }
    return (requests.heuristic[step] as number) + requests.heuristicOffset;
  }

  /** The view was changed: its offsets must be looked up again. */
  changed(): void {
    this.until = 0;
    this.#isChanged = true;
  }

  /** Loses view, counts and the estimate's state. */
  forget(): void {
    this.replace({ covered: 0, injected: false, summaryBytes: 0, summaryTokens: -1 }, -1);
    this.summarised = 0;
    this.lastReal = 0;
    this.lastHeuristic = 0;
    this.estimate?.forget();
  }

  /** Puts a new view in place; `since` is the step whose hidden growth leaves with the entries. */
  replace(next: Replacement, since: number): void {
    if (this.input.watching) return this.input.watching.effect('compacts');
    replaceLog(this.view, next, since);
    this.added = 0;
    this.addedContents = 0;
    this.#addedReference = 0;
    this.#addedReal = 0;
    this.changed();
  }

  /** Replaces the entries before `covered` at a step: view, columns and state. */
  compact(step: number, next: Replacement, passes: number, keepsUsage: boolean): void {
    if (this.input.watching) return this.#adopt(this.input.watching, step, keepsUsage);
    const out = this.#out;
    const { requests, profile } = this.input;
    const { covered } = next;
    if (out.compacted[step] === 0) out.realBefore[step] = requests.realAt(step, 0);
    this.replace(next, covered === 0 ? -1 : lastCoveredStep(profile.steps, step, covered));
    this.summarised = next.injected ? covered : 0;
    // A summary of no call at its own step is put together from several texts.
    if (next.injected) this.wrote(step, passes > 0);
    if (!keepsUsage) this.forgetUsage();
    out.compacted[step] = 1;
    out.attempts[step] = intAt(out.attempts, step) + passes;
  }

  /** A step wrote the summary that is put in place; `whole`: by one call. */
  wrote(step: number, whole = true): void {
    this.#match.summarised(step, whole);
  }

  /** Compares the request that is about to be sent with the recorded one, which may size it. */
  #settle(step: number): void {
    const { compacted, reproduced } = this.#out;
    const match = this.#match;
    const { view } = this;
    const standing = match.compare(step, view, this.#isChanged);
    match.sent(step);
    this.until = 0;
    this.#isChanged = false;
    if (!this.input.requests.isRecorded(view)) return;
    this.#dropAdded();
    this.onceReference = 0;
    reproduced[step] =
      standing === 'recorded' && match.begins(step) ? (compacted[step] as number) : 0;
  }

  /** What the agent put back, and the texts beside its summary, are in the recorded request. */
  #dropAdded(): void {
    const { view } = this;
    view.keptHeuristic -= this.added;
    view.keptReference -= this.#addedReference;
    view.keptReal -= this.#addedReal;
    this.added = 0;
    this.addedContents = 0;
    this.#addedReference = 0;
    this.#addedReal = 0;
  }

  /** Adds a text of the policy's own that stays in the requests until the next compaction. */
  addText(bytes: number): void {
    const { estimator, density } = this.input.requests;
    const reference = Math.floor(bytes / 4);
    this.#add(estimator.text(bytes), reference, density * reference);
  }

  /** Adds a text whose size is known in real tokens. */
  addTokens(step: number, tokens: number): void {
    if (this.input.watching) return;
    const { estimator, density, ratio } = this.input.requests;
    const perReference = ratio?.[step] ?? density;
    const reference = perReference > 0 ? Math.trunc(tokens / perReference) : tokens;
    this.#add(estimator.text(reference * 4), reference, tokens);
  }

  /** Forgets the usage of the requests before a compaction. */
  forgetUsage(): void {
    this.lastReal = 0;
    this.lastHeuristic = 0;
    this.estimate?.reset();
  }

  /** Puts a recorded view in place; it holds all that was sent. */
  show(view: SummaryView): void {
    this.view = view;
    this.summarised = view.covered;
    this.next = null;
    this.onceHeuristic = 0;
    this.onceReference = 0;
    this.onceContents = 0;
    this.until = 0;
  }

  /** Takes a recorded compaction in, where the policy's own would change the view. */
  #adopt(watching: Watching, step: number, keepsUsage: boolean): void {
    watching.effect('compacts');
    this.show(watching.sent());
    this.added = 0;
    this.addedContents = 0;
    this.#out.compacted[step] = 1;
    if (!keepsUsage) this.forgetUsage();
  }

  #add(heuristic: number, reference: number, real: number): void {
    const { view } = this;
    this.added += heuristic;
    this.addedContents++;
    // A recorded request holds them already.
    if (this.input.watching) return;
    view.keptHeuristic += heuristic;
    view.keptReference += reference;
    view.keptReal += real;
    this.#addedReference += reference;
    this.#addedReal += real;
    this.changed();
  }

  /** Decides the steps up to `until`. */
  run(rule: StepRule, until: number): void {
    if (this.input.watching) return watchSteps(this, this.input.watching, rule, until);
    const { before, state } = this.calls;
    const { estimate } = this;
    const { flags } = this.input.profile.steps;
    const { lengthStop } = stepFlag;
    const out = this.#out;
    const compactAt = this.#compactAt;
    const byHand = this.#byHand;
    const match = this.#match;
    const trigger = compactAt === null ? this.trigger : Infinity;
    const watchesStops = this.watchesStops && compactAt === null;
    this.until = 0;
    for (let step = this.step; step < until; step++) {
      out.watermarkBefore[step] = this.view.covered;
      out.lastReal[step] = state ? rule.state() : this.lastReal;
      out.lastHeuristic[step] = this.lastHeuristic;
      const asked = byHand?.includes(step) === true;
      const end = asked ? this.#beginAsked(step) : null;
      if (before) rule.before(step);
      let h = this.size(step);
      const value =
        estimate === null
          ? rule.own(step, h)
          : rule.estimated(step, estimate.value(step, h, this.lastReal, this.lastHeuristic));
      out.heuristic[step] = h;
      out.decision[step] = value;
      const stopped = watchesStops && step > 0 && ((flags[step - 1] as number) & lengthStop) !== 0;
      if (
        value >= trigger ||
        stopped ||
        asked ||
        step >= this.due ||
        compactAt?.includes(step) === true
      ) {
        rule.decide(step, value);
        if (end !== null) this.#endAsked(step, end);
        h = this.size(step);
      }
      if (this.#isChanged || step >= match.boundary) {
        this.#settle(step);
        h = this.size(step);
      }
      this.#sent(rule, step, h);
      if (this.next !== null) this.#follow(this.next);
    }
    this.step = until;
  }

  /**
   * Puts the log as it stood when the recording's user asked for a compaction: what was written between that and
   * the request is no part of what it covers. Gives what {@link #endAsked} puts back; null where nothing was.
   */
  #beginAsked(step: number): LogEnd | null {
    const { profile, requests } = this.input;
    const { entries, turnStart } = profile.steps;
    const { prefix, sum, thoughtSum } = requests.estimator;
    const recorded = profile.head.compactions.findLast(
      (one) => one.step === step && one.kind === 'summary' && one.trigger === 'manual',
    );
    const whole = intAt(entries, step);
    const checked = Math.min(recorded?.entry ?? whole, whole);
    if (checked === whole) return null;
    const turn = intAt(turnStart, step);
    const from = Math.min(turn, checked);
    const heuristic = intAt(requests.heuristic, step);
    entries[step] = checked;
    turnStart[step] = from;
    requests.heuristic[step] = prefix + intAt(sum, checked) + sumBetween(thoughtSum, from, checked);
    this.until = 0;
    return { entries: whole, turn, heuristic };
  }

  /** The arrays are the session's own: nothing else reads them meanwhile. */
  #endAsked(step: number, end: LogEnd): void {
    const { profile, requests } = this.input;
    profile.steps.entries[step] = end.entries;
    profile.steps.turnStart[step] = end.turn;
    requests.heuristic[step] = end.heuristic;
    this.until = 0;
  }

  #follow(next: SummaryView): void {
    this.view = next;
    this.summarised = this.nextSummarised;
    this.next = null;
    this.changed();
  }

  /** Writes what a step sent and takes what came back. */
  #sent(rule: StepRule, step: number, size: number): void {
    const { requests, profile } = this.input;
    const out = this.#out;
    const { view } = this;
    const injected = view.injected ? 1 : 0;
    const entries = profile.steps.entries[step] as number;
    const h = size + this.onceHeuristic;
    out.heuristicSent[step] = h;
    out.lastHeuristicAfter[step] = h;
    out.contentsSent[step] =
      entries - view.covered + injected + this.addedContents + this.onceContents;
    out.addedTokens[step] = this.added + this.onceHeuristic;
    out.watermarkAfter[step] = view.covered;
    out.covered[step] = view.covered;
    out.summarised[step] = this.summarised;
    out.injected[step] = injected;
    out.summaryBytes[step] = view.summaryBytes;
    out.summaryTokens[step] = view.summaryTokens;
    const real = requests.realAt(step, this.onceReference);
    out.real[step] = real;
    const reported = requests.reported[step] === 1 ? real : 0;
    if (reported > 0) {
      this.lastReal = reported;
      this.estimate?.observe(step, h, reported);
    }
    this.lastHeuristic = h;
    this.onceHeuristic = 0;
    this.onceReference = 0;
    this.onceContents = 0;
    if (this.calls.after) rule.after(step, h, reported);
    out.realAfter[step] = this.calls.state ? rule.state() : this.lastReal;
  }
}
