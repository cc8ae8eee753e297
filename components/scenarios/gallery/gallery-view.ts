import { addressOf, parseSort, sortText, type Sort } from '@/components/ui/address-view';
import { policies, DEFAULT_POLICY } from '@/lib/policies/registry';
import { matrixColumns, type MatrixColumn } from '@/lib/answers/report/outcome/matrix';
import { outcomeKinds } from '@/lib/answers/report/outcome/scenario-outcome';
import { anyScenario, readFilter, writeFilter, type ScenarioFilter } from '../scenario-filter';

/** Columns of the gallery that can be sorted by; also their names in the address. */
export const sortableColumns = [
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
export type GalleryColumn = (typeof sortableColumns)[number];

/** The gallery's view; the address holds all of it. */
export interface GalleryView {
  readonly filter: ScenarioFilter;
  /** '' for any. */
  readonly outcome: string;
  /** Key of a column of the matrix: a policy or one of its presets. */
  readonly policy: string;
  /** null: the order of the documents. */
  readonly sort: Sort<GalleryColumn> | null;
}

/** Everything under the reference, in the order of the documents. */
export const defaultGallery: GalleryView = {
  filter: anyScenario,
  outcome: '',
  policy: DEFAULT_POLICY,
  sort: null,
};

/** Every policy and preset. */
export const allColumns: readonly MatrixColumn[] = matrixColumns(policies);

/** The column of a registered key. */
export function columnOf(key: string): MatrixColumn {
  const column = allColumns.find((one) => one.key === key);
  if (!column) throw new Error(`There is no policy ${key}`);
  return column;
}

/** Reads an address; unknown values become defaults. */
export function parseGalleryView(search: string): GalleryView {
  const parameters = new URLSearchParams(search);
  const kind = parameters.get('outcome') ?? '';
  const key = parameters.get('policy') ?? '';
  return {
    filter: readFilter(parameters),
    outcome: outcomeKinds.some((one) => one === kind) ? kind : '',
    policy: allColumns.some((one) => one.key === key) ? key : DEFAULT_POLICY,
    sort: parseSort(parameters.get('sort'), sortableColumns),
  };
}

/** The address of a view; defaults are left out. */
export function galleryAddress({ filter, outcome, policy, sort }: GalleryView): string {
  const parameters = new URLSearchParams();
  writeFilter(filter, parameters);
  if (outcome !== '') parameters.set('outcome', outcome);
  if (policy !== DEFAULT_POLICY) parameters.set('policy', policy);
  if (sort) parameters.set('sort', sortText(sort));
  return addressOf('/scenarios', parameters);
}
