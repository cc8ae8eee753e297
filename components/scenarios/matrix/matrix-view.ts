import { addressOf } from '@/components/ui/address-view';
import { policies } from '@/lib/policies/registry';
import { defaultColumns, matrixColumns, type MatrixColumn } from '@/lib/report/outcome/matrix';
import { anyScenario, readFilter, writeFilter, type ScenarioFilter } from '../scenario-filter';

/** The matrix's view; the address holds all of it. */
export interface MatrixView {
  readonly filter: ScenarioFilter;
  /** Keys of the columns, in the order of the registry. */
  readonly columns: readonly string[];
}

/** Every policy and preset in the registry's order. */
export const allColumns: readonly MatrixColumn[] = matrixColumns(policies);

/** The columns shown at first. */
export const firstColumns: readonly string[] = defaultColumns(policies).map(({ key }) => key);

/** Every scenario under the first columns. */
export const defaultMatrix: MatrixView = { filter: anyScenario, columns: firstColumns };

/** Known keys, once each, in the registry's order. */
export const inOrder = (keys: Iterable<string>): readonly string[] => {
  const wanted = new Set(keys);
  return allColumns.filter(({ key }) => wanted.has(key)).map(({ key }) => key);
};

/** Reads an address; unknown columns are omitted, and without any the first ones apply. */
export function parseMatrixView(search: string): MatrixView {
  const parameters = new URLSearchParams(search);
  const named = inOrder((parameters.get('columns') ?? '').split(','));
  return {
    filter: readFilter(parameters),
    columns: named.length === 0 ? firstColumns : named,
  };
}

/** The address of a view; defaults are left out. */
export function matrixAddress({ filter, columns }: MatrixView): string {
  const parameters = new URLSearchParams();
  writeFilter(filter, parameters);
  if (columns.join() !== firstColumns.join()) parameters.set('columns', columns.join());
  return addressOf('/scenarios/matrix', parameters);
}
