import { addressOf, parseSort, sortText, type Sort } from '@/components/ui/address-view';
import { anySession, eventFilters, type SessionFilter } from './session-filter';

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
export interface LibraryView extends SessionFilter {
  readonly query: string;
  readonly sort: Sort<SortColumn>;
  /** Sessions of one file stand under one row. */
  readonly grouped: boolean;
  /** Imports whose group is open. */
  readonly open: readonly string[];
  /** The session opened last, to which Back leads; null for none. */
  readonly at: string | null;
}

/** Newest first, nothing searched. */
export const defaultView: LibraryView = {
  query: '',
  sort: { column: 'imported', descending: true },
  ...anySession,
  grouped: true,
  open: [],
  at: null,
};

const isId = (text: string): boolean => /^[0-9a-z]{1,64}$/i.test(text);

/** Reads `?q=…&sort=-peak&with=overflow`; unknown values become defaults. */
export function parseLibraryView(search: string): LibraryView {
  const parameters = new URLSearchParams(search);
  const text = (name: string): string => parameters.get(name) ?? '';
  return {
    query: text('q'),
    sort: parseSort(parameters.get('sort'), sortColumns) ?? defaultView.sort,
    source: text('source'),
    model: text('model'),
    events: eventFilters.find((name) => name === text('with')) ?? '',
    grouped: text('group') !== 'off',
    open: text('open').split(',').filter(isId),
    at: isId(text('at')) ? text('at') : null,
  };
}

/** The address of a view; the default has none. */
export function libraryAddress(view: LibraryView): string {
  const { query, sort, source, model, events, grouped, open, at } = view;
  const parameters = new URLSearchParams();
  const put = (name: string, value: string): void => {
    if (value !== '') parameters.set(name, value);
  };
  put('q', query);
  if (sortText(sort) !== sortText(defaultView.sort)) put('sort', sortText(sort));
  put('source', source);
  put('model', model);
  put('with', events);
  put('group', grouped ? '' : 'off');
  put('open', open.join());
  put('at', at ?? '');
  return addressOf('/', parameters);
}
