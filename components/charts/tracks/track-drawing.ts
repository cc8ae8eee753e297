import type { Points } from '@/lib/engine/base/decimate';
import type { TrackLine, TrackRows } from '@/lib/answers/report/chart/tracks/track-rows';
import { assign, placeLabels, set, setPaths, write, type Parts } from '../chart-parts';
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
  drawTicks(parts, rows.ticks, scales);
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
  setPaths(group, paths);
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

/** Draws lines of a strip's value scale, and their labels left of it. */
export function drawTicks(parts: Parts, ticks: TrackRows['ticks'], scales: PlotScales): void {
  const { left, right } = scales;
  const labels = ticks.map(({ at, text }) => ({ text, height: yOf(scales, at) }));
  set(parts, 'grid', labels.map(({ height }) => `M${left} ${height}H${right}`).join(''));
  placeLabels(
    parts['ticks'],
    labels.map(({ text, height }) => ({ text, x: left - 8, y: height + 4, anchor: 'end' })),
    'fill-ink3 text-xs',
  );
}

/** Writes the labels of single values, and arrows to those beyond the scale. */
function drawLabels(parts: Parts, labels: TrackRows['labels'], scales: PlotScales): void {
  placeLabels(
    parts['labels'],
    stripLabels(labels, scales).map(({ text, x, y }) => ({ text, x, y, anchor: 'middle' })),
  );
  let arrows = '';
  for (const { step, at, beyond } of labels) {
    if (beyond === 0) continue;
    const [x, y] = [xOf(scales, step), yOf(scales, at)];
    arrows += `M${x - 3.5} ${y + 4 * beyond}L${x} ${y}L${x + 3.5} ${y + 4 * beyond}`;
  }
  set(parts, 'arrows', arrows);
}
