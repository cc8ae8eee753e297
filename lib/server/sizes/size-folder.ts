import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { dataFolder } from '@/lib/server/data-folder';
import { parseFrozenTable } from '@/lib/engine/sizes/frozen-table';
import { holdFrozenTables } from '@/lib/engine/sizes/known-tables';
import { sizeTables } from '@/lib/engine/sizes/shipped';
import type { SizeTable } from '@/lib/engine/sizes/size-table';

/** Most bytes of a table's file. */
const MOST_BYTES = 16 * 1024 ** 2;

const ADVICE = 'Take it out of the folder, or write it again with “highwater tables sizes”.';

/** The frozen tables of a folder, and a sentence for each file that is none. */
export interface LoadedTables {
  readonly tables: readonly SizeTable[];
  readonly faults: readonly string[];
}

/** A file as it was read: a table, or the cause why it is none. */
type ReadFile = { readonly table: SizeTable } | { readonly fault: string };

/** Files that were read, by path; `stamp` changes with the content. */
const known = new Map<string, { readonly stamp: string; readonly read: ReadFile }>();

/** Folder of the frozen tables beside a library. */
export const sizeFolder = (databaseUrl: string): string =>
  path.join(dataFolder(databaseUrl), 'sizes');

/**
 * Reads the tables of a folder and makes them, and no other frozen ones, known to policies and
 * replays of this process. Reads only files that changed since the last call.
 */
export async function loadSizeTables(folder: string): Promise<LoadedTables> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.json')).sort();
  const tables = new Map<string, SizeTable>();
  const faults: string[] = [];
  for (const name of names) {
    const file = path.join(folder, name);
    const read = await readTable(file);
    const fault = 'table' in read ? clash(read.table, tables) : read.fault;
    if (fault !== null) faults.push(`${file}: ${fault} ${ADVICE}`);
    else if ('table' in read) tables.set(read.table.id, read.table);
  }
  const loaded = [...tables.values()];
  holdFrozenTables(loaded);
  return { tables: loaded, faults };
}

/** Reads one table's file, wherever it is. */
export async function readTable(file: string): Promise<ReadFile> {
  try {
    const { size, mtimeMs, ino, isFile } = await statOf(file);
    if (!isFile) return { fault: 'This is not a file.' };
    if (size > MOST_BYTES) return { fault: 'The file is larger than 16 MB.' };
    const stamp = `${size} ${mtimeMs} ${ino}`;
    const before = known.get(file);
    if (before?.stamp === stamp) return before.read;
    const parsed = parseFrozenTable(await readFile(file, 'utf8'));
    const read = parsed.ok ? { table: parsed.value } : { fault: parsed.error };
    known.set(file, { stamp, read });
    return read;
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { fault: `The file cannot be opened (${code}).` };
  }
}

async function statOf(file: string) {
  const found = await stat(file);
  const { size, mtimeMs, ino } = found;
  return { size, mtimeMs, ino, isFile: found.isFile() };
}

/** A hash of 32 bits may be met by chance or on purpose: other rows under a known id are refused. */
function clash(table: SizeTable, others: ReadonlyMap<string, SizeTable>): string | null {
  const other = others.get(table.id) ?? sizeTables.find(({ id }) => id === table.id);
  if (other === undefined || JSON.stringify(other.rows) === JSON.stringify(table.rows)) return null;
  return `Other rows are known under its id ${table.id}.`;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
