import type { ChartBand } from '../chart-rows';
import type { Points } from '@/lib/engine/base/decimate';
import { placeOf, stepOfPlace } from '../chart-axis';

/** Turns steps and tokens into pixels; both scales are linear. */
export interface PlotScales {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Pixel of step 0 and pixels a step; pixel of 0 tokens and pixels a token (negative). */
  readonly x0: number;
  readonly perStep: number;
  readonly y0: number;
  readonly perToken: number;
  /** Places of the steps along the axis, which `x0` and `perStep` are of; their numbers if null. */
  readonly places: Float64Array | null;
  /** Top of the event rail. */
  readonly rail: number;
}

/** Pixels that keep the first and the last step clear of axis and handles. */
export const EDGES = { left: 6, right: 10 } as const;

export const xOf = (scales: PlotScales, step: number): number =>
  scales.x0 + scales.perStep * placeOf(scales.places, step);
export const yOf = (scales: PlotScales, value: number): number =>
  scales.y0 + scales.perToken * value;

/** The step nearest to a pixel, unclamped. */
export const stepAt = (scales: PlotScales, x: number): number =>
  stepOfPlace(scales.places, (x - scales.x0) / scales.perStep);

const round = (pixel: number): number => Math.round(pixel * 10) / 10;

/**
 * A path through the points; NaN interrupts it. `next` draws from one point to the next, `end` from
 * the last one of each part.
 */
function path(
  points: Points,
  scales: PlotScales,
  next: (x: number, y: number) => string,
  end: (x: number) => string = () => '',
): string {
  let drawn = '';
  let pen: number | null = null;
  points.steps.forEach((step, i) => {
    const value = points.values[i] ?? NaN;
    const [x, y] = [round(xOf(scales, step)), round(yOf(scales, value))];
    if (!Number.isNaN(value)) drawn += pen === null ? `M${x} ${y}` : next(x, y);
    else if (pen !== null) drawn += end(pen);
    pen = Number.isNaN(value) ? null : x;
  });
  return pen === null ? drawn : drawn + end(pen);
}

/** Pixels that a value of a step line is drawn for where no other follows. */
const HELD = 6;

/** A line through the points; NaN interrupts it. */
export const linePath = (points: Points, scales: PlotScales): string =>
  path(points, scales, (x, y) => `L${x} ${y}`);

/** A step line: each value holds until the next point, the last one for a step or a few pixels. */
export const stepPath = (points: Points, scales: PlotScales): string =>
  path(
    points,
    scales,
    (x, y) => `H${x}V${y}`,
    (x) => `H${round(x + Math.min(scales.perStep, HELD))}`,
  );

/** Points in runs of at most `size`; each begins with the point that ends the one before. */
export function runsOf({ steps, values }: Points, size: number): readonly Points[] {
  const runs: Points[] = [];
  for (let from = 0; from === 0 ? steps.length > 0 : from < steps.length - 1; from += size - 1) {
    runs.push({ steps: steps.slice(from, from + size), values: values.slice(from, from + size) });
  }
  return runs;
}

/** A level across the plot: from its left edge, stepping at each change, to its right edge. */
export function levelPath({ steps, values }: Points, scales: PlotScales): string {
  let path = '';
  let pen = false;
  for (let i = 0; i < steps.length; i++) {
    const value = values[i] as number;
    const x = i === 0 ? scales.left : round(xOf(scales, steps[i] as number));
    if (Number.isNaN(value)) {
      if (pen) path += `H${x}`;
      pen = false;
      continue;
    }
    const y = round(yOf(scales, value));
    path += pen ? `H${x}V${y}` : `M${x} ${y}`;
    pen = true;
  }
  return pen ? `${path}H${scales.right}` : path;
}

/** The area between two levels; empty unless both exist at every step. */
export function levelBand(upper: Points, lower: Points, scales: PlotScales): string {
  const gaps = [...upper.values, ...lower.values].some((value) => Number.isNaN(value));
  if (upper.steps.length === 0 || lower.steps.length === 0 || gaps) return '';
  return `${levelPath(upper, scales)}L${backwards(lower, scales)}Z`;
}

/** The points of a level from the right edge to the left. */
function backwards({ steps, values }: Points, scales: PlotScales): string {
  let path = '';
  for (let i = steps.length - 1; i >= 0; i--) {
    const y = round(yOf(scales, values[i] as number));
    const from = i === steps.length - 1 ? scales.right : round(xOf(scales, steps[i + 1] as number));
    const to = i === 0 ? scales.left : round(xOf(scales, steps[i] as number));
    path += `${path === '' ? '' : 'L'}${from} ${y}L${to} ${y}`;
  }
  return path;
}

/** The area between a band's lower and upper line, interrupted by NaN. */
export function bandPath({ steps, low, high }: ChartBand, scales: PlotScales): string {
  let path = '';
  for (let from = 0; from < steps.length; from++) {
    let to = from;
    while (to < steps.length && !Number.isNaN(low[to])) to++;
    if (to > from) {
      const part = steps.slice(from, to);
      const upper = linePath({ steps: part, values: high.slice(from, to) }, scales);
      const back = { steps: [...part].reverse(), values: low.slice(from, to).reverse() };
      path += `${upper}L${linePath(back, scales).slice(1)}Z`;
    }
    from = to;
  }
  return path;
}

/** The area below a line. */
export function areaPath(points: Points, scales: PlotScales): string {
  const line = linePath(points, scales);
  const first = points.steps[0];
  const last = points.steps[points.steps.length - 1];
  if (first === undefined || last === undefined || line === '') return '';
  const bottom = round(yOf(scales, 0));
  return `${line}L${round(xOf(scales, last))} ${bottom}L${round(xOf(scales, first))} ${bottom}Z`;
}

/** A diamond of `r` pixels around a point. */
export const diamond = (x: number, y: number, r = 5): string =>
  `M${round(x)} ${round(y - r)}l${r} ${r}l${-r} ${r}l${-r} ${-r}Z`;

/** A triangle standing on its base. */
export const triangle = (x: number, y: number, r = 5): string =>
  `M${round(x)} ${round(y - r)}l${r} ${r * 1.8}h${-2 * r}Z`;

/** A small square. */
export const square = (x: number, y: number, r = 3.5): string =>
  `M${round(x - r)} ${round(y - r)}h${2 * r}v${2 * r}h${-2 * r}Z`;
