import { intAt } from '@/lib/engine/base/read';
import { pairSafeBack } from '../mechanisms/tool-pairs';
import type { PolicyEvent } from './notes';
import type { PolicyInput, PolicyRun } from './policy';
import type { ViewLoop } from './loop/view-loop';
import { ViewRun, type ViewSettings } from './view-run';

/** The request that a planned policy decides on: one object for a replay, read when asked. */
export class PlannedRequest {
  step = 0;
  /** Tokens of the request by the policy's own estimator. */
  heuristic = 0;
  readonly #input: PolicyInput;
  readonly #loop: ViewLoop;

  constructor(input: PolicyInput, loop: ViewLoop) {
    this.#input = input;
    this.#loop = loop;
  }

  /** Entries of the log; those before `covered` are in the stored summary. */
  get entries(): number {
    return intAt(this.#input.profile.steps.entries, this.step);
  }

  get covered(): number {
    return this.#loop.view.covered;
  }

  /** The request begins with a summary. */
  get summarised(): boolean {
    return this.#loop.view.injected;
  }

  /** Its real size. */
  get real(): number {
    return this.#input.requests.realAt(this.step, 0);
  }

  /** Newest reported real since the last compaction, and the heuristic of its request; 0: none. */
  get lastReal(): number {
    return this.#loop.lastReal;
  }

  get lastHeuristic(): number {
    return this.#loop.lastHeuristic;
  }

  /** The nearest cut at or before an entry that parts no call from its response. */
  readonly seam = (entry: number): number =>
    pairSafeBack(this.#input.profile, this.covered, entry, this.entries);
}

/** Extent of a compaction. */
export interface Plan {
  /** Entries before this one go into the summary; the others stay as they are. */
  readonly covered: number;
  /** Real tokens that the summary may have. */
  readonly cap: number;
}

/** A policy as two functions: the value it compares, and what it compacts. */
export interface PlannedPolicy<S> {
  /** The decision value of a request, in tokens. */
  value(request: PlannedRequest, settings: S): number;
  /** Cut of a step whose value reached the threshold; null: nothing to compact. */
  plan(request: PlannedRequest, settings: S): Plan | null;
  /** Notes of a step whose summariser failed; left out: the request is sent unchanged. */
  readonly failed?: readonly Omit<PolicyEvent, 'step'>[];
}

const UNCHANGED: readonly Omit<PolicyEvent, 'step'>[] = [
  { kind: 'failure', text: 'The summariser failed: the request is sent unchanged.' },
];

class PlannedRun<S extends ViewSettings> extends ViewRun<S> {
  readonly #policy: PlannedPolicy<S>;
  readonly #request: PlannedRequest;

  constructor(policy: PlannedPolicy<S>, settings: S, input: PolicyInput) {
    super(settings, input);
    this.#policy = policy;
    this.#request = new PlannedRequest(input, this.loop);
  }

  own(step: number, h: number): number {
    this.#request.step = step;
    this.#request.heuristic = h;
    return this.#policy.value(this.#request, this.settings);
  }

  decide(step: number): void {
    const { summariser } = this.input;
    const request = this.#request;
    request.step = step;
    request.heuristic = this.size(step);
    const plan = this.#policy.plan(request, this.settings);
    if (plan === null) {
      this.note(step, 'no-op', 'Nothing is left to summarise.');
      return;
    }
    summariser.call(this.headTokens(step, plan.covered), plan.cap, 1);
    if (summariser.failed) {
      for (const { kind, text } of this.#policy.failed ?? UNCHANGED) this.note(step, kind, text);
      return;
    }
    this.replaceBefore(step, plan.covered);
  }
}

/** The run of a policy that is two functions: `begin: planned({ value, plan })`. */
export const planned =
  <S extends ViewSettings>(policy: PlannedPolicy<S>) =>
  (settings: S, input: PolicyInput): PolicyRun<S> =>
    new PlannedRun(policy, settings, input);
