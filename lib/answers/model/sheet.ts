import { csvRecord } from '@/lib/engine/base/csv';
import type { SessionSubject, Sheet } from './question';

/** Rows with their columns by name: `count` of them from `from` on, or all; no other is made. */
export function sheetRows(
  { columns, count, row }: Sheet,
  subject: SessionSubject,
  { from = 0, count: most = Infinity }: { readonly from?: number; readonly count?: number } = {},
): readonly Readonly<Record<string, unknown>>[] {
  const length = Math.max(0, Math.min(most, count(subject) - from));
  return Array.from({ length }, (_, i) => {
    const values = row(subject, from + i);
    return Object.fromEntries(columns.map((name, column) => [name, values[column]]));
  });
}

/** All rows as CSV without a head, each behind the given cells. */
export const sheetCsv = (
  { count, row }: Sheet,
  subject: SessionSubject,
  before: readonly string[],
): string =>
  Array.from({ length: count(subject) }, (_, i) => csvRecord([...before, ...row(subject, i)])).join(
    '',
  );
