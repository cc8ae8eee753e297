import { formatInteger } from '@/lib/engine/base/format';
import type { ChartCursor, ChartFeed, ChartNotes } from './chart-feed';
import { xOf, yOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';

/** Pixels of one letter of a label. */
const LETTER = 6;
/** Pixels of a label above and below its baseline. */
const ASCENT = 10;
const DESCENT = 3;

/** A text on the plot: its baseline's point, and how it stands to it. */
export interface PlotLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** A rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** True for a pixel between the ends of the plot. */
export const isIn = ({ left, right }: PlotScales, x: number): boolean =>
  x >= left - 0.5 && x <= right + 0.5;

const widthOf = (text: string): number => text.length * LETTER;

/** The pixels that a label takes at most. */
export function boxOf({ text, x, y, anchor }: PlotLabel): Box {
  const width = widthOf(text);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - ASCENT, bottom: y + DESCENT };
}

/** The name of the selected step's real above its mark, on the side where there is room; null for none. */
export function realLabel(
  { step, real, outcome, guess }: ChartCursor,
  scales: PlotScales,
): PlotLabel | null {
  const [x, y] = [xOf(scales, step), yOf(scales, real)];
  const isShown = isIn(scales, x) && y >= scales.top - 4 && y <= scales.bottom + 4;
  if (!isShown || !(real > 0)) return null;
  const text = `real ${guess}${formatInteger(real)}${outcome === '' ? '' : `, ${outcome}`}`;
  const isBefore = x - widthOf(text) > scales.left;
  return {
    text,
    x: x + (isBefore ? -8 : 8),
    y: Math.max(scales.top - 9, y - 8),
    anchor: isBefore ? 'end' : 'start',
  };
}

/** What the policy does not count at the first step: a bracket with its label. */
interface PrefixNote {
  readonly x: number;
  readonly from: number;
  readonly to: number;
  readonly label: PlotLabel;
}

/** Least height of the bracket, in pixels. */
const LEAST_BRACKET = 18;

/** The bracket of the hidden prefix; null where there is none, or no room for it. */
export function prefixNote(prefix: ChartNotes['prefix'], scales: PlotScales): PrefixNote | null {
  if (prefix === null) return null;
  const x = xOf(scales, prefix.step);
  const [high, low] = [yOf(scales, prefix.high), yOf(scales, prefix.low)];
  if (!isIn(scales, x) || low - high <= LEAST_BRACKET) return null;
  const from = Math.max(scales.top, high + 3);
  const to = Math.min(scales.bottom, low - 3);
  const text = `hidden prefix, ${formatInteger(prefix.tokens)} from step ${formatInteger(prefix.step)} on`;
  const y = Math.min(scales.bottom - 6, from + 12);
  return { x: x + 5, from, to, label: { text, x: x + 12, y, anchor: 'start' } };
}

/** Names of what joined the prefix, as many as there is room for. */
export function joinLabels(joins: ChartNotes['joins'], scales: PlotScales): readonly PlotLabel[] {
  let end = -Infinity;
  return joins.flatMap(({ step, real, name }) => {
    const [x, y] = [xOf(scales, step), yOf(scales, real)];
    const half = widthOf(name) / 2;
    const isSeen = isIn(scales, x) && y >= scales.top && y <= scales.bottom;
    const isFree = x - half >= Math.max(end, scales.left) && x + half <= scales.right - 60;
    if (!isSeen || name === '' || !isFree) return [];
    end = x + half + LETTER;
    return [{ text: name, x, y: y - 9, anchor: 'middle' } as const];
  });
}

/** The pixels of every label that the plot shows. */
export function labelBoxes(feed: ChartFeed, scales: PlotScales): readonly Box[] {
  const { prefix, joins } = feed.notes();
  const note = prefixNote(prefix, scales);
  const real = realLabel(feed.cursor(), scales);
  const limit = limitLabel(feed, scales);
  return [
    ...joinLabels(joins, scales),
    ...[note?.label ?? null, real, limit].filter((label) => label !== null),
  ].map(boxOf);
}

/** The limit's name at its line; null where it is the window. */
export function limitLabel(feed: ChartFeed, scales: PlotScales): PlotLabel | null {
  const { levels, window } = feed.rows();
  const first = levels.limit.values[0] ?? NaN;
  if (!(first >= 0)) return null;
  const at = yOf(scales, first);
  const isVisible = at >= scales.top - 8;
  const isCrowded = window > first && at - yOf(scales, window) < 16;
  return {
    text: `limit ${formatInteger(first)}${isVisible ? '' : ' ↑'}`,
    x: scales.left + 6,
    y: isVisible ? at + (isCrowded ? 12 : -4) : scales.top + 4,
    anchor: 'start',
  };
}
