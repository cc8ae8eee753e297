import { formatBytes, formatDollars, formatFactor, formatInteger, formatPercent } from '../format';

/** What a figure counts. */
export const figureUnits = [
  'tokens',
  'bytes',
  'steps',
  'entries',
  'turns',
  'messages',
  'items',
  'count',
  'factor',
  'share',
  'dollars',
] as const;
export type FigureUnit = (typeof figureUnits)[number];

/** recorded: the file says it. computed: follows from the file exactly. projected: nobody measured it. */
export const figureBases = ['recorded', 'computed', 'projected'] as const;
export type FigureBasis = (typeof figureBases)[number];

/** A number that is told: what it counts, and how it is known. It is rounded only when it is printed. */
export interface Figure {
  /** null where there is none. */
  readonly value: number | null;
  readonly unit: FigureUnit;
  readonly basis: FigureBasis;
  /** A lower bound: the file lacks a part of it. */
  readonly least?: boolean;
  /** A difference: printed with its sign. */
  readonly signed?: boolean;
}

/** How a figure is known and printed, beside its value and unit. */
type Manner = Partial<Omit<Figure, 'value' | 'unit'>>;

/** A figure; without a manner it was computed exactly. */
export const figure = (value: number | null, unit: FigureUnit, manner: Manner = {}): Figure => ({
  value,
  unit,
  basis: 'computed',
  ...manner,
});

function bare(value: number, unit: FigureUnit): string {
  switch (unit) {
    case 'factor':
      return formatFactor(value);
    case 'share':
      return formatPercent(value);
    case 'bytes':
      return formatBytes(value);
    case 'dollars':
      return formatDollars(value);
    default:
      return formatInteger(value);
  }
}

/**
 * A figure as every medium prints it: "~150,000", "8.33×", "−30,000", "at least 9", "–" for none. No tilde
 * stands before a difference, whose sign would follow it.
 */
export function figureText(figure: Figure): string {
  const { value, unit, basis, least = false, signed = false } = figure;
  if (value === null || Number.isNaN(value)) return '–';
  const before = signed ? (value > 0 ? '+' : '') : basis === 'projected' ? '~' : '';
  return `${least ? 'at least ' : ''}${before}${bare(value, unit)}`;
}
