/** Rows that a page key goes over. */
const PAGE = 10;

/** The cell a key leads to in a grid of `count` cells in rows of `width`; null for other keys. */
export function nextCell(key: string, at: number, count: number, width: number): number | null {
  if (count === 0 || at < 0) return null;
  const row = at - (at % width);
  const column = at % width;
  const last = count - width;
  const inRow = (target: number): number => Math.max(0, Math.min(last, target)) + column;
  switch (key) {
    case 'ArrowRight':
      return Math.min(row + width - 1, at + 1);
    case 'ArrowLeft':
      return Math.max(row, at - 1);
    case 'ArrowDown':
      return inRow(row + width);
    case 'ArrowUp':
      return inRow(row - width);
    case 'PageDown':
      return inRow(row + PAGE * width);
    case 'PageUp':
      return inRow(row - PAGE * width);
    case 'Home':
      return row;
    case 'End':
      return row + width - 1;
    default:
      return null;
  }
}
