/** Rows that a page key moves by. */
const PAGE = 10;

/** The cell a key leads to in a grid of `count` cells in rows of `width`; null for other keys. */
export function nextCell(key: string, at: number, count: number, width: number): number | null {
  if (count === 0 || at < 0) return null;
  const row = at - (at % width);
  const column = at % width;
  const last = count - width;
  const inRow = (target: number): number => Math.max(0, Math.min(last, target)) + column;
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: Math.min(row + width - 1, at + 1),
    ArrowLeft: Math.max(row, at - 1),
    ArrowDown: inRow(row + width),
    ArrowUp: inRow(row - width),
    PageDown: inRow(row + PAGE * width),
    PageUp: inRow(row - PAGE * width),
    Home: row,
    End: row + width - 1,
  };
  return targets[key] ?? null;
}
