import { setTimeout as sleep } from 'node:timers/promises';
import { claimImport, type ClaimedImport } from '@/lib/server/db/imports/claims';
import type { Database } from '@/lib/server/db/client';
import { storageFault } from '@/lib/server/db/connection/storage-fault';
import { pendingImports } from '@/lib/server/db/imports/imports';
import { purgeOrphans } from '@/lib/server/db/imports/purge';
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

/** Pauses after a fault of the storage: a full disk is not free again at once. */
const FAULT_PAUSES = 10;

/**
 * Imports waiting traces one at a time; returns when none waits. While other processes read traces it
 * waits, on SQLite for its turn, and on both databases in case one dies and leaves its import. While
 * nothing can be stored it waits too: no import fails because the disk is full.
 */
export async function runQueue(
  db: Database,
  stopped: AbortSignal,
  pause: () => Promise<void>,
  { passing = false, atOnce = 1, reading, turnMs }: QueueOptions = {},
): Promise<void> {
  const turns = new FairTurns(turnMs);
  const worker = { host: machineName(), pid: process.pid };
  const times = new TreeTimes();
  const claim = (without: readonly string[]): Promise<ClaimedImport | null> =>
    claimImport(db, worker, { atOnce, passing, without });
  let unchecked = 0;
  /** Imports one trace, or waits a moment for other processes; true if none is left. */
  const isEmptyAfter = async (): Promise<boolean> => {
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
      return true;
    } else {
      await pause();
      await recoverImports(db);
    }
    return false;
  };
  let fresh = true;
  let said = '';
  while (!stopped.aborted) {
    try {
      if (fresh) await recoverImports(db);
      if (fresh) await purgeOrphans(db);
      fresh = false;
      if (await isEmptyAfter()) return;
    } catch (error) {
      reading?.(null);
      const fault = storageFault(error);
      if (fault === null) throw error;
      if (fault.message !== said) console.error('Imports wait:', fault.message);
      said = fault.message;
      fresh = true;
      for (let i = 0; i < FAULT_PAUSES && !stopped.aborted; i++) await pause();
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
  try {
    await importTrace(db, job, stopped, late.signal);
  } finally {
    ended.abort();
    await timer;
  }
}
