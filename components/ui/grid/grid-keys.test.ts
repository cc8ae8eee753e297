import { expect, it } from 'vitest';
import { nextCell, nextRow } from './grid-keys';

it.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 3, 4],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 0, 0],
  ['ArrowUp', 5, 4],
  ['PageDown', 2, 6],
  ['PageUp', 2, 0],
  ['Home', 7, 0],
  ['End', 7, 9],
  ['x', 7, null],
])('%s on row %i goes to %s', (key, row, next) => {
  expect(nextRow(key, row, 10, 4)).toBe(next);
});

it('goes nowhere in an empty list', () => expect(nextRow('ArrowDown', -1, 0, 4)).toBeNull());

it.each([
  ['ArrowRight', 1, 1, 1, 2],
  ['ArrowRight', 1, 2, 1, 2],
  ['ArrowLeft', 1, 1, 1, 0],
  ['ArrowLeft', 1, 0, 1, 0],
  ['ArrowDown', 1, 1, 2, 1],
  ['ArrowDown', 3, 1, 3, 1],
  ['ArrowUp', 1, 1, 0, 1],
  ['ArrowUp', 0, 1, 0, 1],
  ['PageDown', 1, 1, 3, 1],
  ['PageUp', 3, 1, 0, 1],
  ['Home', 1, 2, 1, 0],
  ['End', 1, 0, 1, 2],
])('%s from row %i, column %i leads to %i, %i', (key, row, column, toRow, toColumn) => {
  const size = { rows: 4, columns: 3, page: 10 };
  expect(nextCell(key, { row, column }, size)).toEqual({ row: toRow, column: toColumn });
});

it('leads nowhere by other keys, and nowhere in a grid without cells', () => {
  expect(nextCell('x', { row: 0, column: 0 }, { rows: 4, columns: 3, page: 10 })).toBeNull();
  expect(nextCell('End', { row: 0, column: 0 }, { rows: 0, columns: 3, page: 10 })).toBeNull();
});
