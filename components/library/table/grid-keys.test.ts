import { expect, it } from 'vitest';
import { nextActive } from './grid-keys';

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
])('%s on row %i goes to %s', (key, active, next) => {
  expect(nextActive(key, active, 10, 4)).toBe(next);
});

it('goes nowhere in an empty list', () => expect(nextActive('ArrowDown', -1, 0, 4)).toBeNull());
