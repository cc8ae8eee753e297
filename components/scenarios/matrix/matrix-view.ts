import { addressOf } from '@/components/ui/address-view';
import { pricesCodec } from '@/lib/analysis/cost/price-text';
import { LONGEST_MODEL, type GivenPrices } from '@/lib/analysis/cost/rates';
import { codec, group, optional, silently, single } from '@/lib/engine/base/address';
import { policies } from '@/lib/policies/registry';
import {
  defaultColumns,
  matrixColumns,
  type MatrixColumn,
} from '@/lib/answers/report/outcome/matrix';
import { anyScenario, scenarioFilter, type ScenarioFilter } from '../scenario-filter';

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

/** Known keys, once each, in the registry's order. */
export function inOrder(keys: Iterable<string>): readonly string[] {
  const wanted = new Set(keys);
  return allColumns.filter(({ key }) => wanted.has(key)).map(({ key }) => key);
}

/** The columns shown at first: eight policies, of which no two have the same outcomes. */
export const firstColumns: readonly string[] = inOrder([
  ...['contextguard-threshold', 'claude-code', 'codex', 'gemini-cli'],
  ...['opencode', 'pi', 'langchain', 'none'],
]);

/** Every policy that decides, and its versions. */
export const everyVersion: readonly string[] = defaultColumns(policies).map(({ key }) => key);

/** Every scenario under the first columns. */
export const defaultMatrix: MatrixView = {
  filter: anyScenario,
  columns: firstColumns,
  model: null,
  prices: {},
};

/** A model as a user wrote it; null for none. */
export const modelOf = (text: string): string | null => {
  const model = text.trim().slice(0, LONGEST_MODEL);
  return model === '' ? null : model;
};

/** Known columns; without any the first ones apply. */
const columnsCodec = codec<readonly string[]>('no columns', (text) => {
  const named = inOrder(text.split(','));
  return named.length === 0 ? undefined : named;
});

const parameters = group<MatrixView>({
  filter: scenarioFilter,
  columns: single('columns', columnsCodec, firstColumns),
  model: optional(
    'model',
    codec('no model', (text) => modelOf(text) ?? undefined),
  ),
  prices: single('prices', pricesCodec, defaultMatrix.prices),
});

/** Reads an address; what is unknown is left out. */
export const parseMatrixView = (search: string): MatrixView =>
  parameters.read(new URLSearchParams(search), silently);

/** The address of a view; defaults are left out. */
export const matrixAddress = (view: MatrixView): string =>
  addressOf('/scenarios/matrix', parameters, view);
