import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { dataFolder } from '@/lib/server/data-folder';
import { makeFolder } from '../durable';
import { newId } from '../id';
import { DatabaseError } from './database-error';
import { storageFault } from './storage-fault';

/** Bytes that must fit into the folder of the library. */
const PROBE_BYTES = 1 << 16;

const ELSEWHERE = 'or let DATABASE_URL name another place';

/** @throws DatabaseError with the reason if no file can be stored in the folder of a library. */
export async function requireWritable(url: string): Promise<void> {
  const folder = dataFolder(url);
  const file = path.join(folder, `probe-${newId()}`);
  try {
    await makeFolder(folder);
    const probe = await open(file, 'wx', 0o600);
    try {
      await probe.writeFile(Buffer.alloc(PROBE_BYTES));
      await probe.sync();
    } finally {
      await probe.close();
    }
  } catch (error) {
    throw new DatabaseError(reasonOf(error, folder));
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

function reasonOf(error: unknown, folder: string): string {
  const fault = storageFault(error);
  if (fault !== null) return `Nothing can be stored in ${folder}. ${fault.message} ${fault.hint}`;
  const { code = 'unknown', message } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    EACCES: `This user may not write in ${folder}. Give it the right to, ${ELSEWHERE}.`,
    EPERM: `This user may not write in ${folder}. Give it the right to, ${ELSEWHERE}.`,
    ENOTDIR: `${folder} cannot be made: a part of its path is a file. Move that file, ${ELSEWHERE}.`,
    EEXIST: `${folder} cannot be made: a part of its path is a file. Move that file, ${ELSEWHERE}.`,
    // Of a folder on a disk that is read-only.
    ENOENT: `${folder} cannot be made. Make it, ${ELSEWHERE}.`,
  };
  return reasons[code] ?? `Nothing can be stored in ${folder}: ${message}`;
}
