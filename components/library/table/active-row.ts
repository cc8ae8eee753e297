import type { SessionTableRows } from '@/lib/api/queries/session-queries';
import { itemKey } from './item-key';

/** The active row: its key, unless it was not fetched when it became active, and where it stood then. */
interface ActivePlace {
  readonly key: string | null;
  readonly index: number;
}

/**
 * Index of the active row: rows that come or go above it move it. `at` is where the server found the
 * session that the address names. −1 for none.
 */
export function activeRow(
  rows: SessionTableRows,
  { key, index }: ActivePlace,
  at: number | null,
): number {
  if (key === null) return Math.min(index, rows.count - 1);
  const item = rows.itemAt(index);
  if (item !== undefined && itemKey(item) === key) return index;
  const found = rows.indexOf((one) => itemKey(one) === key);
  if (found >= 0) return found;
  if (index < 0) return at ?? -1;
  return item === undefined && index < rows.count ? index : -1;
}
