import { EnvError, env } from '@/lib/server/env';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { libraryModules } from '../library';

/** `highwater export-library`: writes the library at DATABASE_URL into a new archive. */
export async function exportLibraryCommand(file: string, io: CliIo): Promise<ExitCode> {
  const { exportLibrary } = await libraryModules().exporting();
  const { rows, bytes, unfinished } = await inWords(() =>
    exportLibrary(databaseUrl(), io.resolve(file)),
  );
  io.message(`Exported ${counted(rows)} (${bytes} bytes) to ${file}.`);
  if (unfinished > 0) io.message(`${unfinished} unfinished imports were left out.`);
  return exitCode.clean;
}

/** `highwater import-library`: adds an archive to the library at DATABASE_URL. */
export async function importLibraryCommand(file: string, io: CliIo): Promise<ExitCode> {
  const { importLibrary } = await libraryModules().importing();
  const { stored, known } = await inWords(() => importLibrary(databaseUrl(), io.resolve(file)));
  io.message(`Stored ${counted(stored)}; already in the library: ${counted(known)}.`);
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

/** Sentence per system error code. */
const fileWords: Readonly<Partial<Record<string, string>>> = {
  ENOENT: 'does not exist, or its folder does not.',
  ENOTDIR: 'has a file in place of a folder in its path.',
  EISDIR: 'is a folder; name a file.',
  EACCES: 'cannot be opened: permission denied.',
  EPERM: 'cannot be opened: permission denied.',
  EROFS: 'cannot be written: the file system is read-only.',
  ENOSPC: 'cannot be written: the disk is full.',
};

/** Rethrows known errors of file and database as an {@link InputError} with their message. */
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
