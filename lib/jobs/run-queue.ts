import type { Database } from '@/lib/db/client';
import { abandonedImports, claimImport, takeOverImport } from '@/lib/db/claims';
import { failImport, pendingImports, requeueImport } from '@/lib/db/imports';
import { purgeOrphans, purgeStaged } from '@/lib/db/purge';
import { importTrace } from './import-trace';
import { machineName } from './machine-name';

/** Whether a process of this number runs on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Clears up after import processes that were killed: their staged rows go, their imports wait again
 * or, after several attempts, fail. Of several processes that see it, one does it.
 */
export async function recoverImports(db: Database): Promise<void> {
  const worker = { host: machineName(), pid: process.pid };
  const alive = (pid: number): boolean => pid !== process.pid && isAlive(pid);
  for (const { row, again } of await abandonedImports(db, worker, alive)) {
    const claim = await takeOverImport(db, row, worker);
    if (claim === null) continue;
    await purgeStaged(db, claim);
    if (again) await requeueImport(db, claim, true);
    else {
      const [code, message] = row.cancel
        ? ['cancelled', 'The import was cancelled.']
        : [
            'interrupted',
            `The import process ended ${row.attempts} times while reading this file.`,
          ];
      await failImport(db, claim, { code, message });
    }
  }
}

/**
 * Imports what waits, one trace at a time, and returns when nothing does. While other processes
 * read traces it waits: for its turn on SQLite, and everywhere for an end that leaves one behind.
 */
export async function runQueue(
  db: Database,
  stopped: AbortSignal,
  pause: () => Promise<void>,
): Promise<void> {
  await recoverImports(db);
  await purgeOrphans(db);
  while (!stopped.aborted) {
    const job = await claimImport(db, { host: machineName(), pid: process.pid });
    if (job) await importTrace(db, job, stopped);
    else if ((await pendingImports(db)) === 0) return;
    else {
      await pause();
      await recoverImports(db);
    }
  }
}
