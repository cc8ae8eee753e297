import { sizeTables } from './shipped';
import type { SizeTable } from './size-table';

/** Settings name a table by its id and every replay looks it up; a host says once which are here. */
let frozen: readonly SizeTable[] = [];

/**
 * Makes these the frozen tables beside the shipped ones; those held before are gone. An id that a
 * build ships stays the shipped table's, and one given twice is the first's.
 */
export function holdFrozenTables(tables: readonly SizeTable[]): void {
  const once = new Map<string, SizeTable>();
  for (const table of tables) if (!once.has(table.id)) once.set(table.id, table);
  for (const { id } of sizeTables) once.delete(id);
  frozen = [...once.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The frozen tables, by id. */
export const frozenTables = (): readonly SizeTable[] => frozen;

/** Ids of the known tables: the shipped ones, newest first, then the frozen ones. */
export const sizeTableIds = (): readonly string[] =>
  [[...sizeTables].reverse(), frozen].flat().map(({ id }) => id);

/** The table of this id; null for none. */
export const sizeTable = (id: string): SizeTable | null =>
  [...sizeTables, ...frozen].find((table) => table.id === id) ?? null;
