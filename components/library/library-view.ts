import { addressOf, parseSort, sortText, type Sort } from '@/components/ui/address-view';

/** Columns of the library's table that can be sorted by; also their names in the address. */
export const sortColumns = [
  'name',
  'source',
  'agent',
  'model',
  'steps',
  'peak',
  'recorded',
  'compactions',
  'overflow',
  'tier',
  'imported',
] as const;
export type SortColumn = (typeof sortColumns)[number];

/** The library's view; the address holds all of it. */
export interface LibraryView {
  readonly query: string;
  readonly sort: Sort<SortColumn>;
}

/** Newest first, nothing searched. */
export const defaultView: LibraryView = {
  query: '',
  sort: { column: 'imported', descending: true },
};

/** Reads `?q=…&sort=-peak`; unknown values become defaults. */
export function parseLibraryView(search: string): LibraryView {
  const parameters = new URLSearchParams(search);
  return {
    query: parameters.get('q') ?? '',
    sort: parseSort(parameters.get('sort'), sortColumns) ?? defaultView.sort,
  };
}

/** The address of a view; the default has none. */
export function libraryAddress({ query, sort }: LibraryView): string {
  const parameters = new URLSearchParams();
  if (query !== '') parameters.set('q', query);
  if (sortText(sort) !== sortText(defaultView.sort)) parameters.set('sort', sortText(sort));
  return addressOf('/', parameters);
}
