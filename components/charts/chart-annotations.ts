import { formatInteger } from '@/lib/base/format';
import type { ChartFeed } from './chart-feed';
import { assign, resize, set, write, type Parts } from './chart-parts';
import { endLabels, endNames } from './end-labels';
import { railHeight } from './event-rail';
import { square, xOf, yOf, type PlotScales } from './svg-paths';

/** Pixels of one letter of a label. */
const LETTER = 6;

const isIn = ({ left, right }: PlotScales, x: number): boolean =>
  x >= left - 0.5 && x <= right + 0.5;

/** Draws the selected step: its line, the marks on it, its values at the right end. */
export function drawCursor(parts: Parts, feed: ChartFeed, scales: PlotScales, lanes: string): void {
  const { step, real, decision, outcome, guess } = feed.cursor();
  const x = xOf(scales, step);
  const shown = isIn(scales, x);
  const bottom = scales.rail + railHeight(lanes) - 4;
  set(parts, 'cursor', shown ? `M${x} ${scales.top}V${bottom}` : '');
  for (const [name, value] of [
    ['cursor-real', real],
    ['cursor-decision', decision],
  ] as const) {
    const y = yOf(scales, value);
    const seen = shown && y >= scales.top - 4 && y <= scales.bottom + 4;
    const dot = parts[name];
    if (!dot) continue;
    assign(dot, 'visibility', seen ? 'visible' : 'hidden');
    if (!seen) continue;
    assign(dot, 'cx', `${x}`);
    assign(dot, 'cy', `${y}`);
  }
  drawReal(parts, scales, { x, shown, y: yOf(scales, real), text: realText(real, guess, outcome) });
  drawEnds(parts, feed, scales, shown);
}

const realText = (real: number, guess: string, outcome: string): string =>
  real > 0 ? `real ${guess}${formatInteger(real)}${outcome === '' ? '' : `, ${outcome}`}` : '';

/** Names the selected step's real above its mark, on the side where there is room. */
function drawReal(
  parts: Parts,
  scales: PlotScales,
  at: { readonly x: number; readonly y: number; readonly shown: boolean; readonly text: string },
): void {
  const label = parts['cursor-label'];
  if (!label) return;
  const inPlot = at.shown && at.y >= scales.top - 4 && at.y <= scales.bottom + 4;
  write(label, inPlot ? at.text : '');
  if (!inPlot) return;
  const before = at.x - at.text.length * LETTER > scales.left;
  assign(label, 'text-anchor', before ? 'end' : 'start');
  assign(label, 'x', `${at.x + (before ? -8 : 8)}`);
  assign(label, 'y', `${Math.max(scales.top - 9, at.y - 8)}`);
}

/** The values of the selected step beside the plot; window and threshold have handles. */
function drawEnds(parts: Parts, feed: ChartFeed, scales: PlotScales, shown: boolean): void {
  const labels = endLabels(feed, scales);
  for (const name of endNames) {
    const label = parts[`end-${name}`];
    const place = labels[name];
    if (!label) continue;
    write(label, shown && place !== undefined ? place.text : '');
    if (place !== undefined) assign(label, 'y', `${place.y + 4}`);
  }
  const { decision, threshold } = labels;
  const x = scales.right + 4;
  const short =
    shown && labels.gap !== undefined && decision !== undefined && threshold !== undefined;
  set(parts, 'end-short', short ? `M${x + 1} ${decision.valueY - 3}V${threshold.valueY + 8}` : '');
  set(parts, 'end-mark', shown && decision !== undefined ? `M${x - 5} ${decision.valueY}h10` : '');
}

/** Draws what the policy does not count at the first step, and where something joined the prefix. */
export function drawNotes(parts: Parts, feed: ChartFeed, scales: PlotScales): void {
  const { prefix, joins } = feed.notes();
  const x = prefix === null ? NaN : xOf(scales, prefix.step);
  const seen = prefix !== null && isIn(scales, x);
  const [high, low] = seen ? [yOf(scales, prefix.high), yOf(scales, prefix.low)] : [0, 0];
  const isTall = seen && low - high > 18;
  const from = Math.max(scales.top, high + 3);
  const to = Math.min(scales.bottom, low - 3);
  set(parts, 'prefix', isTall ? `M${x + 9} ${from}h-4V${to}h4` : '');
  const label = parts['prefix-label'];
  if (label) {
    write(
      label,
      isTall
        ? `hidden prefix, ${formatInteger(prefix.tokens)} from step ${formatInteger(prefix.step)} on`
        : '',
    );
    if (isTall) {
      assign(label, 'x', `${x + 12}`);
      assign(label, 'y', `${Math.min(scales.bottom - 6, from + 12)}`);
    }
  }
  drawJoinNames(parts, joins, scales);
}

function drawJoinNames(
  parts: Parts,
  joins: ReturnType<ChartFeed['notes']>['joins'],
  scales: PlotScales,
): void {
  const group = parts['join-names'];
  const placed = joins
    .map(({ step, real, name }) => ({ x: xOf(scales, step), y: yOf(scales, real), name }))
    .filter(({ x, y }) => isIn(scales, x) && y >= scales.top && y <= scales.bottom);
  set(parts, 'join-marks', placed.map(({ x, y }) => square(x, y, 2.5)).join(''));
  if (!group) return;
  let end = -Infinity;
  const free = placed.filter(({ x, name }) => {
    const half = (name.length * LETTER) / 2;
    if (name === '' || x - half < Math.max(end, scales.left) || x + half > scales.right - 60) {
      return false;
    }
    end = x + half + LETTER;
    return true;
  });
  resize(group, free.length, 'text', 'fill-ink2 text-xs');
  free.forEach(({ x, y, name }, i) => {
    const text = group.children[i];
    if (!text) return;
    write(text, name);
    assign(text, 'x', `${x}`);
    assign(text, 'y', `${y - 9}`);
    assign(text, 'text-anchor', 'middle');
  });
}
