import {
  codec,
  group,
  queryOf,
  silently,
  single,
  type Codec,
  type Parameter,
} from '@/lib/engine/base/address';
import {
  defaultOperands,
  operandRanges,
  type FormulaOperand,
  type FormulaOperands,
} from '@/lib/answers/report/seeds/formula';

/** Contents of a link to the page. */
export interface SeedsState {
  readonly operands: FormulaOperands;
  /** The window typed below the buffer table. */
  readonly bufferWindow: number;
}

/** The view of a link without a query. */
export const defaultSeedsState: SeedsState = { operands: defaultOperands, bufferWindow: 150_000 };

/** A number in the range of an operand. */
const numberIn = (name: FormulaOperand): Codec<number> => {
  const { min, max, integer } = operandRanges[name];
  return codec('out of range', (text) => {
    const value = text.trim() === '' ? NaN : Number(text);
    const fits = value >= min && value <= max && (!integer || Number.isInteger(value));
    return fits ? value : undefined;
  });
};

const operand = (name: FormulaOperand): Parameter<number> =>
  single(name, numberIn(name), defaultOperands[name]);

const names = Object.keys(operandRanges) as FormulaOperand[];
const operands = Object.fromEntries(names.map((name) => [name, operand(name)])) as {
  readonly [Name in FormulaOperand]: Parameter<number>;
};

const parameters = group<SeedsState>({
  operands: group<FormulaOperands>(operands),
  bufferWindow: single('buffer', numberIn('window'), defaultSeedsState.bufferWindow),
});

/** Reads a link; values out of range become defaults. */
export const readSeedsState = (search: string): SeedsState =>
  parameters.read(new URLSearchParams(search), silently);

/** The query of a view: defaults are omitted, foreign names are kept. */
export function writeSeedsState(view: SeedsState, search: string): string {
  const params = new URLSearchParams(search);
  parameters.write(view, params);
  return queryOf(params);
}

/** Writes a part of the view to the address; other names stay. */
export function keepInAddress(change: Partial<SeedsState>): void {
  const { pathname, search, hash } = window.location;
  const query = writeSeedsState({ ...readSeedsState(search), ...change }, search);
  if (query !== search) window.history.replaceState(null, '', `${pathname}${query}${hash}`);
}
