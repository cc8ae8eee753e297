import { addressOf, parseSort, sortText, type Sort } from '@/components/ui/address-view';
import { filterParameters, parseFilter } from '@/lib/api/contract/filter-address';
import { anySession, type SessionFilter } from '@/lib/api/contract/session-filter';

/** Columns of the library's table that can be sorted by; also their names in the address. */
export const sortColumns = [
  'name',
  'source',
  'agent',
  'model',
  'steps',
  'peak',
  'recorded',
  'policy',
  'compactions',
  'overflow',
  'findings',
  'imported',
] as const;
export type SortColumn = (typeof sortColumns)[number];

/** What sessions are put under one row by; also their names in the address. */
export const groupings = ['file', 'agent', 'model', 'off'] as const;
export type Grouping = (typeof groupings)[number];

/** The library's view; the address holds all of it. */
export interface LibraryView {
  readonly filter: SessionFilter;
  /** A frozen corpus: its sessions only; null for the whole library. */
  readonly corpus: string | null;
  readonly sort: Sort<SortColumn>;
  readonly group: Grouping;
  /** Groups that are not as at first: files are closed, agents and models are open. */
  readonly toggled: readonly string[];
  /** The session opened last, to which Back leads; null for none. */
  readonly at: string | null;
}

/** Newest first, nothing filtered. */
export const defaultView: LibraryView = {
  filter: anySession,
  corpus: null,
  sort: { column: 'imported', descending: true },
  group: 'file',
  toggled: [],
  at: null,
};

const isId = (text: string | null): text is string => /^[0-9a-z]{1,64}$/i.test(text ?? '');

/** Reads `?q=…&sort=-peak&with=overflow`; unknown values become defaults. */
export function parseLibraryView(search: string): LibraryView {
  const parameters = new URLSearchParams(search);
  const group = groupings.find((name) => name === parameters.get('group')) ?? defaultView.group;
  const at = parameters.get('at');
  const corpus = parameters.get('corpus');
  return {
    filter: parseFilter(parameters),
    corpus: isId(corpus) ? corpus : null,
    sort: parseSort(parameters.get('sort'), sortColumns) ?? defaultView.sort,
    group,
    // Imports have identifiers; agents and models have names of any letters.
    toggled:
      group === 'file'
        ? (parameters.get('open') ?? '').split(',').filter(isId)
        : parameters.getAll('fold'),
    at: isId(at) ? at : null,
  };
}

/** The address of a view; the default has none. */
export function libraryAddress(view: LibraryView): string {
  const { filter, corpus, sort, group, toggled, at } = view;
  const parameters = filterParameters(filter);
  if (corpus !== null) parameters.set('corpus', corpus);
  if (sortText(sort) !== sortText(defaultView.sort)) parameters.set('sort', sortText(sort));
  if (group !== defaultView.group) parameters.set('group', group);
  if (group !== 'file') for (const name of toggled) parameters.append('fold', name);
  else if (toggled.length > 0) parameters.set('open', toggled.join());
  if (at !== null) parameters.set('at', at);
  return addressOf('/', parameters);
}
