import type { About } from '@/lib/analysis/detectors/evidence/evidence';
import type { Finding } from '@/lib/analysis/detectors/finding';
import type { Recall } from '@/lib/analysis/recall/recall-report';
import { recallClient } from '@/lib/host/worker/recall/page-client';
import type { Replay } from '@/lib/replay/replay';
import type { ReferenceIndex } from '@/lib/tokens/references/reference-index';
import type { WorkbenchStore } from '../state/workbench-store';
import type { ChanceLevel } from './chance-level';

/** What is known of a replay's context; the last one stays while another is computed. */
export interface RecallAnswer {
  /** Null until the first is computed. */
  readonly recall: Recall | null;
  /** Of all names, whosever are taken off. */
  readonly findings: readonly Finding[];
  /** The replay that it is of. */
  readonly replay: Replay | null;
  /** Whose names are taken off; null where nobody asked for more than the findings. */
  readonly level: ChanceLevel | null;
  /** Why there is no newer one; null where it is, or may come. */
  readonly fault: string | null;
}

export const noRecall: RecallAnswer = {
  recall: null,
  findings: [],
  replay: null,
  level: null,
  fault: null,
};

/** A session's names, what findings need to know of it, and how its chance level is found. */
export interface RecallSubject {
  readonly references: ReferenceIndex;
  readonly about: About;
  readonly levelOf: (choice: string | null) => Promise<ChanceLevel>;
}

/** What a question is about: the replay, and whose names the view takes off (undefined: no matter). */
interface Asked {
  readonly replay: Replay;
  readonly choice: string | null | undefined;
}

/**
 * Asks the worker for each replay that stays, as long as something of the page listens; never while a
 * setting moves. Another session's names are fetched for those that show more than findings.
 */
export class RecallFeed {
  readonly #store: WorkbenchStore;
  readonly #subject: RecallSubject;
  readonly #listeners = new Set<() => void>();
  readonly #levels = new Map<string | null, Promise<ChanceLevel>>();
  /** Those of the listeners that show more than findings. */
  #shown = 0;
  #answer = noRecall;
  #asked: Asked | null = null;
  #stop: AbortController | null = null;
  #leave: (() => void) | null = null;

  constructor(store: WorkbenchStore, subject: RecallSubject) {
    this.#store = store;
    this.#subject = subject;
  }

  /** For what shows what is used again. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#shown++;
    const leave = this.subscribeFindings(listener);
    return () => {
      this.#shown--;
      leave();
    };
  };

  /** For what shows the findings alone. */
  readonly subscribeFindings = (listener: () => void): (() => void) => {
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

  readonly #follow = (): void => {
    const { replay, moving, against } = this.#store.frame();
    const choice = this.#shown > 0 ? against : undefined;
    if (replay === this.#asked?.replay && choice === this.#asked.choice) return;
    this.#withdraw();
    if (!moving) void this.#ask({ replay, choice });
  };

  #withdraw(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.#asked = null;
  }

  async #ask(asked: Asked): Promise<void> {
    const { replay, choice } = asked;
    const { level: known, replay: of } = this.#answer;
    if (replay === of && (choice === undefined || choice === known?.choice)) return;
    this.#asked = asked;
    const stop = new AbortController();
    this.#stop = stop;
    try {
      const level = choice === undefined ? null : await this.#levelOf(choice);
      if (stop.signal.aborted) return;
      const { references, about } = this.#subject;
      const { session } = this.#store;
      const other = level?.against?.names ?? null;
      const question = { session, references, other, replay, about };
      const answer = await recallClient().ask(question, stop.signal);
      if (answer === null || stop.signal.aborted) return;
      const { recall, findings } = answer;
      this.#tell({ recall, findings, replay, level, fault: null });
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      if (!stop.signal.aborted) this.#tell({ ...this.#answer, fault });
    }
  }

  /** Kept while the page is open, so that its numbers stay; one that failed is asked for again. */
  async #levelOf(choice: string | null): Promise<ChanceLevel> {
    const asking = this.#levels.get(choice) ?? this.#subject.levelOf(choice);
    this.#levels.set(choice, asking);
    const level = await asking;
    if (level.fault !== null) this.#levels.delete(choice);
    return level;
  }

  #tell(answer: RecallAnswer): void {
    this.#answer = answer;
    for (const listener of this.#listeners) listener();
  }
}

const feeds = new WeakMap<WorkbenchStore, readonly [ReferenceIndex, RecallFeed]>();

/** The feed of a page's session and its names; one for all that listen. */
export function recallFeed(store: WorkbenchStore, subject: RecallSubject): RecallFeed {
  const known = feeds.get(store);
  if (known?.[0] === subject.references) return known[1];
  const made = new RecallFeed(store, subject);
  feeds.set(store, [subject.references, made]);
  return made;
}
