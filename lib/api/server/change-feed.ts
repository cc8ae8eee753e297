import { ChangeReader, forgetChanges, type Change } from '@/lib/db/changes';
import { database, type Database } from '@/lib/db/client';

const POLL_MS = 400;
const FORGET_EVERY_MS = 60_000;

type Listener = (changes: readonly Change[]) => void;

/** Reads the database for changes while somebody listens: one reader for all open pages. */
export class ChangeFeed {
  readonly #open: () => Promise<Database>;
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  #reader: Promise<ChangeReader> | undefined;
  #forgotAt = 0;

  constructor(open: () => Promise<Database> = database) {
    this.#open = open;
  }

  /** Calls the listener with what changes from the moment this resolves; returns how to stop. */
  async subscribe(listener: Listener): Promise<() => void> {
    this.#reader ??= this.#open().then((db) => ChangeReader.open(db));
    await this.#reader;
    this.#listeners.add(listener);
    this.#schedule();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      // Whoever comes next begins with what is new then.
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
        await forgetChanges(await this.#open());
      }
    } catch (error) {
      console.error('Changes could not be read:', error);
    }
    this.#timer = undefined;
    if (this.#listeners.size > 0) this.#schedule();
  }
}

const shared = globalThis as typeof globalThis & { highwaterChangeFeed?: ChangeFeed };

/** The feed of this server; one for all bundles of the server. */
export function changeFeed(): ChangeFeed {
  shared.highwaterChangeFeed ??= new ChangeFeed();
  return shared.highwaterChangeFeed;
}
