import type { ChartFeed } from './chart-feed';
import { isIn, joinLabels, prefixNote, realLabel, type PlotLabel } from './chart-labels';
import { assign, resize, set, write, type Parts } from './chart-parts';
import { endLabels, endNames } from './end-labels';
import { railHeight } from './event-rail';
import { square, xOf, yOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';

/** Draws the selected step: its line, the marks on it, its values at the right end. */
export function drawCursor(parts: Parts, feed: ChartFeed, scales: PlotScales, lanes: string): void {
  const { step, real, decision } = feed.cursor();
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
  placeLabel(parts['cursor-label'], realLabel(feed.cursor(), scales));
  drawEnds(parts, feed, scales, shown);
}

/** Writes a label at its place; nothing for none. */
export function placeLabel(text: Element | null | undefined, label: PlotLabel | null): void {
  if (!text) return;
  write(text, label?.text ?? '');
  if (label === null) return;
  assign(text, 'text-anchor', label.anchor);
  assign(text, 'x', `${label.x}`);
  assign(text, 'y', `${label.y}`);
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
  const note = prefixNote(prefix, scales);
  set(parts, 'prefix', note === null ? '' : `M${note.x + 4} ${note.from}h-4V${note.to}h4`);
  placeLabel(parts['prefix-label'], note?.label ?? null);
  drawJoinNames(parts, joins, scales);
}

function drawJoinNames(
  parts: Parts,
  joins: ReturnType<ChartFeed['notes']>['joins'],
  scales: PlotScales,
): void {
  const group = parts['join-names'];
  const placed = joins
    .map(({ step, real }) => ({ x: xOf(scales, step), y: yOf(scales, real) }))
    .filter(({ x, y }) => isIn(scales, x) && y >= scales.top && y <= scales.bottom);
  set(parts, 'join-marks', placed.map(({ x, y }) => square(x, y, 2.5)).join(''));
  if (!group) return;
  const labels = joinLabels(joins, scales);
  resize(group, labels.length, 'text', 'fill-ink2 text-xs');
  labels.forEach((label, i) => placeLabel(group.children[i], label));
}
