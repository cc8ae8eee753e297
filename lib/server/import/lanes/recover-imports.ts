import { abandonedImports, takeOverImport, type Claim } from '@/lib/server/db/imports/claims';
import type { Database } from '@/lib/server/db/client';
import { CANCELLED, type ImportFailure } from '@/lib/server/db/imports/import-queue';
import { failImport, requeueImport, type ImportRow } from '@/lib/server/db/imports/imports';
import { purgeStaged } from '@/lib/server/db/imports/purge';
import { dropUpload } from '@/lib/server/db/imports/upload-chunks';
import { isAlive } from '@/lib/readers/open/temporary-folder';
import { unpackedFolder } from '../import-archive';
import { machineName } from '../machine-name';
import { hadIdAt } from './process-start';
import { takeVerdict } from './verdict';

/**
 * Recovers imports of killed processes: deletes their staged rows and what they unpacked; the imports
 * wait again or, by a verdict or after several attempts, fail. Only one of several processes recovers
 * an import.
 */
export async function recoverImports(db: Database): Promise<void> {
  const worker = { host: machineName(), pid: process.pid };
  const alive = (pid: number): boolean => pid !== process.pid && isAlive(pid);
  const processes = { isAlive: alive, isSame: hadIdAt };
  for (const { row, again } of await abandonedImports(db, worker, processes)) {
    const claim = await takeOverImport(db, row, worker);
    if (claim !== null) await recover(db, claim, row, again);
  }
}

async function recover(db: Database, claim: Claim, row: ImportRow, again: boolean): Promise<void> {
  // This process has not ended: it could not store what it had read.
  const own = row.host === machineName() && row.pid === process.pid;
  const verdict = await takeVerdict(db, claim);
  await unpackedFolder(db, claim);
  await purgeStaged(db, claim);
  if (row.cancel) {
    await failImport(db, claim, CANCELLED);
    if (!row.sample) await dropUpload(db, row.path);
  } else if (verdict?.kind === 'failed') await failImport(db, claim, verdict.failure);
  else if (again || own || verdict?.kind === 'again') {
    await requeueImport(db, claim, { counted: !own });
  } else await failImport(db, claim, interrupted(row));
}

const interrupted = ({ attempts }: ImportRow): ImportFailure => ({
  code: 'interrupted',
  message: `The import process ended ${attempts} times while reading this file.`,
});
