import { addressOf, sortBy, type Sort } from '@/components/ui/address-view';
import { codec, group, optional, silently, single } from '@/lib/engine/base/address';
import { filterParameter } from '@/lib/api/contract/filter-address';
import { anySession, type SessionFilter } from '@/lib/api/contract/session-filter';
import { sortColumns, type SortColumn } from '@/lib/api/contract/session-listing';

export type { SortColumn };

/** The library's view; the address holds all of it. */
export interface LibraryView {
  readonly filter: SessionFilter;
  /** A saved corpus: its sessions only; null for the whole library. */
  readonly corpus: string | null;
  readonly sort: Sort<SortColumn>;
  /** Severities and families that are not as at first: quiet severities and sub-agents are hidden. */
  readonly toggled: readonly string[];
  /** The session opened last, to which Back leads; null for none. */
  readonly at: string | null;
}

/** What needs attention first, nothing filtered. */
export const defaultView: LibraryView = {
  filter: anySession,
  corpus: null,
  sort: { column: 'severity', descending: false },
  toggled: [],
  at: null,
};

const isId = (text: string): boolean => /^[0-9a-z]{1,64}$/i.test(text);

const idCodec = codec('no identifier', (text) => (isId(text) ? text : undefined));
const idsCodec = codec<readonly string[]>('', (text) => text.split(',').filter(isId));

/** The view as its address names it. */
const parameters = group<LibraryView>({
  filter: filterParameter,
  corpus: optional('corpus', idCodec),
  sort: single('sort', sortBy(sortColumns), defaultView.sort),
  toggled: single('open', idsCodec, []),
  at: optional('at', idCodec),
});

/** Reads `?q=…&sort=-peak&with=overflow`; unknown values become defaults. */
export const parseLibraryView = (search: string): LibraryView =>
  parameters.read(new URLSearchParams(search), silently);

/** The address of a view; the default has none. */
export const libraryAddress = (view: LibraryView): string => addressOf('/', parameters, view);
