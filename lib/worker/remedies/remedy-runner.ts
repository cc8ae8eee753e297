import { costTotal } from '@/lib/analysis/cost/cost-total';
import type { Rates } from '@/lib/analysis/cost/rates';
import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import type { CureEffect, cureEffect } from '@/lib/analysis/detectors/cures/cure-effect';
import { effectOf } from '@/lib/analysis/explain/cause/remedies/effect';
import type { RemedyAim, RemedyEffect } from '@/lib/analysis/explain/cause/remedies/remedy';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import {
  openCarried,
  replayAgain,
  type CarriedReplay,
  type WorkerSession,
} from '../worker-session';
import { Turns } from '../turns';

/** A question: what changes of a replay do. */
export interface RemedyJob {
  /** The session; null: that of the question before. */
  readonly carried: WorkerSession | null;
  /** The replay that each remedy is one change away from. */
  readonly base: CarriedReplay;
  /** What the changes are for: the decision of a step, or a detector's finding. */
  readonly of:
    | {
        readonly kind: 'step';
        readonly step: number;
        readonly aim: RemedyAim;
        /** Prices of the session's models; null: effects are told without dollars. */
        readonly rates: readonly (readonly [model: string, rates: Rates | null])[] | null;
      }
    | { readonly kind: 'finding'; readonly detector: string };
  /** Settings with each change: complete for a step, the changed ones for a finding. */
  readonly remedies: readonly Settings[];
}

/** Takes the effect of a change; null where it does not turn the step, or is no setting of the policy. */
type OnAnyEffect = (effect: RemedyEffect | CureEffect | null) => void | Promise<void>;

/** Environment of a runner. */
interface RemedyHost {
  /** Yields, so that calls and aborts arrive. */
  readonly pause: () => Promise<void>;
  /** Fetches the detectors. */
  readonly cures: () => Promise<{ readonly cureEffect: typeof cureEffect }>;
}

/** Replays remedies for one page, question after question; a replay is a slice. */
export class RemedyRunner {
  readonly #turns: Turns;
  #session: Replayable | null = null;

  constructor(private readonly host: RemedyHost) {
    this.#turns = new Turns(host.pause);
  }

  /** Tells the effect of each remedy, in their order, until it is cancelled. @throws Error for what cannot be replayed. */
  run(job: RemedyJob, onEffect: OnAnyEffect, signal: AbortSignal): Promise<void> {
    return this.#turns.take(() => this.#run(job, onEffect, signal));
  }

  async #run(
    { carried, base: asked, of, remedies }: RemedyJob,
    onEffect: OnAnyEffect,
    signal: AbortSignal,
  ): Promise<void> {
    // Later questions go without it, also where this one is cancelled.
    if (carried !== null) this.#session = openCarried(carried);
    const session = this.#session;
    if (session === null) throw new Error('There is no session yet.');
    if (signal.aborted) return;
    const base = replayAgain(session, asked);
    const effect = await this.#effects(session, base, of);
    let told: unknown;
    for (const settings of remedies) {
      await this.host.pause();
      if (signal.aborted) return;
      told = onEffect(effect(settings));
    }
    // The end goes another way than the effects and must not overtake them.
    await told;
  }

  /** What settings do, by the kind of question. */
  async #effects(
    session: Replayable,
    base: Replay,
    of: RemedyJob['of'],
  ): Promise<(settings: Settings) => RemedyEffect | CureEffect | null> {
    if (of.kind === 'step') {
      const { step, aim, rates } = of;
      const known = new Map(rates ?? []);
      const ratesOf: RatesOf = (model) => (model === null ? null : (known.get(model) ?? null));
      const dollarsOf = rates === null ? null : (run: Replay) => costTotal(run, ratesOf);
      return (settings) => effectOf(session, base, { step, aim, dollarsOf }, { settings });
    }
    // The detectors are fetched with the first question about a finding.
    const { cureEffect } = await this.host.cures();
    return (settings) => cureEffect(session, base, of.detector, settings);
  }
}
