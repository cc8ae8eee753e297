import { proxy } from 'comlink';
import type { Rates } from '@/lib/analysis/cost/rates';
import type { CureEffect } from '@/lib/analysis/detectors/cures/cure-effect';
import type { RemedyEffect } from '@/lib/analysis/explain/cause/remedies/remedy';
import type { RemedyList } from '@/lib/analysis/explain/cause/remedies/remedy-list';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import { SessionClient } from '../session-client';
import { carriedReplay } from '../worker-session';
import { untilAborted } from '../worker-handle';
import type { RemedyJob, RemedyRunner } from './remedy-runner';

/** A step's remedies, whose effects are asked for. */
export interface RemedyQuestion {
  /** The session as it was prepared, without faults. */
  readonly session: Replayable;
  readonly step: number;
  readonly list: RemedyList;
  /** Prices of the session's models by name; null where they are not known. */
  readonly rates: readonly (readonly [model: string, rates: Rates | null])[] | null;
}

/** A finding's changes of settings, whose effects are asked for. */
export interface CureQuestion {
  /** The session as it was prepared, without faults. */
  readonly session: Replayable;
  /** The replay that the finding is of. */
  readonly base: Replay;
  readonly detector: string;
  /** The changed settings of each. */
  readonly changes: readonly Settings[];
}

/** Takes the next change's effect; null where it does not turn the step, or is no setting. */
type OnEffect<Effect> = (effect: Effect | null) => void;

/** A page's end of one worker for remedies; hands a session over once. */
export class RemedyClient extends SessionClient<RemedyRunner> {
  /**
   * Replays a step's remedies, in their order. Resolves at the end, also if cancelled; no effect follows
   * an abort. Rejects if the worker cannot start or breaks.
   */
  effects(
    { session, step, list, rates }: RemedyQuestion,
    onEffect: OnEffect<RemedyEffect>,
    signal: AbortSignal,
  ): Promise<void> {
    const job: RemedyJob = {
      carried: this.carrier.carry(session),
      base: carriedReplay(list.base),
      of: { kind: 'step', step, aim: list.aim, rates },
      remedies: list.remedies.map(({ settings }) => settings),
    };
    return this.#effects(job, onEffect, signal);
  }

  /** Replays the changes that may cure a finding, in their order, likewise. */
  cures(
    { session, base, detector, changes }: CureQuestion,
    onEffect: OnEffect<CureEffect>,
    signal: AbortSignal,
  ): Promise<void> {
    const job: RemedyJob = {
      carried: this.carrier.carry(session),
      base: carriedReplay(base),
      of: { kind: 'finding', detector },
      remedies: changes,
    };
    return this.#effects(job, onEffect, signal);
  }

  #effects<Effect extends RemedyEffect | CureEffect>(
    job: RemedyJob,
    onEffect: OnEffect<Effect>,
    signal: AbortSignal,
  ): Promise<void> {
    // The worker answers a question with effects of its kind.
    const take = untilAborted(signal, onEffect) as OnEffect<RemedyEffect | CureEffect>;
    return this.call((runner) => runner.run(job, proxy(take), signal));
  }
}

/** The page's only client of the worker for remedies, which starts with the first question. */
export const remedyClient = new RemedyClient(
  () => new Worker(new URL('./remedy-worker.ts', import.meta.url), { type: 'module' }),
);
