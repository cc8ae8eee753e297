import type { Database } from '@/lib/host/db/client';
import { abandonedImports, claimImport, takeOverImport } from '@/lib/host/db/imports/claims';
import { storageFault } from '@/lib/host/db/connection/storage-fault';
import { CANCELLED } from '@/lib/host/db/imports/import-queue';
import { failImport, pendingImports, requeueImport } from '@/lib/host/db/imports/imports';
import { purgeOrphans, purgeStaged } from '@/lib/host/db/imports/purge';
import { importTrace } from './import-trace';
import { machineName } from './machine-name';

/** True if a process with this id runs on this machine. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Recovers imports of killed processes: deletes their staged rows; the imports wait again or, after
 * several attempts, fail. Only one of several processes recovers an import.
 */
async function recoverImports(db: Database): Promise<void> {
  const worker = { host: machineName(), pid: process.pid };
  const alive = (pid: number): boolean => pid !== process.pid && isAlive(pid);
  for (const { row, again } of await abandonedImports(db, worker, alive)) {
    const claim = await takeOverImport(db, row, worker);
    if (claim === null) continue;
    await purgeStaged(db, claim);
    // This process has not ended: it could not store what it had read.
    const own = row.host === worker.host && row.pid === worker.pid;
    if (again || (own && !row.cancel)) await requeueImport(db, claim, { counted: !own });
    else {
      const message = `The import process ended ${row.attempts} times while reading this file.`;
      await failImport(db, claim, row.cancel ? CANCELLED : { code: 'interrupted', message });
    }
  }
}

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
): Promise<void> {
  let fresh = true;
  let said = '';
  while (!stopped.aborted) {
    try {
      if (fresh) await recoverImports(db);
      if (fresh) await purgeOrphans(db);
      fresh = false;
      if (await isEmptyAfter(db, stopped, pause)) return;
    } catch (error) {
      const fault = storageFault(error);
      if (fault === null) throw error;
      if (fault.message !== said) console.error('Imports wait:', fault.message);
      said = fault.message;
      fresh = true;
      for (let i = 0; i < FAULT_PAUSES && !stopped.aborted; i++) await pause();
    }
  }
}

/** Imports one trace, or waits a moment for other processes; true if none is left. */
async function isEmptyAfter(
  db: Database,
  stopped: AbortSignal,
  pause: () => Promise<void>,
): Promise<boolean> {
  const job = await claimImport(db, { host: machineName(), pid: process.pid });
  if (job) await importTrace(db, job, stopped);
  else if ((await pendingImports(db)) === 0) return true;
  else {
    await pause();
    await recoverImports(db);
  }
  return false;
}
