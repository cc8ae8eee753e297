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

const BUFFER_WINDOW = 'buffer';

/** Reads a link; values out of range become defaults. */
export function readSeedsState(search: string): SeedsState {
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
    bufferWindow: read(BUFFER_WINDOW, 'window', defaultSeedsState.bufferWindow),
  };
}

/** The query of a view: defaults are omitted, foreign names are kept. */
export function writeSeedsState(view: SeedsState, search: string): string {
  const params = new URLSearchParams(search);
  const put = (key: string, value: number, fallback: number): void => {
    if (value === fallback) params.delete(key);
    else params.set(key, String(value));
  };
  for (const name of Object.keys(operandRanges) as FormulaOperand[]) {
    put(name, view.operands[name], defaultOperands[name]);
  }
  put(BUFFER_WINDOW, view.bufferWindow, defaultSeedsState.bufferWindow);
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}

/** Writes a part of the view to the address; other names stay. */
export function keepInAddress(change: Partial<SeedsState>): void {
  const { pathname, search, hash } = window.location;
  const query = writeSeedsState({ ...readSeedsState(search), ...change }, search);
  if (query !== search) window.history.replaceState(null, '', `${pathname}${query}${hash}`);
}
