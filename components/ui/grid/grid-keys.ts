/** A cell's place in a grid. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Row that a key leads to among `count` rows, `page` of which are in view; null for other keys. */
export function nextRow(key: string, row: number, count: number, page: number): number | null {
  const last = count - 1;
  if (last < 0) return null;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: row < 0 ? 0 : row + 1,
    ArrowUp: row - 1,
    PageDown: Math.max(0, row) + page,
    PageUp: row - page,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined ? null : Math.max(0, Math.min(last, target));
}

/** Cell that a key leads to; Home and End stay in the row. Null for other keys. */
export function nextCell(
  key: string,
  { row, column }: CellPlace,
  size: { readonly rows: number; readonly columns: number; readonly page: number },
): CellPlace | null {
  const last = size.columns - 1;
  if (last < 0 || size.rows === 0) return null;
  const inRow: Readonly<Record<string, number>> = {
    ArrowRight: Math.min(last, column + 1),
    ArrowLeft: Math.max(0, column - 1),
    Home: 0,
    End: last,
  };
  const next = inRow[key];
  if (next !== undefined) return { row, column: next };
  const to = nextRow(key, row, size.rows, size.page);
  return to === null ? null : { row: to, column };
}
