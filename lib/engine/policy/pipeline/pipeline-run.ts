import { intAt } from '@/lib/engine/base/read';
import { UsageRun } from '@/lib/engine/mechanisms/last-usage';
import type { PolicyInput, PolicyRun } from '../policy';
import type { ViewSettings } from '../view-run';
import type { Mechanism } from './mechanism';
import { Pipeline } from './pipeline';

const FAILED = 'The summariser failed: nothing is replaced.';
const UNCHECKED = 'A trigger is reached where its mechanism does not look yet: nothing changes.';
const NOTHING = 'No mechanism has anything left to do: nothing changes.';

/** The numbers of a step that a pipeline's value is made of. */
interface PipelineCount {
  readonly heuristic: number;
  readonly prefix: number;
  /** Prompt and response of the newest usage since the last compaction; 0: none. */
  readonly total: number;
  /** Heuristic tokens of the entries since that response. */
  readonly since: number;
  /** Messages of the request: summaries, entries that stay, and those since. */
  readonly contents: number;
}

/** A policy as the value that it compares, and its mechanisms. */
interface PipelinePolicy<S> {
  value(count: PipelineCount, settings: S): number;
  readonly mechanisms: readonly Mechanism<S>[];
}

class PipelineRun<S extends ViewSettings> extends UsageRun<S> {
  readonly #policy: PipelinePolicy<S>;
  readonly #pipeline: Pipeline<S>;
  readonly #summarises: boolean;
  /** Least value from which a mechanism changes the request. */
  #changesFrom = Infinity;
  /** First entry of the turn whose reached trigger was noted. */
  #noted = -1;
  readonly #count = { heuristic: 0, prefix: 0, total: 0, since: 0, contents: 0 };

  constructor(policy: PipelinePolicy<S>, settings: S, input: PolicyInput) {
    super(settings, input);
    this.#policy = policy;
    this.#summarises = policy.mechanisms.some(({ does }) => does === 'summarises');
    this.#pipeline = new Pipeline(policy.mechanisms, this.host(), {
      // What is left out without a summary leaves the newest count as it is.
      compacted: (_step, _covered, { does }) => {
        if (does !== 'drops') this.usage.reset();
      },
      failed: (step) => this.note(step, 'failure', FAILED),
    });
    this.#look();
  }

  override configure(settings: S): void {
    super.configure(settings);
    this.#look();
  }

  /** Calls that are added may come before the threshold, which is that of what changes the request. */
  #look(): void {
    const { decision, requests } = this.input;
    const more = decision?.relation === '>' ? 1 : 0;
    this.#changesFrom = this.loop.trigger;
    for (const one of this.#policy.mechanisms) {
      if (one.does !== 'adds') continue;
      const trigger = one.trigger(this.settings, requests.estimator.prefix) + more;
      this.loop.trigger = Math.min(this.loop.trigger, trigger);
    }
  }

  override forget(): void {
    super.forget();
    this.#pipeline.forget(this.loop.step);
  }

  override before(step: number): void {
    this.#pipeline.offload(step, this.settings);
  }

  own(step: number, heuristic: number): number {
    const count = this.#count;
    const { total, until } = this.usage;
    const end = this.entriesAt(step);
    count.heuristic = heuristic;
    count.prefix = this.input.requests.estimator.prefix;
    count.total = total;
    count.since = total > 0 && end > until ? this.tokensOf(until, end) : 0;
    count.contents = this.contentsBefore(end);
    return this.#policy.value(count, this.settings);
  }

  decide(step: number, value: number): void {
    // Where no mechanism writes a summary, nobody compacts by hand.
    const asked = this.input.compactAt !== undefined || (this.#summarises && this.byHand(step));
    if (this.#pipeline.run(step, value, this.settings, asked)) return;
    if (!asked && !(value >= this.#changesFrom)) return;
    if (!this.#pipeline.waits) {
      this.note(step, 'no-op', NOTHING);
      return;
    }
    // Once a turn: every request of it is above.
    const turn = intAt(this.input.profile.steps.turnStart, step);
    if (turn !== this.#noted) this.note(step, 'unchecked', UNCHECKED);
    this.#noted = turn;
  }
}

/** The run of a policy that is a pipeline: `begin: pipeline({ value, mechanisms })`. */
export const pipeline =
  <S extends ViewSettings>(policy: PipelinePolicy<S>) =>
  (settings: S, input: PolicyInput): PolicyRun<S> =>
    new PipelineRun(policy, settings, input);
