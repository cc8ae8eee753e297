import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultView, libraryAddress, parseLibraryView, sortColumns } from './library-view';
import { eventFilters } from './session-filter';

it('is the plain address by default', () => {
  expect(libraryAddress(defaultView)).toBe('/');
  expect(parseLibraryView('')).toEqual(defaultView);
});

it('ignores a sort that it does not know', () => {
  expect(parseLibraryView('?sort=-mood').sort).toEqual(defaultView.sort);
});

it('ignores a filter of events that it does not know', () => {
  expect(parseLibraryView('?with=luck').events).toBe('');
});

it('gives back every view', () => {
  const view = fc.record({
    query: fc.string(),
    sort: fc.record({ column: fc.constantFrom(...sortColumns), descending: fc.boolean() }),
    source: fc.string(),
    model: fc.string(),
    events: fc.constantFrom('', ...eventFilters),
    grouped: fc.boolean(),
    open: fc.array(fc.stringMatching(/^[0-9a-z]{1,9}$/)),
    at: fc.option(fc.stringMatching(/^[0-9a-z]{1,9}$/)),
  });
  fc.assert(
    fc.property(view, (one) => {
      expect(parseLibraryView(libraryAddress(one).slice(1))).toEqual(one);
    }),
  );
});
