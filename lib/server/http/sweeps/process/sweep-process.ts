/**
 * The process that computes shares of sweeps: forked by the server when a sweep waits, it ends some
 * time after the last one, or with the server; forked by `highwater worker`, it stays.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { database, type Database } from '@/lib/server/db/client';
import { DatabaseError } from '@/lib/server/db/connection/database-error';
import { migrate, MigrationError } from '@/lib/server/db/migrate/migrate';
import { env } from '@/lib/server/env';
import { ENGINE } from '@/lib/engine/replay/engine';
import { STANDING, threadsArgument } from '../sweep-arguments';
import { BossQueue } from './boss-queue';
import { LocalQueue } from './local-queue';
import { Pauses } from './pauses';
import type { ShareQueue } from './share-queue';
import { SweepWorker } from './sweep-worker';
import { ThreadPool } from './thread-pool';

/** Idle milliseconds before a process of the server ends. */
const IDLE_MS = 30_000;
const TURN_MS = 500;

const standing = process.argv.includes(STANDING);
const lanes = threadsArgument(process.argv) ?? availableParallelism();
const pauses = new Pauses();
const stopped = new AbortController();
const stop = (): void => {
  stopped.abort();
  pauses.end();
};
process.on('disconnect', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

let idleSince = performance.now();
process.on('message', () => {
  idleSince = performance.now();
  pauses.end();
});

const { db, queue } = await opened().catch((error: unknown) => {
  const expected = error instanceof DatabaseError || error instanceof MigrationError;
  console.error(expected ? error.message : error);
  process.exit(1);
});
const pool = new ThreadPool(() => new Worker(new URL(import.meta.url)));
const worker = new SweepWorker({
  db,
  queue,
  lanes,
  stopped: stopped.signal,
  compute: (task) => pool.compute(task),
  pause: async () => {
    if (worker.isBusy) idleSince = performance.now();
    else if (!standing && performance.now() - idleSince > IDLE_MS) stop();
    if (!stopped.signal.aborted) await pauses.wait(TURN_MS);
  },
});
if (standing) console.log(`Computes up to ${lanes} shares at once, engine ${ENGINE}.`);
await worker.run();
await pool.close();
await queue.close();
await db.close();
process.exit(0);

/** The library and the shares that wait in it. @throws DatabaseError, MigrationError */
async function opened(): Promise<{ readonly db: Database; readonly queue: ShareQueue }> {
  const { databaseUrl } = env();
  await migrate(databaseUrl);
  const db = await database();
  const isShared = db.dialect.kind === 'postgresql';
  return { db, queue: isShared ? await BossQueue.open(db, databaseUrl) : new LocalQueue(db) };
}
