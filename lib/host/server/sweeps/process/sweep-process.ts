/**
 * The process that computes shares of sweeps: forked by the server when a sweep waits, it ends some
 * time after the last one, or with the server; forked by `highwater worker`, it stays.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { database } from '@/lib/host/db/client';
import { migrate } from '@/lib/host/db/migrate/migrate';
import { env } from '@/lib/host/env';
import { ENGINE } from '@/lib/replay/engine';
import { STANDING, threadsArgument } from '../sweep-arguments';
import { BossQueue } from './boss-queue';
import { LocalQueue } from './local-queue';
import { SweepWorker } from './sweep-worker';
import { ThreadPool } from './thread-pool';

/** Idle milliseconds before a process of the server ends. */
const IDLE_MS = 30_000;
const TURN_MS = 500;

const stopped = new AbortController();
const stop = (): void => stopped.abort();
process.on('disconnect', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

/** Ends the pause between two looks. */
let pause = new AbortController();
let idleSince = performance.now();
process.on('message', () => {
  idleSince = performance.now();
  pause.abort();
  pause = new AbortController();
});

const { databaseUrl } = env();
const standing = process.argv.includes(STANDING);
const lanes = threadsArgument(process.argv) ?? availableParallelism();
await migrate(databaseUrl);
const db = await database();
const queue =
  db.dialect.kind === 'postgresql' ? await BossQueue.open(db, databaseUrl) : new LocalQueue(db);
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
    const signal = AbortSignal.any([stopped.signal, pause.signal]);
    await sleep(TURN_MS, undefined, { signal }).catch(() => undefined);
  },
});
if (standing) console.log(`Computes up to ${lanes} shares at once, engine ${ENGINE}.`);
await worker.run();
await pool.close();
await queue.close();
await db.close();
process.exit(0);
