import { expect } from 'vitest';

/** The one element of a list; fails the test where it holds another number of them. */
export function onlyOne<T>(list: readonly T[]): T {
  expect(list).toHaveLength(1);
  return list[0] as T;
}
