import {
  defaultOperands,
  operandRanges,
  type FormulaOperand,
  type FormulaOperands,
} from '@/lib/report/model/formula';

/** What a link to the page holds. */
export interface ModelView {
  readonly operands: FormulaOperands;
  /** The window typed below the buffer table. */
  readonly bufferWindow: number;
}

/** The view of a link without a query. */
export const defaultModelView: ModelView = { operands: defaultOperands, bufferWindow: 150_000 };

const BUFFER_WINDOW = 'buffer';

/** Reads a link; values that are no numbers of their range are left at their defaults. */
export function readModelView(search: string): ModelView {
  const params = new URLSearchParams(search);
  const read = (key: string, range: FormulaOperand, fallback: number): number => {
    const text = params.get(key);
    const value = text === null || text.trim() === '' ? NaN : Number(text);
    const { min, max, integer } = operandRanges[range];
    const fits = value >= min && value <= max && (!integer || Number.isInteger(value));
    return fits ? value : fallback;
  };
  const names = Object.keys(operandRanges) as FormulaOperand[];
  return {
    operands: Object.fromEntries(
      names.map((name) => [name, read(name, name, defaultOperands[name])]),
    ) as unknown as FormulaOperands,
    bufferWindow: read(BUFFER_WINDOW, 'window', defaultModelView.bufferWindow),
  };
}

/** The query of a view: defaults are left out, names that are not ours are kept. */
export function writeModelView(view: ModelView, search: string): string {
  const params = new URLSearchParams(search);
  const put = (key: string, value: number, fallback: number): void => {
    if (value === fallback) params.delete(key);
    else params.set(key, String(value));
  };
  for (const name of Object.keys(operandRanges) as FormulaOperand[]) {
    put(name, view.operands[name], defaultOperands[name]);
  }
  put(BUFFER_WINDOW, view.bufferWindow, defaultModelView.bufferWindow);
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}
