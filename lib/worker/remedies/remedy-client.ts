import type { CureEffect } from '@/lib/analysis/detectors/cures/cure-effect';
import type { Rates } from '@/lib/analysis/cost/rates';
import type { RemedyEffect } from '@/lib/analysis/explain/cause/remedies/remedy';
import type { RemedyList } from '@/lib/analysis/explain/cause/remedies/remedy-list';
import { frozenTables } from '@/lib/engine/sizes/known-tables';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import type { RemedyJob, RemedyReply } from './remedy-messages';
import { WorkerLink, type WorkerPort } from '../worker-link';

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

/** Callback and abort signal of a question. */
interface EffectOptions<Effect> {
  /** Takes the next change's effect; null where it does not turn the step, or is no setting. */
  readonly onEffect: (effect: Effect | null) => void;
  readonly signal: AbortSignal;
}

interface OpenRun {
  readonly options: EffectOptions<RemedyEffect | CureEffect>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Client of one worker for remedies; hands a session over once. */
export class RemedyClient {
  readonly #link: WorkerLink<RemedyReply, OpenRun>;
  /** What the worker holds: a session, and tables of sizes by their ids. */
  #held: { readonly session: Replayable; readonly tables: string } | null = null;

  constructor(start: () => WorkerPort) {
    this.#link = new WorkerLink({ start, take: takeReply });
  }

  /**
   * Replays a step's remedies, in their order. Resolves at the end, also if cancelled; no effect follows
   * an abort. Rejects if the worker cannot start or breaks; the next question starts a new one.
   */
  effects(
    { session, step, list, rates }: RemedyQuestion,
    options: EffectOptions<RemedyEffect>,
  ): Promise<void> {
    const remedies = list.remedies.map(({ settings }) => settings);
    const of = { kind: 'step', step, aim: list.aim, rates } as const;
    return this.#ask(session, list.base, { of, remedies }, options);
  }

  /** Replays the changes that may cure a finding, in their order, likewise. */
  cures(
    { session, base, detector, changes }: CureQuestion,
    options: EffectOptions<CureEffect>,
  ): Promise<void> {
    const asked = { of: { kind: 'finding', detector }, remedies: changes } as const;
    return this.#ask(session, base, asked, options);
  }

  #ask<Effect extends RemedyEffect | CureEffect>(
    session: Replayable,
    base: Replay,
    asked: Pick<RemedyJob, 'of' | 'remedies'>,
    options: EffectOptions<Effect>,
  ): Promise<void> {
    const tables = frozenTables();
    const held = { session, tables: tables.map(({ id }) => id).join(' ') };
    const isHeld = this.#held?.session === session && this.#held.tables === held.tables;
    this.#held = held;
    const { profile, prefixTokens } = session;
    const job: RemedyJob = {
      carried: isHeld ? null : { profile, prefixTokens, tables },
      policy: base.policy.id,
      settings: base.settings,
      faults: base.faults.map(({ fault }) => fault),
      observed: base.observation === null ? null : { own: base.observation.own },
      ...asked,
    };
    return new Promise((resolve, rejected) => {
      const reject = (error: Error): void => {
        this.#held = null;
        rejected(error);
      };
      // The worker answers a question with effects of its kind.
      const open = options as EffectOptions<RemedyEffect | CureEffect>;
      this.#link.run({ options: open, resolve, reject }, job, options.signal);
    });
  }
}

function takeReply(reply: RemedyReply, { options, resolve, reject }: OpenRun): boolean {
  if (reply.kind === 'effect') {
    if (!options.signal.aborted) options.onEffect(reply.effect);
    return false;
  }
  if (reply.kind === 'end') resolve();
  else reject(new Error(reply.message));
  return true;
}
