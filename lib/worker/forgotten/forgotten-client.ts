import type { About } from '@/lib/analysis/detectors/evidence/evidence';
import type { Finding } from '@/lib/analysis/detectors/finding';
import { frozenTables } from '@/lib/engine/sizes/known-tables';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import { WorkerLink, type WorkerPort } from '../worker-link';
import type { ForgottenJob, ForgottenReply } from './forgotten-messages';

/** A replay, of whose context it is asked what a compaction took that is needed again. */
export interface ForgottenQuestion {
  /** The session as it was prepared, without faults. */
  readonly session: Replayable;
  readonly references: ReferenceIndex;
  readonly replay: Replay;
  readonly about: About;
}

interface OpenRun {
  /** Null: the question was withdrawn. */
  readonly resolve: (findings: readonly Finding[] | null) => void;
  readonly reject: (error: Error) => void;
}

/** What the worker holds: a session, its names, and tables of sizes by their ids. */
interface WorkerState {
  readonly session: Replayable;
  readonly references: ReferenceIndex;
  readonly tables: string;
}

/** Client of one worker for forgotten context; hands a session over once. */
export class ForgottenClient {
  readonly #link: WorkerLink<ForgottenReply, OpenRun>;
  #held: WorkerState | null = null;

  constructor(start: () => WorkerPort) {
    this.#link = new WorkerLink({ start, take: takeReply });
  }

  /**
   * What the detectors find of context that a replay needs again; null if the question was withdrawn. Rejects if the worker
   * cannot start or breaks; the next question starts a new one.
   */
  ask(
    { session, references, replay, about }: ForgottenQuestion,
    signal: AbortSignal,
  ): Promise<readonly Finding[] | null> {
    const tables = frozenTables();
    const held = { session, references, tables: tables.map(({ id }) => id).join(' ') };
    const carried = this.#holds(held)
      ? null
      : { profile: session.profile, prefixTokens: session.prefixTokens, references, tables };
    this.#held = held;
    const { policy, settings, faults, observation } = replay;
    const job: ForgottenJob = {
      carried,
      policy: policy.id,
      settings,
      faults: faults.map(({ fault }) => fault),
      observed: observation === null ? null : { own: observation.own },
      about,
    };
    return new Promise((resolve, rejected) => {
      const reject = (error: Error): void => {
        this.#held = null;
        rejected(error);
      };
      this.#link.run({ resolve, reject }, job, signal);
    });
  }

  #holds({ session, references, tables }: WorkerState): boolean {
    const held = this.#held;
    const isOf = held?.session === session && held.references === references;
    return isOf && held.tables === tables;
  }
}

function takeReply(reply: ForgottenReply, { resolve, reject }: OpenRun): boolean {
  if (reply.kind === 'answer') resolve(reply.findings);
  else if (reply.kind === 'end') resolve(null);
  else reject(new Error(reply.message));
  return true;
}
