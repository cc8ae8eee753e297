import type { Database } from '@/lib/server/db/client';
import { missingShares, type SharePlace } from '@/lib/server/db/sweeps/shares';
import { activeSweeps } from '@/lib/server/db/sweeps/sweeps';
import { ENGINE } from '@/lib/engine/replay/engine';
import { advanceSweep } from '../advance';
import type { ShareQueue, TakenShare } from './share-queue';

/** Rows read beyond the taken ones: several lanes ask at once. */
const MORE = 64;

const keyOf = ({ sweepId, phase, number }: SharePlace): string => `${sweepId} ${phase} ${number}`;

/**
 * Shares on SQLite, where one process computes all: the oldest sweep's that have no result and that
 * this process has not taken.
 */
export class LocalQueue implements ShareQueue {
  readonly #db: Database;
  readonly #taken = new Set<string>();

  constructor(db: Database) {
    this.#db = db;
  }

  async next(): Promise<TakenShare | null> {
    for (const { id, engine } of await activeSweeps(this.#db)) {
      if (engine !== ENGINE) continue;
      const place =
        (await this.#free(id)) ?? ((await this.#advance(id)) ? await this.#free(id) : null);
      if (place === null) continue;
      const settle = (): Promise<void> => {
        this.#taken.delete(keyOf(place));
        return Promise.resolve();
      };
      return { place, done: settle, again: settle };
    }
    return null;
  }

  grown(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Takes a share of a sweep. */
  async #free(id: string): Promise<SharePlace | null> {
    const missing = await missingShares(this.#db, id, this.#taken.size + MORE);
    const place = missing.find((one) => !this.#taken.has(keyOf(one)));
    if (place === undefined) return null;
    this.#taken.add(keyOf(place));
    return place;
  }

  /** Goes on with a sweep of which no share is being computed. */
  async #advance(id: string): Promise<boolean> {
    const busy = [...this.#taken].some((key) => key.startsWith(`${id} `));
    return busy ? false : advanceSweep(this.#db, id);
  }
}
