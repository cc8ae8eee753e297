import { expect, it } from 'vitest';
import { nextCell } from './next-cell';

it.each([
  // 12 cells in rows of 3.
  ['ArrowRight', 4, 5],
  ['ArrowRight', 5, 5],
  ['ArrowLeft', 4, 3],
  ['ArrowLeft', 3, 3],
  ['ArrowDown', 4, 7],
  ['ArrowDown', 10, 10],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 1, 1],
  ['PageDown', 4, 10],
  ['PageUp', 10, 1],
  ['Home', 5, 3],
  ['End', 3, 5],
  ['x', 3, null],
])('%s from cell %i leads to %s', (key, at, next) => {
  expect(nextCell(key, at, 12, 3)).toBe(next);
});

it('leads nowhere from outside', () => {
  expect(nextCell('ArrowDown', -1, 12, 3)).toBeNull();
  expect(nextCell('ArrowDown', 0, 0, 3)).toBeNull();
});
