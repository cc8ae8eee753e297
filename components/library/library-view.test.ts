import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anySession } from '@/lib/api/contract/session-filter';
import { sortColumns } from '@/lib/api/contract/session-listing';
import { defaultView, libraryAddress, parseLibraryView, type LibraryView } from './library-view';

it('is the plain address by default', () => {
  expect(libraryAddress(defaultView)).toBe('/');
  expect(parseLibraryView('')).toEqual(defaultView);
});

it('ignores a sort that it does not know', () => {
  expect(parseLibraryView('?sort=-mood').sort).toEqual(defaultView.sort);
});

it('ignores a filter of events and a severity that it does not know', () => {
  expect(parseLibraryView('?with=luck&severity=mood')).toEqual(defaultView);
});

it('reads the addresses of earlier versions', () => {
  const address = '?q=a+b&sort=-peak&source=Codex&model=gpt-5&with=overflow&group=off&at=abc12345';
  expect(parseLibraryView(address)).toEqual({
    ...defaultView,
    filter: {
      ...anySession,
      query: 'a b',
      sources: ['Codex'],
      models: ['gpt-5'],
      events: ['overflow'],
    },
    sort: { column: 'peak', descending: true },
    at: 'abc12345',
  });
  expect(parseLibraryView('?open=abc,def').toggled).toEqual(['abc', 'def']);
});

it('gives back every view', () => {
  const id = fc.stringMatching(/^[0-9a-z]{1,9}$/);
  const view = fc.record({
    query: fc.string(),
    sort: fc.record({ column: fc.constantFrom(...sortColumns), descending: fc.boolean() }),
    corpus: fc.option(id),
    at: fc.option(id),
    toggled: fc.array(id),
  });
  fc.assert(
    fc.property(view, ({ query, ...one }) => {
      const whole: LibraryView = { ...one, filter: { ...anySession, query } };
      expect(parseLibraryView(libraryAddress(whole).slice(1))).toEqual(whole);
    }),
  );
});
