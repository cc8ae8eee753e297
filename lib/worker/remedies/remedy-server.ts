import { costTotal } from '@/lib/analysis/cost/cost-total';
import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import type { CureEffect, cureEffect } from '@/lib/analysis/detectors/cures/cure-effect';
import { effectOf } from '@/lib/analysis/explain/cause/remedies/effect';
import type { RemedyEffect } from '@/lib/analysis/explain/cause/remedies/remedy';
import { findPolicy } from '@/lib/policies/registry';
import { holdFrozenTables } from '@/lib/engine/sizes/known-tables';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import type { Settings } from '@/lib/engine/policy/fields';
import { observe } from '@/lib/engine/replay/observed/observe';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { type RemedyReply, type RemedyJob } from './remedy-messages';
import { runQueue, type RunMessage } from '../run-queue';

/** Environment of the server. */
interface RemedyHost {
  readonly post: (reply: RemedyReply) => void;
  /** Yields, so that messages such as a cancellation arrive. */
  readonly pause: () => Promise<void>;
  /** Fetches the detectors. */
  readonly cures: () => Promise<{ readonly cureEffect: typeof cureEffect }>;
}

type RemedyTask = RemedyJob & { readonly run: number };

/** Replays remedies for one page, question after question; a replay is a slice. */
export class RemedyServer {
  /** Handles a message of the page. */
  readonly receive: (message: RunMessage<RemedyJob>) => void;
  readonly #host: RemedyHost;
  #session: Replayable | null = null;

  constructor(host: RemedyHost) {
    this.#host = host;
    this.receive = runQueue<RemedyJob>({
      pause: host.pause,
      work: (request, signal) => this.#run(request, signal),
    });
  }

  async #run(request: RemedyTask, signal: AbortSignal): Promise<void> {
    const { run } = request;
    try {
      await this.#answer(request, signal);
      this.#host.post({ kind: 'end', run });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#host.post({ kind: 'failed', run, message });
    }
  }

  async #answer({ run, carried, ...asked }: RemedyTask, signal: AbortSignal): Promise<void> {
    // Later questions go without it, also where this one is cancelled.
    if (carried !== null) {
      holdFrozenTables(carried.tables);
      this.#session = prepare(carried.profile, carried.prefixTokens);
    }
    const session = this.#session;
    const policy = findPolicy(asked.policy);
    if (session === null) throw new Error('There is no session yet.');
    if (policy === undefined) throw new Error(`There is no policy ${asked.policy}.`);
    if (signal.aborted) return;
    const { faults, of, observed } = asked;
    const chosen = policy.settings.parse(asked.settings) as Settings;
    const base =
      observed === null
        ? replay(session, policy, chosen, { faults })
        : observe(session, policy, chosen, observed);
    const effect = await this.#effects(session, base, of);
    for (const settings of asked.remedies) {
      await this.#host.pause();
      if (signal.aborted) return;
      this.#host.post({ kind: 'effect', run, effect: effect(settings) });
    }
  }

  /** What settings do, by the kind of question. */
  async #effects(
    session: Replayable,
    base: Replay,
    of: RemedyTask['of'],
  ): Promise<(settings: Settings) => RemedyEffect | CureEffect | null> {
    if (of.kind === 'step') {
      const { step, aim, rates } = of;
      const known = new Map(rates ?? []);
      const ratesOf: RatesOf = (model) => (model === null ? null : (known.get(model) ?? null));
      const dollarsOf = rates === null ? null : (run: Replay) => costTotal(run, ratesOf);
      return (settings) => effectOf(session, base, { step, aim, dollarsOf }, { settings });
    }
    // The detectors are fetched with the first question about a finding.
    const { cureEffect } = await this.#host.cures();
    return (settings) => cureEffect(session, base, of.detector, settings);
  }
}
