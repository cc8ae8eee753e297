import { EnvError, env } from '@/lib/env';
import type { CliIo } from './cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from './exit-code';

/** `highwater export-library`: writes the library that DATABASE_URL names into a new file. */
export async function exportLibraryCommand(file: string, io: CliIo): Promise<ExitCode> {
  const { exportLibrary } = await import('@/lib/library/export-library');
  const { rows, bytes, unfinished } = await inWords(() =>
    exportLibrary(databaseUrl(), io.resolve(file)),
  );
  io.message(`Exported ${counted(rows)} (${bytes} bytes) to ${file}.`);
  if (unfinished > 0) io.message(`${unfinished} imports that have not ended are left out.`);
  return exitCode.clean;
}

/** `highwater import-library`: adds a library file to the library that DATABASE_URL names. */
export async function importLibraryCommand(file: string, io: CliIo): Promise<ExitCode> {
  const { importLibrary } = await import('@/lib/library/import-library');
  const { stored, known } = await inWords(() => importLibrary(databaseUrl(), io.resolve(file)));
  io.message(`Stored ${counted(stored)}; known already: ${counted(known)}.`);
  return exitCode.clean;
}

function databaseUrl(): string {
  try {
    return env().databaseUrl;
  } catch (error) {
    if (error instanceof EnvError) throw new UsageError(error.message);
    throw error;
  }
}

/** What the system says of a file, by its code. */
const fileWords: Readonly<Partial<Record<string, string>>> = {
  ENOENT: 'is in no folder that exists.',
  ENOTDIR: 'is in no folder.',
  EISDIR: 'is a folder; name a file.',
  EACCES: 'may not be opened by this user.',
  EPERM: 'may not be opened by this user.',
  EROFS: 'cannot be written: the file system is read-only.',
  ENOSPC: 'cannot be written: the disk is full.',
};

/** What is wrong with the file or the database is said in its sentence. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const names = ['LibraryFileError', 'DatabaseError', 'MigrationError'];
    if (error instanceof Error && names.includes(error.name)) throw new InputError(error.message);
    const { code = '', path = 'The file' } = error as NodeJS.ErrnoException;
    const words = fileWords[code];
    if (words !== undefined) throw new InputError(`${path} ${words}`);
    throw error;
  }
}

function counted(rows: Readonly<Partial<Record<string, number>>>): string {
  const parts = Object.entries(rows).map(([table, count]) => `${count} ${table}`);
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}
