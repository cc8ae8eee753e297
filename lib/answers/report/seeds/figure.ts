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
interface ModelColumn {
  readonly label: string;
  readonly how?: string;
}

/** The parts that a table and a list share. */
interface ModelPart {
  readonly id: string;
  readonly caption: string;
  readonly sources: readonly SeedSource[];
  /** Reasons why figures differ from the document's; never empty if one does. */
  readonly reasons: readonly string[];
}

/** A table; the first figure of a row is its heading. */
export interface ModelTable extends ModelPart {
  readonly kind: 'table';
  readonly columns: readonly ModelColumn[];
  readonly rows: readonly (readonly Figure[])[];
}

/** One line of a list: label, value, and formula. */
interface ModelLine {
  readonly label: string;
  readonly figure: Figure;
  readonly how: string;
}

/** Figures below each other, each with its own formula. */
export interface ModelList extends ModelPart {
  readonly kind: 'list';
  readonly lines: readonly ModelLine[];
}

/** One section of the page. */
export interface SeedsSection {
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

/** A list whose figures differ from no document's. */
export const figureList = ({
  lines,
  ...part
}: Pick<ModelPart, 'id' | 'caption' | 'sources'> & {
  readonly lines: readonly (readonly [label: string, figure: Figure, how: string])[];
}): ModelList => ({
  kind: 'list',
  ...part,
  lines: lines.map(([label, value, how]) => ({ label, figure: value, how })),
  reasons: [],
});

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

/** Every figure of a part, in reading order. */
export function figuresOf(part: ModelTable | ModelList): readonly Figure[] {
  return part.kind === 'table' ? part.rows.flat() : part.lines.map((line) => line.figure);
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
