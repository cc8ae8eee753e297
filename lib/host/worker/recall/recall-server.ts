import { recallFindings } from '@/lib/analysis/detectors/recall-findings';
import { recallReport } from '@/lib/analysis/recall/recall-report';
import { findPolicy } from '@/lib/policies/registry';
import { holdFrozenTables } from '@/lib/policies/sizes/known-tables';
import { prepare, type Replayable } from '@/lib/replay/prepare';
import type { Settings } from '@/lib/policies/contract/fields';
import { observe } from '@/lib/replay/observed/observe';
import { replay } from '@/lib/replay/replay';
import type { ReferenceIndex } from '@/lib/tokens/references/reference-index';
import { runQueue } from '../run-queue';
import {
  recallRequestSchema,
  type OtherNames,
  type RecallReply,
  type RecallRequest,
} from './recall-messages';

/** Environment of the server. */
interface RecallHost {
  readonly post: (reply: RecallReply) => void;
  /** Yields, so that messages such as a cancellation arrive. */
  readonly pause: () => Promise<void>;
}

type Run = Extract<RecallRequest, { kind: 'run' }>;

interface Held {
  readonly session: Replayable;
  readonly references: ReferenceIndex;
  readonly other: OtherNames | null;
}

/** Says for one page what of a session's context is used again, question after question. */
export class RecallServer {
  /** Handles a message; refuses unknown ones. */
  readonly receive: (message: unknown) => void;
  readonly #host: RecallHost;
  #held: Held | null = null;

  constructor(host: RecallHost) {
    this.#host = host;
    this.receive = runQueue<Run>({
      requests: recallRequestSchema,
      refuse: (message) => host.post({ kind: 'refused', message }),
      pause: host.pause,
      work: async (request, signal) => {
        await host.pause();
        this.#host.post(this.#answered(request, signal));
      },
    });
  }

  #answered(request: Run, signal: AbortSignal): RecallReply {
    const { run } = request;
    try {
      return this.#answer(request, signal);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { kind: 'failed', run, message };
    }
  }

  #answer({ run, carried, ...asked }: Run, signal: AbortSignal): RecallReply {
    // Later questions go without it, also where this one is cancelled.
    if (carried !== null) {
      const { profile, prefixTokens, references, other, tables } = carried;
      holdFrozenTables(tables);
      this.#held = { session: prepare(profile, prefixTokens), references, other };
    }
    const policy = findPolicy(asked.policy);
    if (this.#held === null) throw new Error('There is no session yet.');
    if (policy === undefined) throw new Error(`There is no policy ${asked.policy}.`);
    if (signal.aborted) return { kind: 'end', run };
    const { session, references, other } = this.#held;
    const settings = policy.settings.parse(asked.settings);
    const { faults, observed } = asked;
    const made =
      observed === null
        ? replay(session, policy, settings as Settings, { faults })
        : observe(session, policy, settings as Settings, observed);
    const all = recallReport(made, references);
    // Findings are of all names, as everywhere.
    const found = recallFindings({ replay: made, about: asked.about, recall: all, references });
    const recall = other === null ? all : recallReport(made, references, { other });
    return { kind: 'answer', run, recall, findings: found };
  }
}
