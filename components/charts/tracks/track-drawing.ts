import type { Points } from '@/lib/engine/base/decimate';
import type { TrackLine, TrackRows } from '@/lib/answers/report/chart/tracks/track-rows';
import { assign, resize, set, write, type Parts } from '../chart-parts';
import { stripLabels } from './strip-labels';
import {
  runsOf,
  stepPath,
  xOf,
  yOf,
  type PlotScales,
} from '@/lib/answers/report/chart/drawing/svg-paths';

/** Pixels above and below a strip's scale. */
const PADDING = { top: 14, bottom: 17 } as const;
/** Points of a path; unchanged paths cost nothing. */
const RUN = 100;

/** The plot's horizontal scale with a strip's own vertical one, `height` pixels high. */
export function stripScales(
  plot: PlotScales,
  height: number,
  { low, high }: Pick<TrackRows, 'low' | 'high'>,
): PlotScales {
  const [top, bottom] = [PADDING.top, height - PADDING.bottom];
  const perToken = (top - bottom) / (high - low);
  return { ...plot, top, bottom, rail: height, y0: bottom - perToken * low, perToken };
}

/** Draws a track's lines, ticks, labels and the selected step. */
export function drawTrack(
  parts: Parts,
  rows: TrackRows,
  plot: PlotScales,
  {
    height,
    isStems,
    step,
  }: { readonly height: number; readonly isStems: boolean; readonly step: number },
): void {
  const scales = stripScales(plot, height, rows);
  drawTicks(parts, rows, scales);
  for (const id of ['zero', 'floor', 'cap', 'measured', 'value', 'projected'] as const) {
    const points = rows.lines.find((line) => line.id === id)?.points ?? { steps: [], values: [] };
    drawLine(parts, id, points, { scales, isStems });
  }
  drawLabels(
    parts,
    rows.labels.filter((one) => one.step !== step),
    scales,
  );
  drawStep(parts, scales, step, height);
  if (parts['note']) write(parts['note'], rows.note);
}

/** Draws the line of the selected step over a strip. */
export function drawStep(parts: Parts, scales: PlotScales, step: number, height: number): void {
  const x = xOf(scales, step);
  const shown = x >= scales.left - 0.5 && x <= scales.right + 0.5;
  set(parts, 'selected', shown ? `M${x} 0V${height}` : '');
}

function drawLine(
  parts: Parts,
  id: TrackLine['id'],
  points: Points,
  { scales, isStems }: { readonly scales: PlotScales; readonly isStems: boolean },
): void {
  const group = parts[id];
  if (!group) return;
  const paths =
    isStems && (id === 'value' || id === 'projected')
      ? stems(points, scales)
      : runsOf(points, RUN).map((run) => stepPath(run, scales));
  resize(group, paths.length, 'path');
  paths.forEach((path, i) => {
    const child = group.children[i];
    if (child) assign(child, 'd', path);
  });
  if (isStems) {
    assign(group, 'stroke-width', `${Math.min(3.2, Math.max(1.2, scales.perStep * 0.7))}`);
  }
}

/** A line from 0 to each value. */
function stems({ steps, values }: Points, scales: PlotScales): readonly string[] {
  const zero = round(yOf(scales, 0));
  const paths: string[] = [];
  for (let from = 0; from < steps.length; from += RUN) {
    let path = '';
    for (let i = from; i < Math.min(steps.length, from + RUN); i++) {
      const value = values[i] ?? NaN;
      if (Number.isNaN(value)) continue;
      path += `M${round(xOf(scales, steps[i] ?? 0))} ${zero}V${round(yOf(scales, value))}`;
    }
    paths.push(path);
  }
  return paths;
}

const round = (pixel: number): number => Math.round(pixel * 10) / 10;

function drawTicks(parts: Parts, { ticks }: TrackRows, scales: PlotScales): void {
  const { left, right } = scales;
  const heights = ticks.map(({ at }) => yOf(scales, at));
  set(parts, 'grid', heights.map((y) => `M${left} ${y}H${right}`).join(''));
  const group = parts['ticks'];
  if (!group) return;
  resize(group, ticks.length, 'text', 'fill-ink3 text-xs');
  ticks.forEach(({ text }, i) => {
    const label = group.children[i];
    if (!label) return;
    write(label, text);
    assign(label, 'x', `${left - 8}`);
    assign(label, 'y', `${(heights[i] ?? 0) + 4}`);
    assign(label, 'text-anchor', 'end');
  });
}

/** Writes the labels of single values, and arrows to those beyond the scale. */
function drawLabels(parts: Parts, labels: TrackRows['labels'], scales: PlotScales): void {
  const group = parts['labels'];
  if (!group) return;
  const placed = stripLabels(labels, scales);
  resize(group, placed.length, 'text', 'fill-ink2 text-xs');
  placed.forEach(({ text, x, y }, i) => {
    const label = group.children[i];
    if (!label) return;
    write(label, text);
    assign(label, 'text-anchor', 'middle');
    assign(label, 'x', `${x}`);
    assign(label, 'y', `${y}`);
  });
  let arrows = '';
  for (const { step, at, beyond } of labels) {
    if (beyond === 0) continue;
    const [x, y] = [xOf(scales, step), yOf(scales, at)];
    arrows += `M${x - 3.5} ${y + 4 * beyond}L${x} ${y}L${x + 3.5} ${y + 4 * beyond}`;
  }
  set(parts, 'arrows', arrows);
}
