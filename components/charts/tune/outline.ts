/** Size of a heat map's cells in pixels. */
export interface CellSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Path around a set of cells (index y × columns + x, row 0 at the bottom), edge by edge: an edge is
 * drawn where the neighbour is not in the set.
 */
export function outlinePath(
  cells: ReadonlySet<number>,
  columns: number,
  rows: number,
  { width, height }: CellSize,
): string {
  const parts: string[] = [];
  for (const cell of cells) {
    const x = cell % columns;
    const y = Math.floor(cell / columns);
    const left = x * width;
    const top = (rows - 1 - y) * height;
    const has = (dx: number, dy: number): boolean =>
      x + dx >= 0 && x + dx < columns && cells.has(cell + dx + dy * columns);
    if (!has(0, 1)) parts.push(`M${left} ${top}h${width}`);
    if (!has(0, -1)) parts.push(`M${left} ${top + height}h${width}`);
    if (!has(-1, 0)) parts.push(`M${left} ${top}v${height}`);
    if (!has(1, 0)) parts.push(`M${left + width} ${top}v${height}`);
  }
  return parts.join('');
}
