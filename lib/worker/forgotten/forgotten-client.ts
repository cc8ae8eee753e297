import type { About } from '@/lib/analysis/detectors/evidence/evidence';
import type { Finding } from '@/lib/analysis/detectors/finding';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import { SessionClient } from '../session-client';
import { carriedReplay } from '../worker-session';
import type { ForgottenJob, ForgottenRunner } from './forgotten-runner';

/** A replay, of whose context it is asked what a compaction took that is needed again. */
export interface ForgottenQuestion {
  /** The session as it was prepared, without faults. */
  readonly session: Replayable;
  readonly references: ReferenceIndex;
  readonly replay: Replay;
  readonly about: About;
}

/** A page's end of one worker for forgotten context; hands a session over once. */
export class ForgottenClient extends SessionClient<ForgottenRunner> {
  /**
   * What the detectors find of context that a replay needs again; null if the question was withdrawn. Rejects if the worker
   * cannot start or breaks.
   */
  ask(
    { session, references, replay, about }: ForgottenQuestion,
    signal: AbortSignal,
  ): Promise<readonly Finding[] | null> {
    const carried = this.carrier.carry(session, references);
    const job: ForgottenJob = {
      carried: carried === null ? null : { ...carried, references },
      replay: carriedReplay(replay),
      about,
    };
    return this.call((runner) => runner.find(job, signal));
  }
}

/** The page's only client of the worker for forgotten context, which starts with the first question. */
export const forgottenClient = new ForgottenClient(
  () => new Worker(new URL('./forgotten-worker.ts', import.meta.url), { type: 'module' }),
);
