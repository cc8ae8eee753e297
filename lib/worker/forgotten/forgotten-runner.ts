import type { About } from '@/lib/analysis/detectors/evidence/evidence';
import type { Finding } from '@/lib/analysis/detectors/finding';
import { recallFindings } from '@/lib/analysis/detectors/recall-findings';
import { recallReport } from '@/lib/analysis/recall/recall-report';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import {
  openCarried,
  replayAgain,
  type CarriedReplay,
  type WorkerSession,
} from '../worker-session';
import { Turns } from '../turns';

/** A question about a session. */
export interface ForgottenJob {
  /** The session and its names; null: those of the question before. */
  readonly carried: (WorkerSession & { readonly references: ReferenceIndex }) | null;
  readonly replay: CarriedReplay;
  readonly about: About;
}

interface ForgottenSource {
  readonly session: Replayable;
  readonly references: ReferenceIndex;
}

/** Finds for one page what of a session's context is needed again, question after question. */
export class ForgottenRunner {
  readonly #turns: Turns;
  #source: ForgottenSource | null = null;

  /** @param pause Yields, so that calls and aborts arrive. */
  constructor(private readonly pause: () => Promise<void>) {
    this.#turns = new Turns(pause);
  }

  /** What is needed again; null if the question was withdrawn. @throws Error for what cannot be replayed. */
  find(job: ForgottenJob, signal: AbortSignal): Promise<readonly Finding[] | null> {
    return this.#turns.take(async () => {
      await this.pause();
      return this.#find(job, signal);
    });
  }

  #find(
    { carried, replay: asked, about }: ForgottenJob,
    signal: AbortSignal,
  ): readonly Finding[] | null {
    // Later questions go without it, also where this one is cancelled.
    if (carried !== null) {
      this.#source = { session: openCarried(carried), references: carried.references };
    }
    if (this.#source === null) throw new Error('There is no session yet.');
    if (signal.aborted) return null;
    const { session, references } = this.#source;
    const replay = replayAgain(session, asked);
    const recall = recallReport(replay, references);
    return recallFindings({ replay, about, recall, references });
  }
}
