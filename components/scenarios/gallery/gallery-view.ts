import { policies, DEFAULT_POLICY } from '@/lib/policies/registry';
import { matrixColumns, type MatrixColumn } from '@/lib/report/matrix';
import { outcomeKinds } from '@/lib/report/scenario-outcome';
import { anyScenario, readFilter, writeFilter, type ScenarioFilter } from '../scenario-filter';

/** Columns of the gallery that can be sorted by; also their names in the address. */
export const galleryColumns = [
  'name',
  'family',
  'window',
  'turns',
  'ratio',
  'usage',
  'compactions',
  'overflow',
  'peak',
] as const;
export type GalleryColumn = (typeof galleryColumns)[number];

/** What the gallery shows: the address holds all of it. */
export interface GalleryView {
  readonly filter: ScenarioFilter;
  /** '' for any. */
  readonly outcome: string;
  /** Key of a column of the matrix: a policy or one of its presets. */
  readonly policy: string;
  /** null: the order of the documents. */
  readonly sort: { readonly column: GalleryColumn; readonly descending: boolean } | null;
}

/** Everything under the reference, in the order of the documents. */
export const defaultGallery: GalleryView = {
  filter: anyScenario,
  outcome: '',
  policy: DEFAULT_POLICY,
  sort: null,
};

/** Every policy and preset there is. */
export const allColumns: readonly MatrixColumn[] = matrixColumns(policies);

/** The column of a key that the registry is known to hold. */
export function columnOf(key: string): MatrixColumn {
  const column = allColumns.find((one) => one.key === key);
  if (!column) throw new Error(`There is no policy ${key}`);
  return column;
}

/** Reads an address; what it does not know is the default. */
export function parseGalleryView(search: string): GalleryView {
  const parameters = new URLSearchParams(search);
  const kind = parameters.get('outcome') ?? '';
  const key = parameters.get('policy') ?? '';
  return {
    filter: readFilter(parameters),
    outcome: outcomeKinds.some((one) => one === kind) ? kind : '',
    policy: allColumns.some((one) => one.key === key) ? key : DEFAULT_POLICY,
    sort: parseSort(parameters.get('sort') ?? ''),
  };
}

function parseSort(text: string): GalleryView['sort'] {
  const descending = text.startsWith('-');
  const name = descending ? text.slice(1) : text;
  const column = galleryColumns.find((one) => one === name);
  return column ? { column, descending } : null;
}

/** The address of a view; defaults are left out. */
export function galleryAddress({ filter, outcome, policy, sort }: GalleryView): string {
  const parameters = new URLSearchParams();
  writeFilter(filter, parameters);
  if (outcome !== '') parameters.set('outcome', outcome);
  if (policy !== DEFAULT_POLICY) parameters.set('policy', policy);
  if (sort) parameters.set('sort', `${sort.descending ? '-' : ''}${sort.column}`);
  const text = parameters.toString();
  return text === '' ? '/scenarios' : `/scenarios?${text}`;
}
