import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultView, libraryAddress, parseLibraryView, sortColumns } from './library-view';

it('is the plain address by default', () => {
  expect(libraryAddress(defaultView)).toBe('/');
  expect(parseLibraryView('')).toEqual(defaultView);
});

it('ignores a sort that it does not know', () => {
  expect(parseLibraryView('?sort=-mood').sort).toEqual(defaultView.sort);
});

it('gives back every view', () => {
  const view = fc.record({
    query: fc.string(),
    sort: fc.record({ column: fc.constantFrom(...sortColumns), descending: fc.boolean() }),
  });
  fc.assert(
    fc.property(view, (one) => {
      expect(parseLibraryView(libraryAddress(one).slice(1))).toEqual(one);
    }),
  );
});
