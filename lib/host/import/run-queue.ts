import type { Database } from '@/lib/host/db/client';
import { abandonedImports, claimImport, takeOverImport } from '@/lib/host/db/imports/claims';
import { CANCELLED } from '@/lib/host/db/imports/import-queue';
import { failImport, pendingImports, requeueImport } from '@/lib/host/db/imports/imports';
import { purgeOrphans, purgeStaged } from '@/lib/host/db/imports/purge';
import { isAlive } from '@/lib/host/open/temporary-folder';
import { importTrace } from './import-trace';
import { machineName } from './machine-name';

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
    if (again) await requeueImport(db, claim, { counted: true });
    else {
      const message = `The import process ended ${row.attempts} times while reading this file.`;
      await failImport(db, claim, row.cancel ? CANCELLED : { code: 'interrupted', message });
    }
  }
}

/**
 * Imports waiting traces one at a time; returns when none waits. While other processes read traces it
 * waits, on SQLite for its turn, and on both databases in case one dies and leaves its import.
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
