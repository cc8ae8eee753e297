import { expect, it } from 'vitest';
import { keptOfNewest } from './kept-of-newest';

it('keeps the newest results of the newest object, by the values beside it', () => {
  const kept = keptOfNewest<object, number>(2);
  const [one, other] = [{}, {}];
  let made = 0;
  const ask = (of: object, by: string): number => kept(of, [by], () => ++made);
  expect([ask(one, 'a'), ask(one, 'b'), ask(one, 'a'), ask(one, 'b')]).toEqual([1, 2, 1, 2]);
  expect([ask(one, 'c'), ask(one, 'b'), ask(one, 'a')]).toEqual([3, 2, 4]);
  expect([ask(other, 'a'), ask(one, 'a')]).toEqual([5, 6]);
});
