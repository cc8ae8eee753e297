import { addressOf, sortBy, type Sort } from '@/components/ui/address-view';
import {
  codec,
  group,
  oneOf,
  optional,
  repeated,
  silently,
  single,
} from '@/lib/engine/base/address';
import { filterParameter } from '@/lib/api/contract/filter-address';
import { anySession, type SessionFilter } from '@/lib/api/contract/session-filter';
import {
  groupings,
  sortColumns,
  type Grouping,
  type SortColumn,
} from '@/lib/api/contract/session-listing';

export type { Grouping, SortColumn };

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

const isId = (text: string): boolean => /^[0-9a-z]{1,64}$/i.test(text);

const idCodec = codec('no identifier', (text) => (isId(text) ? text : undefined));
const idsCodec = codec<readonly string[]>('', (text) => text.split(',').filter(isId));

/** The view as its address names it: imports have identifiers; agents and models have names of any letters. */
const parameters = group<Omit<LibraryView, 'toggled'> & Record<'open' | 'fold', readonly string[]>>(
  {
    filter: filterParameter,
    corpus: optional('corpus', idCodec),
    sort: single('sort', sortBy(sortColumns), defaultView.sort),
    group: single('group', oneOf(groupings), defaultView.group),
    open: single('open', idsCodec, []),
    fold: repeated<readonly string[]>('fold', {
      initial: [],
      add: (names, name) => [...names, name],
      format: (names) => names,
    }),
    at: optional('at', idCodec),
  },
);

/** Reads `?q=…&sort=-peak&with=overflow`; unknown values become defaults. */
export function parseLibraryView(search: string): LibraryView {
  const { open, fold, ...view } = parameters.read(new URLSearchParams(search), silently);
  return { ...view, toggled: view.group === 'file' ? open : fold };
}

/** The address of a view; the default has none. */
export function libraryAddress({ toggled, ...view }: LibraryView): string {
  const isFile = view.group === 'file';
  const named = { ...view, open: isFile ? toggled : [], fold: isFile ? [] : toggled };
  return addressOf('/', parameters, named);
}
