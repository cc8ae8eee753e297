import { ChangeReader, forgetChanges, type Change } from '@/lib/server/db/changes';
import { database, type Database } from '@/lib/server/db/client';
import { processWide } from '@/lib/server/process-wide';

const POLL_MS = 400;
const FORGET_EVERY_MS = 60_000;

type Listener = (changes: readonly Change[]) => void;

/** Polls the database for changes while there are listeners: one reader for all open pages. */
class ChangeFeed {
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  #reader: Promise<ChangeReader> | undefined;
  #forgotAt = 0;

  constructor(private readonly open: () => Promise<Database> = database) {}

  /** Calls the listener with every change after this resolves; returns the unsubscribe function. */
  async subscribe(listener: Listener): Promise<() => void> {
    this.#reader ??= this.open().then((db) => ChangeReader.open(db));
    await this.#reader;
    this.#listeners.add(listener);
    this.#schedule();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      // The next listener starts at the then newest change.
      this.#reader = undefined;
    };
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.#poll(), POLL_MS);
    this.#timer.unref();
  }

  async #poll(): Promise<void> {
    try {
      const changes = (await (await this.#reader)?.read()) ?? [];
      if (changes.length > 0) for (const listener of this.#listeners) listener(changes);
      if (Date.now() - this.#forgotAt > FORGET_EVERY_MS) {
        this.#forgotAt = Date.now();
        await forgetChanges(await this.open());
      }
    } catch (error) {
      console.error('Changes could not be read:', error);
    }
    this.#timer = undefined;
    if (this.#listeners.size > 0) this.#schedule();
  }
}

/** The server's feed, shared by all its bundles. */
export const changeFeed = processWide('changeFeed', () => new ChangeFeed());
