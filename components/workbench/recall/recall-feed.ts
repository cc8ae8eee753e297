import type { About } from '@/lib/analysis/detectors/evidence/evidence';
import type { Finding } from '@/lib/analysis/detectors/finding';
import type { Recall } from '@/lib/analysis/recall/recall-report';
import type { OtherSession } from '@/lib/host/api/contract/workbench/recall-contract';
import { recallClient } from '@/lib/host/worker/recall/page-client';
import type { Replay } from '@/lib/replay/replay';
import type { ReferenceIndex } from '@/lib/tokens/references/reference-index';
import type { WorkbenchStore } from '../state/workbench-store';

/** Another session, and its names. */
export interface Against extends OtherSession {
  readonly names: ReferenceIndex;
}

/** What is known of a replay's context; the last one stays while another is computed. */
export interface RecallAnswer {
  /** Null until the first is computed. */
  readonly recall: Recall | null;
  readonly findings: readonly Finding[];
  /** The replay that it is of. */
  readonly replay: Replay | null;
  /** Whose names are taken off; null for nobody's. */
  readonly against: Against | null;
  /** Why there is no newer one; null where it is, or may come. */
  readonly fault: string | null;
}

export const noRecall: RecallAnswer = {
  recall: null,
  findings: [],
  replay: null,
  against: null,
  fault: null,
};

/**
 * Asks the worker for each replay that stays, as long as something of the page listens; never while a
 * setting moves.
 */
export class RecallFeed {
  readonly #store: WorkbenchStore;
  readonly #references: ReferenceIndex;
  readonly #about: About;
  readonly #listeners = new Set<() => void>();
  #answer = noRecall;
  #against: Against | null = null;
  #asked: Replay | null = null;
  #stop: AbortController | null = null;
  #leave: (() => void) | null = null;

  constructor(store: WorkbenchStore, references: ReferenceIndex, about: About) {
    this.#store = store;
    this.#references = references;
    this.#about = about;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#leave ??= this.#store.subscribe(this.#follow);
    this.#follow();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#leave?.();
      this.#leave = null;
      this.#withdraw();
    };
  };

  readonly answer = (): RecallAnswer => this.#answer;

  /** Takes the names of another session off from now on; nobody's for null. */
  take(against: Against | null): void {
    this.#against = against;
    this.#withdraw();
    this.#follow();
  }

  readonly #follow = (): void => {
    const { replay, moving } = this.#store.frame();
    if (replay === this.#asked) return;
    this.#withdraw();
    if (!moving) this.#ask(replay);
  };

  #withdraw(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.#asked = null;
  }

  #ask(replay: Replay): void {
    const against = this.#against;
    if (replay === this.#answer.replay && against === this.#answer.against) return;
    this.#asked = replay;
    const stop = new AbortController();
    this.#stop = stop;
    const { session } = this.#store;
    const other = against?.names ?? null;
    const question = { session, references: this.#references, other, replay, about: this.#about };
    recallClient()
      .ask(question, stop.signal)
      .then(
        (answer) => {
          if (answer === null || stop.signal.aborted) return;
          const { recall, findings } = answer;
          this.#tell({ recall, findings, replay, against, fault: null });
        },
        ({ message }: Error) => {
          if (!stop.signal.aborted) this.#tell({ ...this.#answer, fault: message });
        },
      );
  }

  #tell(answer: RecallAnswer): void {
    this.#answer = answer;
    for (const listener of this.#listeners) listener();
  }
}

const feeds = new WeakMap<WorkbenchStore, readonly [ReferenceIndex, RecallFeed]>();

/** The feed of a page's session and its names; one for all that listen. */
export function recallFeed(
  store: WorkbenchStore,
  references: ReferenceIndex,
  about: About,
): RecallFeed {
  const known = feeds.get(store);
  if (known?.[0] === references) return known[1];
  const made = new RecallFeed(store, references, about);
  feeds.set(store, [references, made]);
  return made;
}
