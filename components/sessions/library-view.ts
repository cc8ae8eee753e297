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

/** What the library shows: the address holds all of it. */
export interface LibraryView {
  readonly query: string;
  readonly sort: { readonly column: SortColumn; readonly descending: boolean };
}

/** Newest first, nothing searched. */
export const defaultView: LibraryView = {
  query: '',
  sort: { column: 'imported', descending: true },
};

/** Reads `?q=…&sort=-peak`; what it does not know is the default. */
export function parseLibraryView(search: string): LibraryView {
  const parameters = new URLSearchParams(search);
  const text = parameters.get('sort') ?? '';
  const descending = text.startsWith('-');
  const name = descending ? text.slice(1) : text;
  const column = sortColumns.find((one) => one === name);
  return {
    query: parameters.get('q') ?? '',
    sort: column ? { column, descending } : defaultView.sort,
  };
}

/** The address of a view; the default has none. */
export function libraryAddress({ query, sort }: LibraryView): string {
  const parameters = new URLSearchParams();
  if (query !== '') parameters.set('q', query);
  const { column, descending } = defaultView.sort;
  if (sort.column !== column || sort.descending !== descending) {
    parameters.set('sort', `${sort.descending ? '-' : ''}${sort.column}`);
  }
  const text = parameters.toString();
  return text === '' ? '/' : `/?${text}`;
}
