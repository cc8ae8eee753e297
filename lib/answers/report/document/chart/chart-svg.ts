import { formatInteger, formatShort } from '@/lib/engine/base/format';
import { niceTop, stepTicks, valueTicks } from '@/lib/answers/report/chart/drawing/ticks';
import {
  bandPath,
  EDGES,
  levelBand,
  levelPath,
  linePath,
  stepPath,
  triangle,
  xOf,
  yOf,
  type PlotScales,
} from '@/lib/answers/report/chart/drawing/svg-paths';
import type { ChartRows } from '@/lib/answers/report/chart/chart-rows';
import { element, joined, trusted, type Markup } from '../render/markup';
import type { ChartTheme } from '../report-format';
import { eventRail, railHeight } from './chart-rail';
import { levelLabels } from './chart-labels';
import { chartLegend, legendHeight } from './chart-legend';
import type { ChartPicture } from './chart-picture';
import { chartStyle, fill, stroke } from './chart-style';

/** Size of the picture in pixels; its height grows with the rail and the legend. */
export const CHART_WIDTH = 960;
const PLOT = { left: 66, right: 132, top: 58, height: 300 } as const;
/** Room for the step numbers and the axis' name. */
const NUMBERS = 36;

/** The chart as an SVG document: it stands alone, and in a page. */
export function chartSvg(picture: ChartPicture, theme: ChartTheme): Markup {
  const { rows, title, description } = picture;
  const scales = scalesOf(rows);
  const legendTop = scales.rail + railHeight(rows.lanes) + NUMBERS;
  const height = legendTop + legendHeight(picture, CHART_WIDTH);
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: 'hw',
      role: 'img',
      viewBox: `0 0 ${CHART_WIDTH} ${height}`,
      width: CHART_WIDTH,
      height,
      'aria-labelledby': 'hw-title hw-description',
    },
    element('title', { id: 'hw-title' }, title),
    element('desc', { id: 'hw-description' }, description),
    element('style', {}, trusted(chartStyle(theme))),
    element('rect', { class: fill('bg'), width: CHART_WIDTH, height }),
    element('text', { class: `hw-title ${fill('ink')}`, x: 14, y: 20 }, shortened(title)),
    axes(rows, scales),
    levels(rows, scales),
    lines(rows, scales),
    boundary(rows, scales),
    levelLabels(rows, scales),
    eventRail(rows, scales),
    places(picture, scales),
    chartLegend(picture, { top: legendTop, width: CHART_WIDTH }),
  );
}

/** Most characters of the title that fit above the plot. */
const TITLE = 130;

const shortened = (text: string): string =>
  text.length > TITLE ? `${text.slice(0, TITLE - 1)}…` : text;

function scalesOf({ range, peak }: ChartRows): PlotScales {
  const { left, top, height } = PLOT;
  const right = CHART_WIDTH - PLOT.right;
  const bottom = top + height;
  const steps = Math.max(1, range.to - range.from);
  const perStep = (right - left - EDGES.left - EDGES.right) / steps;
  return {
    left,
    right,
    top,
    bottom,
    x0: left + EDGES.left - perStep * range.from,
    perStep,
    y0: bottom,
    perToken: -height / niceTop(Math.max(1, peak)),
    places: null,
    rail: bottom + 4,
  };
}

/** Grid, values on the left, steps below the rail. */
function axes({ range, peak, lanes }: ChartRows, scales: PlotScales): Markup {
  const { left, right, top, rail } = scales;
  const below = rail + railHeight(lanes);
  const values = valueTicks(0, niceTop(Math.max(1, peak))).flatMap((value) => {
    const y = yOf(scales, value);
    return [
      element('path', { class: stroke('line'), d: trusted(`M${left} ${y}H${right}`) }),
      element(
        'text',
        { class: fill('ink3'), x: left - 8, y: y + 4, 'text-anchor': 'end' },
        formatShort(value),
      ),
    ];
  });
  const numbers = stepTicks(range.from, range.to, right - left).map((step) =>
    element(
      'text',
      { class: fill('ink3'), x: xOf(scales, step), y: below + 12, 'text-anchor': 'middle' },
      formatInteger(step),
    ),
  );
  return joined([
    ...values,
    element(
      'text',
      { class: fill('ink2'), x: left - 8, y: top - 10, 'text-anchor': 'end' },
      'tokens',
    ),
    ...numbers,
    element(
      'text',
      { class: fill('ink2'), x: (left + right) / 2, y: below + 27, 'text-anchor': 'middle' },
      'step',
    ),
  ]);
}

function levels({ levels: { window, threshold, limit } }: ChartRows, scales: PlotScales): Markup {
  return joined([
    area('hw-buffer', 'threshold', levelBand(window, threshold, scales)),
    line('limit', 'overflow', levelPath(limit, scales)),
    line('window', 'window', levelPath(window, scales)),
    line('threshold', 'threshold', levelPath(threshold, scales)),
  ]);
}

function lines(rows: ChartRows, scales: PlotScales): Markup {
  const drops = rows.drops.map(
    ({ step, from, to }) => `M${xOf(scales, step)} ${yOf(scales, from)}V${yOf(scales, to)}`,
  );
  const over = rows.over.steps.map((step, i) =>
    triangle(xOf(scales, step), yOf(scales, rows.over.values[i] ?? NaN), 4.5),
  );
  return joined([
    area('hw-uncertain', 'real', bandPath(rows.band, scales)),
    line('ghost', 'ink3', linePath(rows.ghost, scales)),
    line('heuristic', 'heuristic', linePath(rows.heuristic, scales)),
    line('calibrated', 'calibrated', linePath(rows.calibrated, scales)),
    line('decision', 'decision', stepPath(rows.decision, scales)),
    line('real', 'real', linePath(rows.real, scales)),
    line('projected', 'real', linePath(rows.projected, scales)),
    line('drop', 'compaction', drops.join('')),
    area('hw-over', 'overflow', over.join('')),
  ]);
}

const nothing = joined([]);

const line = (name: string, color: string, d: string): Markup =>
  d === '' ? nothing : element('path', { class: `hw-${name} ${stroke(color)}`, d: trusted(d) });

/** A filled path: others have no fill. */
const area = (name: string, color: string, d: string): Markup =>
  d === '' ? nothing : element('path', { class: `hw-area ${name} ${fill(color)}`, d: trusted(d) });

/** Where recorded numbers end. */
function boundary({ divergence, range, measured }: ChartRows, scales: PlotScales): Markup {
  if (divergence <= range.from) return nothing;
  const x = xOf(scales, divergence);
  const y = scales.top - 10;
  const text = (at: number, anchor: string, words: string): Markup =>
    element('text', { class: fill('ink3'), x: at, y, 'text-anchor': anchor }, words);
  return joined([
    element('path', {
      class: `hw-boundary ${stroke('ink3')}`,
      d: trusted(`M${x} ${scales.top - 18}V${scales.bottom}`),
    }),
    text(x - 6, 'end', 'recorded'),
    text(x + 6, 'start', measured ? 'projected' : 'replayed'),
  ]);
}

/** A place for each listed step, which says its numbers to a pointer that rests there. */
function places({ steps }: ChartPicture, scales: PlotScales): Markup {
  const { left, right, top, bottom } = scales;
  return joined(
    steps.map(({ step, heuristic, decision, threshold, real, events }, i) => {
      const at = xOf(scales, step);
      const before = xOf(scales, steps[i - 1]?.step ?? step);
      const after = xOf(scales, steps[i + 1]?.step ?? step);
      const from = Math.max(left, i === 0 ? left : (before + at) / 2);
      const to = Math.min(right, i === steps.length - 1 ? right : (at + after) / 2);
      const words = [
        `Step ${formatInteger(step)}: real ${real}, heuristic ${heuristic}, decision value ${decision}, threshold ${threshold}`,
        ...(events === '' ? [] : [events]),
      ].join('; ');
      return element(
        'rect',
        {
          class: `hw-place ${fill('accent')}`,
          x: pixel(from),
          y: top,
          width: pixel(Math.max(0, to - from)),
          height: bottom - top,
        },
        element('title', {}, words),
      );
    }),
  );
}

const pixel = (value: number): number => Math.round(value * 10) / 10;
