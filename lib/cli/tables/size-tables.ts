import { existsSync } from 'node:fs';
import { EnvError, parseEnv } from '@/lib/server/env';
import { loadSizeTables, readTable, sizeFolder } from '@/lib/server/sizes/size-folder';
import { noSizeTable, sizeChoices } from '@/lib/engine/policy/summary';
import { holdFrozenTables } from '@/lib/engine/sizes/known-tables';
import type { CliIo } from '../cli-io';
import { InputError, UsageError } from '../exit-code';
import type { GivenSettings } from '../parse-settings';

/**
 * Makes the frozen tables beside the library known, and one that is named as a file.
 * @returns the id that `--sizes` means; undefined without the option.
 * @throws InputError for a named file that is no table; UsageError for a name that is none.
 */
export async function ensureSizeTables(io: CliIo, named?: string): Promise<string | undefined> {
  const folder = folderBesideLibrary();
  const { tables, faults } =
    folder === null ? { tables: [], faults: [] } : await loadSizeTables(folder);
  for (const fault of faults) io.message(fault);
  if (named === undefined || sizeChoices().includes(named)) return named;
  if (!existsSync(io.resolve(named))) {
    throw new UsageError(`--sizes ${named}: ${noSizeTable(named)}.`);
  }
  const read = await readTable(io.resolve(named));
  if ('fault' in read) {
    throw new InputError(`${named}: ${read.fault} Write it again with "highwater tables sizes".`);
  }
  holdFrozenTables([read.table, ...tables]);
  return read.table.id;
}

/** The settings of a command line: those of `--set`, and the table that `--sizes` names. */
export async function withSizes(
  { set, sizes }: { readonly set: GivenSettings; readonly sizes?: string },
  io: CliIo,
): Promise<GivenSettings> {
  const id = await ensureSizeTables(io, sizes);
  return id === undefined ? set : { ...set, sizes: id };
}

/** null where DATABASE_URL names no library: a replay needs none. */
function folderBesideLibrary(): string | null {
  try {
    return sizeFolder(parseEnv(process.env).databaseUrl);
  } catch (error) {
    if (error instanceof EnvError) return null;
    throw error;
  }
}
