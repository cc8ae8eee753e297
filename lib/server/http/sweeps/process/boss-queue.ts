import PgBoss from 'pg-boss';
import { chunksOf } from '@/lib/server/db/chunks';
import type { Database } from '@/lib/server/db/client';
import { postgresError } from '@/lib/server/db/connection/database-error';
import {
  missingShares,
  notQueued,
  noteQueued,
  type SharePlace,
} from '@/lib/server/db/sweeps/shares';
import { activeSweeps, type SweepRow } from '@/lib/server/db/sweeps/sweeps';
import { ENGINE } from '@/lib/engine/replay/engine';
import { advanceSweep } from '../advance';
import type { ShareQueue, TakenShare } from './share-queue';

/** Workers of another engine neither see these jobs nor compute them. */
const QUEUE = `highwater-sweep-engine-${ENGINE}`;

/** Seconds after which a share whose worker died is taken over: a share takes 1 to 10. */
const EXPIRE_SECONDS = 60;

/** Seconds between two looks for expired shares. */
const MAINTENANCE_SECONDS = 10;

/** Milliseconds between two looks for sweeps whose shares are not in the queue. */
const LOOK_MS = 1_000;

/** Attempts of a job; those at a share are counted in its row, and end the sweep long before. */
const RETRIES = 100;

const MOST_MISSING = 1_000_000;
const CHUNK = 1_000;

interface QueueOptions {
  readonly expireSeconds?: number | undefined;
  readonly maintenanceSeconds?: number | undefined;
}

/**
 * Shares on PostgreSQL: jobs of pg-boss, taken by any number of processes. What is done is known from
 * the results alone, so a job too many does no harm and one too few is put in again.
 */
export class BossQueue implements ShareQueue {
  readonly #db: Database;
  readonly #boss: PgBoss;
  #looked = -Infinity;
  #looking: Promise<void> | undefined;

  private constructor(db: Database, boss: PgBoss) {
    this.#db = db;
    this.#boss = boss;
  }

  /**
   * Connects, and makes pg-boss's schema `pgboss` unless it is there.
   * @throws DatabaseError if it cannot, as when the user may not make a schema.
   */
  static async open(
    db: Database,
    url: string,
    { expireSeconds = EXPIRE_SECONDS, maintenanceSeconds = MAINTENANCE_SECONDS }: QueueOptions = {},
  ): Promise<BossQueue> {
    const boss = new PgBoss({
      connectionString: url,
      application_name: 'highwater',
      max: 2,
      schedule: false,
      maintenanceIntervalSeconds: maintenanceSeconds,
      archiveCompletedAfterSeconds: 60,
      deleteAfterSeconds: 600,
    });
    boss.on('error', (error) => console.error('The queue of shares failed:', error.message));
    try {
      await boss.start();
    } catch (error) {
      throw postgresError(error, url);
    }
    const options = { retryLimit: RETRIES, expireInSeconds: expireSeconds };
    await boss.createQueue(QUEUE, { name: QUEUE, policy: 'short', ...options });
    return new BossQueue(db, boss);
  }

  async next(): Promise<TakenShare | null> {
    const taken = await this.#take();
    if (taken !== null) return taken;
    if (performance.now() - this.#looked < LOOK_MS) return null;
    await this.grown();
    return this.#take();
  }

  /** Puts shares in that are not in the queue; one look at a time. */
  async grown(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    await this.#looking;
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }

  async #take(): Promise<TakenShare | null> {
    const [job] = await this.#boss.fetch<SharePlace>(QUEUE, { batchSize: 1 });
    if (job === undefined) return null;
    return {
      place: job.data,
      done: () => this.#boss.complete(QUEUE, job.id),
      again: () => this.#boss.fail(QUEUE, job.id),
    };
  }

  async #look(): Promise<void> {
    for (const { id } of await this.#active()) await advanceSweep(this.#db, id);
    const sweeps = await this.#active();
    for (const sweep of sweeps) if (await notQueued(this.#db, sweep.id)) await this.#put(sweep);
    // Neither waiting nor being computed, and yet missing: a job was lost.
    const lost = sweeps.length > 0 && (await this.#boss.getQueueSize(QUEUE, LIVE)) === 0;
    if (lost) for (const sweep of sweeps) await this.#put(sweep);
    this.#looked = performance.now();
  }

  async #active(): Promise<readonly SweepRow[]> {
    return (await activeSweeps(this.#db)).filter(({ engine }) => engine === ENGINE);
  }

  async #put({ id, phase: last }: SweepRow): Promise<void> {
    const missing = await missingShares(this.#db, id, MOST_MISSING);
    for (const chunk of chunksOf(missing, CHUNK)) {
      const jobs = chunk.map(({ sweepId, phase, number }) => ({
        name: QUEUE,
        data: { sweepId, phase, number },
        // A share waits once.
        singletonKey: `${sweepId} ${phase} ${number}`,
      }));
      await this.#boss.insert(jobs);
    }
    await noteQueued(this.#db, id, last);
  }
}

const LIVE = { before: 'completed' } as const;
