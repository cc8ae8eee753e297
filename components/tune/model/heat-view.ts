import type { HeatCell, HeatPlace, HeatRows } from '@/components/charts/tune/heat-rows';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import type { SettingField } from '@/lib/engine/policy/fields';
import { figureOf } from '@/lib/tuning/figures/figure';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import type { CellSums } from '@/lib/tuning/region/cell-sums';
import type { Breach } from '@/lib/tuning/region/constraints';
import { tickText } from '../state/axis-text';
import { valueText } from '@/lib/engine/policy/setting-text';

/** What cells come to: their sums, and what they break. */
export interface OutcomeInput {
  readonly recorded: CellSums;
  /** The same where nothing is recorded: the generated ones alone colour the cells. */
  readonly generated: CellSums;
  /** undefined while a cell is not computed. */
  readonly breaches: readonly (Breach | undefined)[];
  readonly plateau: readonly number[];
  /** What colours the cells; null: compactions. */
  readonly figure: FigureSums | null;
}

/** What a heat map is made of: its axes, and its cells row by row. */
export interface HeatInput extends OutcomeInput {
  readonly x: { readonly field: SettingField; readonly values: readonly number[] };
  /** null: one row. */
  readonly y: { readonly field: SettingField; readonly values: readonly number[] } | null;
  readonly today: HeatPlace | null;
  readonly limit: number | null;
  /** Words of the threshold's jump below the limit; empty without one. */
  readonly jump: string;
  readonly marks: readonly {
    readonly y: number;
    readonly text: string;
    readonly strong: boolean;
  }[];
}

/** Labels are at most so many. */
const X_LABELS = 9;
const Y_LABELS = 10;

/** The rows of a heat map of compactions over the recorded sessions. */
export function heatRows(input: HeatInput): HeatRows {
  const { x, y, limit } = input;
  const columns = x.values.length;
  const edge = limit === null ? -1 : x.values.findLastIndex((value) => value <= limit);
  const isEdge = x.field.key === 'window' && edge >= 0 && edge < columns - 1;
  return {
    label: `Heat map: ${x.field.label}${y === null ? '' : ` by ${y.field.label}`}`,
    xName: x.field.label,
    yName: y?.field.short ?? '',
    xLabels: labelled(x.values, x.field, X_LABELS),
    yLabels: y === null ? [''] : labelled(y.values, y.field, Y_LABELS),
    ...outcomeCells(input, (index) => placeWords(input, index)),
    edge: isEdge ? { after: edge, left: input.jump, right: 'above the limit: infeasible' } : null,
    baseline: input.today,
    marks: input.marks.map(({ y: row, ...mark }) => ({ row, ...mark })),
  };
}

/** Every k-th label so that at most `most` are left, and those of round values first. */
function labelled(values: readonly number[], field: SettingField, most: number): readonly string[] {
  const every = Math.max(1, Math.ceil(values.length / most));
  return values.map((value, at) => (at % every === 0 ? tickText(field, value) : ''));
}

/** Every cell as it is drawn, and the sets that are outlined; `wordsOf` names a cell's settings. */
export function outcomeCells(
  input: OutcomeInput,
  wordsOf: (cell: number) => string,
): Pick<HeatRows, 'cells' | 'plateau' | 'generatedOnly'> {
  const { generated, breaches, plateau } = input;
  const indexes = [...breaches.keys()];
  const open = indexes.filter((index) => breaches[index] === null);
  const scale = scaleOf(open.map(shadeOf(input)));
  const failsGenerated = (index: number): boolean =>
    byteAt(generated.complete, index) === 1 &&
    intAt(generated.overflowing, index) + intAt(generated.looping, index) > 0;
  return {
    cells: indexes.map((index) => cellOf(input, index, wordsOf(index), scale)),
    plateau: new Set(plateau),
    generatedOnly: new Set(open.filter(failsGenerated)),
  };
}

/** What a cell is coloured by: a figure, or its compactions. */
export const shadeOf =
  ({ recorded, figure }: Pick<OutcomeInput, 'recorded' | 'figure'>) =>
  (index: number): number =>
    floatAt(figure === null ? recorded.compactions : figure.sums, index);

/** The least and the largest of some values that are known. */
export function scaleOf(values: readonly number[]): Scale {
  const known = values.filter((value) => !Number.isNaN(value));
  return { low: Math.min(...known), high: Math.max(...known) };
}

interface Scale {
  readonly low: number;
  readonly high: number;
}

function cellOf(input: OutcomeInput, index: number, where: string, { low, high }: Scale): HeatCell {
  const { recorded, breaches, figure } = input;
  const breach = breaches[index];
  if (breach === undefined)
    return { kind: 'open', text: '', level: 0, words: `${where}: not computed yet` };
  if (breach === 'limit') {
    return { kind: 'outside', text: '', level: 0, words: `${where}: above the limit` };
  }
  const compactions = floatAt(recorded.compactions, index);
  const shade = shadeOf(input)(index);
  const priced = figure === null ? '' : `, ${figureWords(figure, shade)}`;
  const words = `${where}: ${counted(compactions, 'compaction')}, ${sessionsWords(input, index)}${priced}`;
  if (breach === null) {
    const level = high > low && !Number.isNaN(shade) ? (shade - low) / (high - low) : 0;
    return { kind: 'value', text: shadeText(figure, shade), level, words };
  }
  const bad = intAt(breach === 'overflow' ? recorded.overflowing : recorded.looping, index);
  const sign = breach === 'overflow' ? '▲' : '↻';
  return { kind: 'broken', text: `${sign} ${formatInteger(bad)}`, level: 0, words };
}

/** A cell's figure in a sentence. */
const figureWords = ({ figure }: FigureSums, value: number): string =>
  `${figureOf(figure).name} ${Number.isNaN(value) ? 'unknown' : figureOf(figure).text(value)}`;

/** The short text of what a cell is coloured by; "?" where it cannot be told. */
export const shadeText = (figure: FigureSums | null, value: number): string =>
  Number.isNaN(value)
    ? '?'
    : figure === null
      ? formatInteger(value)
      : figureOf(figure.figure).short(value);

/** "2 sessions overflow, 1 loops; generated: 1 overflows". */
function sessionsWords({ recorded, generated }: OutcomeInput, index: number): string {
  const own = failureWords(recorded, index);
  const isApart = generated !== recorded && byteAt(generated.complete, index) === 1;
  const made = isApart ? failureWords(generated, index) : '';
  return `${own === '' ? 'no overflow' : own}${made === '' ? '' : `; generated: ${made}`}`;
}

function failureWords({ overflowing, looping }: CellSums, index: number): string {
  const over = intAt(overflowing, index);
  const loops = intAt(looping, index);
  return [
    over === 0 ? '' : `${counted(over, 'session')} overflow${over === 1 ? 's' : ''}`,
    loops === 0 ? '' : `${counted(loops, 'session')} loop${loops === 1 ? 's' : ''}`,
  ]
    .filter((text) => text !== '')
    .join(', ');
}

/** "Context window 200,000, Correction cap 5×". */
function placeWords({ x, y }: Pick<HeatInput, 'x' | 'y'>, index: number): string {
  const columns = x.values.length;
  const own = [x.values[index % columns] ?? NaN, y?.values[Math.floor(index / columns)] ?? NaN];
  return settingsWords(y === null ? [x] : [x, y], own);
}

/** The same for settings in the order of an address. */
export const settingsWords = (
  axes: readonly { readonly field: SettingField }[],
  values: readonly number[],
): string =>
  axes
    .map(({ field }, axis) => `${field.label} ${valueText(field, values[axis] ?? NaN)}`)
    .join(', ');
