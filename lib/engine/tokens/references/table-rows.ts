import type { GrowableInts } from '@/lib/engine/base/growable';
import { lineKind, rowFlag, type ReferenceTable } from './reference-table';

/** Rows of a table, in the order of a log. */
export type Rows = readonly number[];

/** The index behind the last item that belongs to `at`, of `length` items in all. */
export const endOf = (first: GrowableInts, at: number, length: number): number =>
  at + 1 < first.length ? first.at(at + 1) : length;

/** True for a line that the model wrote: its names are references. */
export function isSaid(
  table: ReferenceTable,
  row: number,
  line: number,
  thoughts: boolean,
): boolean {
  if ((table.flags.at(row) & rowFlag.model) === 0) return false;
  const kind = table.lineKinds.at(line);
  return (
    kind === lineKind.text || kind === lineKind.call || (thoughts && kind === lineKind.thought)
  );
}

/** Visits the lines of rows that hold a name. */
export function eachLine(
  rows: Rows,
  table: ReferenceTable,
  visit: (line: number, row: number) => void,
): void {
  for (const row of rows) {
    const end = endOf(table.lineFirst, row, table.lineUnits.length);
    for (let line = table.lineFirst.at(row); line < end; line++) visit(line, row);
  }
}

/** Visits the names of a line, by the table's numbers. */
export function eachMention(
  table: ReferenceTable,
  line: number,
  visit: (name: number) => void,
): void {
  const end = endOf(table.mentionFirst, line, table.mentions.length);
  for (let k = table.mentionFirst.at(line); k < end; k++) visit(table.mentions.at(k));
}
