import type { About } from '@/lib/analysis/detectors/evidence/evidence';
import type { Finding } from '@/lib/analysis/detectors/finding';
import type { Recall } from '@/lib/analysis/recall/recall-report';
import { frozenTables } from '@/lib/policies/sizes/known-tables';
import { formatFault } from '@/lib/replay/faults/faults';
import type { Replayable } from '@/lib/replay/prepare';
import type { Replay } from '@/lib/replay/replay';
import type { ReferenceIndex } from '@/lib/tokens/references/reference-index';
import { WorkerLink, type WorkerPort } from '../worker-link';
import { recallReplySchema, type OtherNames, type RecallReply } from './recall-messages';

/** What is used again of a replay's context, and what the detectors find in that. */
export interface AnsweredRecall {
  readonly recall: Recall;
  readonly findings: readonly Finding[];
}

/** A replay, of whose context it is asked what is used again. */
export interface RecallQuestion {
  /** The session as it was prepared, without faults. */
  readonly session: Replayable;
  readonly references: ReferenceIndex;
  /** Names of another session, which are taken off; left out for none. */
  readonly other?: OtherNames | null;
  readonly replay: Replay;
  readonly about: About;
}

interface OpenRun {
  /** Null: the question was withdrawn. */
  readonly resolve: (answer: AnsweredRecall | null) => void;
  readonly reject: (error: Error) => void;
}

/** A reply of one question. */
type RunReply = Exclude<RecallReply, { readonly kind: 'refused' }>;

/** What the worker holds: a session, its names, and tables of sizes by their ids. */
interface Held {
  readonly session: Replayable;
  readonly references: ReferenceIndex;
  readonly other: OtherNames | null;
  readonly tables: string;
}

/** Client of one worker for what is used again; hands a session over once. */
export class RecallClient {
  readonly #link: WorkerLink<RunReply, OpenRun>;
  #held: Held | null = null;

  constructor(start: () => WorkerPort) {
    this.#link = new WorkerLink({ start, replies: recallReplySchema, take: takeReply });
  }

  /**
   * What of a replay's context is used again; null if the question was withdrawn. Rejects if the worker
   * cannot start or breaks; the next question starts a new one.
   */
  ask(
    { session, references, other = null, replay, about }: RecallQuestion,
    signal: AbortSignal,
  ): Promise<AnsweredRecall | null> {
    const tables = frozenTables();
    const held = { session, references, other, tables: tables.map(({ id }) => id).join(' ') };
    const carried = this.#holds(held)
      ? null
      : { profile: session.profile, prefixTokens: session.prefixTokens, references, other, tables };
    this.#held = held;
    const { policy, settings, faults, observation } = replay;
    const job = {
      carried,
      policy: policy.id,
      settings,
      faults: faults.map(({ fault }) => formatFault(fault)),
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

  #holds({ session, references, other, tables }: Held): boolean {
    const held = this.#held;
    const isOf = held?.session === session && held.references === references;
    return isOf && held.other === other && held.tables === tables;
  }
}

function takeReply(reply: RunReply, { resolve, reject }: OpenRun): boolean {
  if (reply.kind === 'answer') resolve(reply);
  else if (reply.kind === 'end') resolve(null);
  else reject(new Error(reply.message));
  return true;
}
