import { median } from '@/lib/engine/base/stats';
import { orderedRows } from '@/lib/engine/sizes/frozen-table';
import { sizeTables } from '@/lib/engine/sizes/shipped';
import { writtenRows, type WrittenRow } from '@/lib/engine/sizes/size-table';
import { tableLine, type TableLine } from './table-line';

/** Measured quantities and their places in a row. */
const QUANTITIES = [
  ['summary, bytes', 4],
  ['came back, tokens', 5],
  ['came back beside files, tokens', 6],
] as const;

/**
 * Rows of a table of sizes beside the newest shipped table: a line per agent and quantity. A session,
 * the rows with one first request, counts once, with the median of its compactions.
 */
export function compareSizes(rows: readonly WrittenRow[]): readonly TableLine[] {
  const newest = sizeTables.at(-1);
  const shipped = newest === undefined ? [] : writtenRows(newest);
  const agents = [...new Set(rows.map(([agent]) => agent))].sort();
  return agents.flatMap((agent) =>
    QUANTITIES.flatMap(([quantity, column]) => {
      const values = perSession(rows, agent, column);
      if (values.length === 0) return [];
      const known = median(perSession(shipped, agent, column));
      return [tableLine(`${agent}: ${quantity}`, values, known)];
    }),
  );
}

function perSession(
  rows: readonly WrittenRow[],
  agent: string,
  column: 4 | 5 | 6,
): readonly number[] {
  const sessions = new Map<number, number[]>();
  for (const row of orderedRows(rows)) {
    const value = row[column];
    if (row[0] !== agent || value === null) continue;
    const known = sessions.get(row[3]);
    if (known === undefined) sessions.set(row[3], [value]);
    else known.push(value);
  }
  return [...sessions.values()].map(median);
}
