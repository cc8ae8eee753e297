/**
 * Pieces of the page /seeds: figures that the core computed, each beside a seed document's figure.
 * Data only; components/seeds draws it.
 */
import {
  formatFactor,
  formatFixed,
  formatInteger,
  formatPercent,
  formatSigned,
} from '@/lib/engine/base/format';

/** Unit and notation of a figure. */
type FigureUnit = 'tokens' | 'signed' | 'factor' | 'share' | 'percent' | 'bytes' | 'count';

/** A document's figure: its words and their value. */
interface DocumentFigure {
  readonly text: string;
  readonly value: number | string | boolean;
  /** Largest difference from a rounded figure that still counts as equal. */
  readonly within: number;
}

/** One figure: the core's value; null without one. */
export interface Figure {
  readonly value: number | string | boolean | null;
  readonly unit: FigureUnit;
  readonly said?: DocumentFigure;
  /** True for bad news (over the limit, a loop). */
  readonly bad?: boolean;
}

/** Place in a document. */
export interface SeedSource {
  readonly document: string;
  readonly place: string;
  /** The passages meant, verbatim but for line breaks. */
  readonly quotes: readonly string[];
}

/** A column of a table; `how` is the formula of its figures. */
export interface ModelColumn {
  readonly label: string;
  readonly how?: string | undefined;
}

/** A table; the first figure of a row is its heading. */
export interface ModelTable {
  readonly id: string;
  readonly caption: string;
  readonly sources: readonly SeedSource[];
  /** Reasons why figures differ from the document's; never empty if one does. */
  readonly reasons: readonly string[];
  readonly columns: readonly ModelColumn[];
  readonly rows: readonly (readonly Figure[])[];
}

/** What the code computes of a table; its words stand in `words.json`. */
export interface PartFigures {
  /** Cells of each row, behind those that the words begin it with. */
  readonly rows?: readonly (readonly Figure[])[];
  /** Reasons that quote figures. */
  readonly reasons?: readonly string[];
}

/** Figures of parts by the parts' ids, each computed when it is asked for. */
export type SeedFigures = Readonly<Record<string, () => PartFigures>>;

/** One section of the page. */
export interface SeedsSection {
  readonly id: string;
  readonly title: string;
  readonly lead: readonly string[];
  readonly parts: readonly ModelTable[];
}

/** A computed figure. */
export const figure = (
  value: Figure['value'],
  unit: FigureUnit = 'tokens',
  more: Pick<Figure, 'said' | 'bad'> = {},
): Figure => ({ value, unit, ...more });

/** A document's figure: its words and their value. */
export const said = (
  text: string,
  value: DocumentFigure['value'],
  within = 0,
): { readonly said: DocumentFigure } => ({
  said: { text, value, within },
});

/** A document's number in its own words: "180,018", "~12.8k", "2.0", "8.3x". */
export function sayNumber(text: string, within = 0): { readonly said: DocumentFigure } {
  const digits = text.replaceAll(/[~,x×]/g, '');
  const thousand = digits.endsWith('k');
  const value = thousand ? Math.round(parseFloat(digits) * 1_000) : Number(digits);
  return said(text, value, within);
}

/** True if the computed figure equals the document's; undefined if no document has one. */
export function agrees({ value, said: document }: Figure): boolean | undefined {
  if (document === undefined) return undefined;
  if (typeof value === 'number' && typeof document.value === 'number') {
    return Math.abs(value - document.value) <= document.within;
  }
  return value === document.value;
}

const numbers: Readonly<Record<FigureUnit, (value: number) => string>> = {
  tokens: formatInteger,
  signed: formatSigned,
  factor: formatFactor,
  share: formatPercent,
  percent: (value) => `${formatFixed(value * 100, 1)} %`,
  bytes: formatInteger,
  count: formatInteger,
};

/** Text of a figure: "180,018", "2.0×", "yes"; "–" for a missing one. */
export function figureText({ value, unit }: Figure): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : numbers[unit](value);
}
