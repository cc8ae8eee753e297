/**
 * The pieces of the page /model: figures that the core computed, each beside what a seed document
 * says of it. Data only; components/model draws it.
 */
import { formatFactor, formatInteger, formatPercent, formatSigned } from '@/lib/base/format';

/** How a figure is written. */
export type FigureUnit = 'tokens' | 'signed' | 'factor' | 'share' | 'percent' | 'bytes' | 'count';

/** A figure as a document has it: its words, and the value they stand for. */
export interface Said {
  readonly text: string;
  readonly value: number | string | boolean;
  /** Farthest a computed number may be from a rounded one and still be the same. */
  readonly within: number;
}

/** One figure: what the core computed; null where there is none. */
export interface Figure {
  readonly value: number | string | boolean | null;
  readonly unit: FigureUnit;
  readonly said?: Said;
  /** The figure is bad news (over the limit, a loop). */
  readonly bad?: boolean;
}

/** Where a document says it. */
export interface SeedSource {
  readonly document: string;
  readonly place: string;
}

/** A column of a table; `how` is the formula of its figures. */
export interface ModelColumn {
  readonly label: string;
  readonly how?: string;
}

/** A table; the first figure of a row is its heading. */
export interface ModelTable {
  readonly kind: 'table';
  readonly id: string;
  readonly caption: string;
  readonly sources: readonly SeedSource[];
  readonly columns: readonly ModelColumn[];
  readonly rows: readonly (readonly Figure[])[];
  /** Why figures differ from the document's; never empty where one does. */
  readonly reasons: readonly string[];
}

/** One line of a list: what, how much, and how it was computed. */
export interface ModelLine {
  readonly label: string;
  readonly figure: Figure;
  readonly how: string;
}

/** Figures below each other, each with its own formula. */
export interface ModelList {
  readonly kind: 'list';
  readonly id: string;
  readonly caption: string;
  readonly sources: readonly SeedSource[];
  readonly lines: readonly ModelLine[];
  readonly reasons: readonly string[];
}

/** One section of the page. */
export interface ModelSection {
  readonly id: string;
  readonly title: string;
  readonly lead: readonly string[];
  readonly parts: readonly (ModelTable | ModelList)[];
}

/** A computed figure. */
export const figure = (
  value: Figure['value'],
  unit: FigureUnit = 'tokens',
  more: Pick<Figure, 'said' | 'bad'> = {},
): Figure => ({ value, unit, ...more });

/** What a document says: its words and their value. */
export const said = (text: string, value: Said['value'], within = 0): { readonly said: Said } => ({
  said: { text, value, within },
});

/** A number of a document, in its words: "180,018", "~12.8k", "2.0", "8.3x". */
export function sayNumber(text: string, within = 0): { readonly said: Said } {
  const digits = text.replaceAll(/[~,x×]/g, '');
  const thousand = digits.endsWith('k');
  const value = thousand ? Math.round(parseFloat(digits) * 1_000) : Number(digits);
  return said(text, value, within);
}

/** True where the computed figure is the document's; undefined where no document has one. */
export function agrees({ value, said: document }: Figure): boolean | undefined {
  if (document === undefined) return undefined;
  if (typeof value === 'number' && typeof document.value === 'number') {
    return Math.abs(value - document.value) <= document.within;
  }
  return value === document.value;
}

/** Every figure of a part, in reading order. */
export function figuresOf(part: ModelTable | ModelList): readonly Figure[] {
  return part.kind === 'table' ? part.rows.flat() : part.lines.map((line) => line.figure);
}

const numbers: Readonly<Record<FigureUnit, (value: number) => string>> = {
  tokens: formatInteger,
  signed: formatSigned,
  factor: (value) => formatFactor(value, 4),
  share: formatPercent,
  percent: (value) => `${(value * 100).toFixed(1)} %`,
  bytes: formatInteger,
  count: formatInteger,
};

/** A figure in words: "180,018", "2.0×", "yes"; "–" where there is none. */
export function figureText({ value, unit }: Figure): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : numbers[unit](value);
}
