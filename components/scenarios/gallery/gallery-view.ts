import { addressOf, sortBy, type Sort } from '@/components/ui/address-view';
import { group, oneOf, optional, silently, single } from '@/lib/engine/base/address';
import { policies, DEFAULT_POLICY } from '@/lib/policies/registry';
import { matrixColumns, type MatrixColumn } from '@/lib/answers/report/outcome/matrix';
import { outcomeKinds } from '@/lib/answers/report/outcome/scenario-outcome';
import { anyScenario, scenarioFilter, type ScenarioFilter } from '../scenario-filter';

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

const parameters = group<GalleryView>({
  filter: scenarioFilter,
  outcome: single('outcome', oneOf<string>(outcomeKinds), defaultGallery.outcome),
  policy: single('policy', oneOf(allColumns.map(({ key }) => key)), defaultGallery.policy),
  sort: optional('sort', sortBy(sortableColumns)),
});

/** Reads an address; unknown values become defaults. */
export const parseGalleryView = (search: string): GalleryView =>
  parameters.read(new URLSearchParams(search), silently);

/** The address of a view; defaults are left out. */
export const galleryAddress = (view: GalleryView): string =>
  addressOf('/scenarios', parameters, view);
