import { setTimeout as sleep } from 'node:timers/promises';
import { claimImport, type ClaimedImport } from '@/lib/host/db/imports/claims';
import type { Database } from '@/lib/host/db/client';
import { pendingImports } from '@/lib/host/db/imports/imports';
import { purgeOrphans } from '@/lib/host/db/imports/purge';
import { FairTurns } from './lanes/fair-turns';
import { TreeTimes } from './lanes/time-budget';
import { importTrace } from './import-trace';
import { machineName } from './machine-name';
import { recoverImports } from './lanes/recover-imports';
import { dropFailedUploads } from './uploads';

/** How a process takes part in the queue. */
export interface QueueOptions {
  /**
   * The passing lane: reads what is small and was never begun, and puts back what takes longer than
   * `PASSING_MS`; another process reads that to its end.
   */
  readonly passing?: boolean | undefined;
  /** Number of imports that may run at once on SQLite; default 1. */
  readonly atOnce?: number | undefined;
  /** Called with each import before it is read, and with null after it. */
  readonly reading?: ((job: ClaimedImport | null) => void) | undefined;
  /** Milliseconds for which members of one archive are read before others; default `TURN_MS`. */
  readonly turnMs?: number | undefined;
}

/** Bytes read until the quota of failed uploads is checked again. */
const CHECKED_BYTES = 64 * 1024 ** 2;

/** Milliseconds that an import may take in the passing lane. */
const PASSING_MS = 10_000;

/**
 * Imports waiting traces one at a time; returns when none waits. While other processes read traces it
 * waits, on SQLite for its turn, and on both databases in case one dies and leaves its import.
 */
export async function runQueue(
  db: Database,
  stopped: AbortSignal,
  pause: () => Promise<void>,
  { passing = false, atOnce = 1, reading, turnMs }: QueueOptions = {},
): Promise<void> {
  const worker = { host: machineName(), pid: process.pid };
  const turns = new FairTurns(turnMs);
  const times = new TreeTimes();
  const claim = (without: readonly string[]): Promise<ClaimedImport | null> =>
    claimImport(db, worker, { atOnce, passing, without });
  await recoverImports(db);
  await purgeOrphans(db);
  let unchecked = 0;
  while (!stopped.aborted) {
    const job = await turns.next(claim);
    if (job) {
      reading?.(job);
      const begun = performance.now();
      if (passing) await passingImport(db, job, stopped);
      else await importTrace(db, job, stopped);
      reading?.(null);
      await times.ended(db, job, performance.now() - begun);
      unchecked += job.bytes;
      if (unchecked > CHECKED_BYTES) unchecked = await checkQuota(db);
    } else if (passing || (await pendingImports(db)) === 0) {
      await checkQuota(db);
      return;
    } else {
      await pause();
      await recoverImports(db);
    }
  }
}

/** Deletes what failed beyond the quota; 0 bytes are unchecked then. */
async function checkQuota(db: Database): Promise<number> {
  await dropFailedUploads(db);
  return 0;
}

/** Reads an import for a while; longer ones wait again, for a process that reads them to the end. */
async function passingImport(
  db: Database,
  job: ClaimedImport,
  stopped: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const late = new AbortController();
  const timer = sleep(PASSING_MS, undefined, { signal: ended.signal }).then(
    () => late.abort(),
    () => undefined,
  );
  await importTrace(db, job, stopped, late.signal);
  ended.abort();
  await timer;
}
