import type { RemedyEffect } from '@/lib/analysis/explain/cause/remedies/remedy';
import type { RemedyList } from '@/lib/analysis/explain/cause/remedies/remedy-list';
import { frozenTables } from '@/lib/policies/sizes/known-tables';
import { formatFault } from '@/lib/replay/faults/faults';
import type { Replayable } from '@/lib/replay/prepare';
import { remedyReplySchema, type RemedyReply } from './remedy-messages';
import { WorkerLink, type WorkerPort } from '../worker-link';

/** A step's remedies, whose effects are asked for. */
export interface RemedyQuestion {
  /** The session as it was prepared, without faults. */
  readonly session: Replayable;
  readonly step: number;
  readonly list: RemedyList;
}

/** Callback and abort signal of a question. */
interface RemedyOptions {
  /** Takes the next remedy's effect; null where it does not turn the step. */
  readonly onEffect: (effect: RemedyEffect | null) => void;
  readonly signal: AbortSignal;
}

interface OpenRun {
  readonly options: RemedyOptions;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** A reply of one question. */
type RunReply = Exclude<RemedyReply, { readonly kind: 'refused' }>;

/** Client of one worker for remedies; hands a session over once. */
export class RemedyClient {
  readonly #link: WorkerLink<RunReply, OpenRun>;
  /** What the worker holds: a session, and tables of sizes by their ids. */
  #held: { readonly session: Replayable; readonly tables: string } | null = null;

  constructor(start: () => WorkerPort) {
    this.#link = new WorkerLink({ start, replies: remedyReplySchema, take: takeReply });
  }

  /**
   * Replays a step's remedies, in their order. Resolves at the end, also if cancelled; no effect follows
   * an abort. Rejects if the worker cannot start or breaks; the next question starts a new one.
   */
  effects({ session, step, list }: RemedyQuestion, options: RemedyOptions): Promise<void> {
    const { base, remedies } = list;
    const tables = frozenTables();
    const held = { session, tables: tables.map(({ id }) => id).join(' ') };
    const isHeld = this.#held?.session === session && this.#held.tables === held.tables;
    this.#held = held;
    const { profile, prefixTokens } = session;
    const job = {
      carried: isHeld ? null : { profile, prefixTokens, tables },
      policy: base.policy.id,
      settings: base.settings,
      faults: base.faults.map(({ fault }) => formatFault(fault)),
      step,
      remedies: remedies.map(({ settings }) => settings),
    };
    return new Promise((resolve, rejected) => {
      const reject = (error: Error): void => {
        this.#held = null;
        rejected(error);
      };
      this.#link.run({ options, resolve, reject }, job, options.signal);
    });
  }
}

function takeReply(reply: RunReply, { options, resolve, reject }: OpenRun): boolean {
  if (reply.kind === 'effect') {
    if (!options.signal.aborted) options.onEffect(reply.effect);
    return false;
  }
  if (reply.kind === 'end') resolve();
  else reject(new Error(reply.message));
  return true;
}
