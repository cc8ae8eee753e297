import { addressOf } from '@/components/ui/address-view';
import { parsePrices, pricesText } from '@/lib/analysis/cost/price-text';
import { LONGEST_MODEL, type GivenPrices } from '@/lib/analysis/cost/rates';
import { policies } from '@/lib/policies/registry';
import {
  defaultColumns,
  matrixColumns,
  type MatrixColumn,
} from '@/lib/answers/report/outcome/matrix';
import { anyScenario, readFilter, writeFilter, type ScenarioFilter } from '../scenario-filter';

/** The matrix's view; the address holds all of it. */
export interface MatrixView {
  readonly filter: ScenarioFilter;
  /** Keys of the columns, in the order of the registry. */
  readonly columns: readonly string[];
  /** The model whose prices the cells have; null: they have no cost. */
  readonly model: string | null;
  /** Prices that overrule the list. */
  readonly prices: GivenPrices;
}

/** Every policy and preset in the registry's order. */
export const allColumns: readonly MatrixColumn[] = matrixColumns(policies);

/** The columns shown at first. */
export const firstColumns: readonly string[] = defaultColumns(policies).map(({ key }) => key);

/** Every scenario under the first columns. */
export const defaultMatrix: MatrixView = {
  filter: anyScenario,
  columns: firstColumns,
  model: null,
  prices: {},
};

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
    model: modelOf(parameters.get('model') ?? ''),
    prices: parsePrices(parameters.get('prices') ?? '') ?? {},
  };
}

/** A model as a user wrote it; null for none. */
export const modelOf = (text: string): string | null => {
  const model = text.trim().slice(0, LONGEST_MODEL);
  return model === '' ? null : model;
};

/** The address of a view; defaults are left out. */
export function matrixAddress({ filter, columns, model, prices }: MatrixView): string {
  const parameters = new URLSearchParams();
  writeFilter(filter, parameters);
  if (columns.join() !== firstColumns.join()) parameters.set('columns', columns.join());
  if (model !== null) parameters.set('model', model);
  const given = pricesText(prices);
  if (given !== '') parameters.set('prices', given);
  return addressOf('/scenarios/matrix', parameters);
}
