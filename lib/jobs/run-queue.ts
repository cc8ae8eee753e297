import type { Database } from '@/lib/db/client';
import {
  abandonedImports,
  claimImport,
  failImport,
  pendingImports,
  requeueImport,
} from '@/lib/db/imports';
import { purgeImport, purgeOrphans } from '@/lib/db/purge';
import { importTrace } from './import-trace';

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
 * or, after several attempts, fail.
 */
export async function recoverImports(db: Database): Promise<void> {
  const alive = (pid: number): boolean => pid !== process.pid && isAlive(pid);
  for (const { row, again } of await abandonedImports(db, alive)) {
    await purgeImport(db, row.id);
    if (again) await requeueImport(db, row.id, true);
    else {
      const [code, message] = row.cancel
        ? ['cancelled', 'The import was cancelled.']
        : [
            'interrupted',
            `The import process ended ${row.attempts} times while reading this file.`,
          ];
      await failImport(db, row.id, { code, message });
    }
  }
}

/**
 * Imports what waits, one trace at a time, and returns when nothing does. While another process
 * reads a trace it waits for its turn.
 */
export async function runQueue(
  db: Database,
  stopped: AbortSignal,
  pause: () => Promise<void>,
): Promise<void> {
  await recoverImports(db);
  await purgeOrphans(db);
  while (!stopped.aborted) {
    const job = await claimImport(db, process.pid);
    if (job) await importTrace(db, job, stopped);
    else if ((await pendingImports(db)) === 0) return;
    else {
      await pause();
      await recoverImports(db);
    }
  }
}
