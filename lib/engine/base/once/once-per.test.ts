import { expect, it } from 'vitest';
import { oncePer } from './once-per';

it('computes once for each object, and again for an equal one', () => {
  const asked: number[] = [];
  const doubled = oncePer(({ n }: { readonly n: number }) => {
    asked.push(n);
    return { twice: 2 * n };
  });
  const one = { n: 1 };
  expect(doubled(one)).toBe(doubled(one));
  expect(doubled({ n: 2 })).toEqual({ twice: 4 });
  expect(doubled({ n: 1 })).not.toBe(doubled(one));
  expect(asked).toEqual([1, 2, 1]);
});
