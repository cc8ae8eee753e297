import { recallFindings } from '@/lib/analysis/detectors/recall-findings';
import { recallReport } from '@/lib/analysis/recall/recall-report';
import { findPolicy } from '@/lib/policies/registry';
import { holdFrozenTables } from '@/lib/engine/sizes/known-tables';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import type { Settings } from '@/lib/engine/policy/fields';
import { observe } from '@/lib/engine/replay/observed/observe';
import { replay } from '@/lib/engine/replay/replay';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import { runQueue, type RunMessage } from '../run-queue';
import { type ForgottenReply, type ForgottenJob } from './forgotten-messages';

/** Environment of the server. */
interface ForgottenHost {
  readonly post: (reply: ForgottenReply) => void;
  /** Yields, so that messages such as a cancellation arrive. */
  readonly pause: () => Promise<void>;
}

type ForgottenTask = ForgottenJob & { readonly run: number };

interface ForgottenSource {
  readonly session: Replayable;
  readonly references: ReferenceIndex;
}

/** Finds for one page what of a session's context is needed again, question after question. */
export class ForgottenServer {
  /** Handles a message of the page. */
  readonly receive: (message: RunMessage<ForgottenJob>) => void;
  readonly #host: ForgottenHost;
  #held: ForgottenSource | null = null;

  constructor(host: ForgottenHost) {
    this.#host = host;
    this.receive = runQueue<ForgottenJob>({
      pause: host.pause,
      work: async (request, signal) => {
        await host.pause();
        this.#host.post(this.#answered(request, signal));
      },
    });
  }

  #answered(request: ForgottenTask, signal: AbortSignal): ForgottenReply {
    const { run } = request;
    try {
      return this.#answer(request, signal);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { kind: 'failed', run, message };
    }
  }

  #answer({ run, carried, ...asked }: ForgottenTask, signal: AbortSignal): ForgottenReply {
    // Later questions go without it, also where this one is cancelled.
    if (carried !== null) {
      const { profile, prefixTokens, references, tables } = carried;
      holdFrozenTables(tables);
      this.#held = { session: prepare(profile, prefixTokens), references };
    }
    const policy = findPolicy(asked.policy);
    if (this.#held === null) throw new Error('There is no session yet.');
    if (policy === undefined) throw new Error(`There is no policy ${asked.policy}.`);
    if (signal.aborted) return { kind: 'end', run };
    const { session, references } = this.#held;
    const settings = policy.settings.parse(asked.settings);
    const { faults, observed } = asked;
    const made =
      observed === null
        ? replay(session, policy, settings as Settings, { faults })
        : observe(session, policy, settings as Settings, observed);
    const recall = recallReport(made, references);
    const { about } = asked;
    return {
      kind: 'answer',
      run,
      findings: recallFindings({ replay: made, about, recall, references }),
    };
  }
}
