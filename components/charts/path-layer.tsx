'use client';

import { useLayoutEffect, useRef } from 'react';
import type { ChartRows } from '@/lib/answers/report/chart/chart-rows';
import type { Points } from '@/lib/engine/base/decimate';
import type { ChartFeed } from './chart-feed';
import { assign, partsOf, placeLabel, set, setPaths, write, type Parts } from './chart-parts';
import { drawCursor, drawNotes } from './chart-annotations';
import { limitLabel } from './chart-labels';
import { drawTimes } from './time-marks';
import { endNames } from './end-labels';
import { drawEvents, drawJoins, drawSpans, Rail } from './event-rail';
import {
  bandPath,
  levelBand,
  levelPath,
  linePath,
  runsOf,
  stepPath,
  triangles,
  xOf,
  yOf,
  type PlotScales,
} from '@/lib/answers/report/chart/drawing/svg-paths';

/** Every line, mark and label that moves with a replay; drawn outside React, see {@link ChartFeed}. */
export function PathLayer(props: {
  readonly feed: ChartFeed;
  readonly scales: PlotScales;
  readonly clip: string;
  /** Lanes of the rail, their names with blanks between. */
  readonly lanes: string;
}) {
  const { feed, scales, clip, lanes } = props;
  const layer = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    const group = layer.current;
    if (!group) return;
    const parts = partsOf(group);
    const draw = (): void => {
      const rows = feed.rows();
      // Dashes of lines that hide steps are noise, and half of what a browser strokes in each frame of a drag.
      group.toggleAttribute('data-coarse', feed.moving() && rows.drawn < rows.total);
      drawLines(parts, rows, scales);
      drawLevels(parts, rows, scales);
      placeLabel(parts['limit-label'], limitLabel(feed, scales));
      drawBoundary(parts, rows, scales);
      drawSpans(parts, rows.spans, scales, lanes);
      drawEvents(parts, rows.events, scales, lanes);
      drawJoins(parts, feed.notes().joins, scales, lanes);
      drawNotes(parts, feed, scales);
      drawTimes(parts, feed.notes(), scales, lanes);
      drawCursor(parts, feed, scales, lanes);
    };
    draw();
    return feed.subscribe(draw);
  }, [feed, scales, lanes]);

  const { left, right, top, bottom } = scales;
  const width = right - left;
  return (
    <g
      ref={layer}
      pointerEvents="none"
      fill="none"
      className="[&[data-coarse]_g]:[stroke-dasharray:none]"
    >
      <clipPath id={clip}>
        <rect x={left - 1} y={top - 8} width={width + 2} height={bottom - top + 9} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path data-part="buffer" fill="var(--band)" />
        <path data-part="band" fill="var(--accent)" fillOpacity={0.16} />
        <path data-part="limit" stroke="var(--overflow)" strokeDasharray="1 3" />
        <path data-part="window" stroke="var(--window)" strokeWidth={1.75} />
        <path data-part="threshold" stroke="var(--threshold)" strokeWidth={1.1} />
        <g
          data-part="heuristic"
          stroke="var(--heuristic)"
          strokeWidth={1.3}
          strokeDasharray="1.5 3"
        />
        <g data-part="calibrated" stroke="var(--calibrated)" strokeDasharray="8 4" />
        <g data-part="decision" stroke="var(--decision)" strokeWidth={1.3} />
        <g data-part="real" stroke="var(--real)" strokeWidth={2} strokeLinejoin="round" />
        <g data-part="ghost" stroke="var(--real)" strokeWidth={2} strokeLinejoin="round" />
        <g data-part="projected" strokeWidth={2} strokeDasharray="5 3" strokeLinejoin="round" />
        <path data-part="drops" stroke="var(--compaction)" strokeWidth={1.6} />
        <path data-part="over" fill="var(--overflow)" />
      </g>
      <path data-part="prefix" stroke="var(--ink3)" />
      <text data-part="prefix-label" className="fill-ink2 text-xs" />
      <path data-part="join-marks" fill="var(--part-joined)" stroke="var(--bg)" />
      <g data-part="join-names" />
      <path data-part="boundary" stroke="var(--ink3)" strokeDasharray="2 3" />
      <text
        data-part="boundary-before"
        className="fill-ink3 text-xs"
        textAnchor="end"
        y={top - 8}
      />
      <text data-part="boundary-after" className="fill-ink3 text-xs" y={top - 8} />
      <text data-part="limit-label" className="fill-overflow text-xs" />
      <path data-part="cursor" stroke="var(--accent)" />
      <Rail scales={scales} lanes={lanes} />
      <circle data-part="cursor-decision" r={3} fill="var(--decision)" stroke="var(--bg)" />
      <circle data-part="cursor-real" r={3.5} fill="var(--real)" stroke="var(--bg)" />
      <text
        data-part="cursor-label"
        className="fill-ink text-xs font-medium"
        paintOrder="stroke"
        stroke="var(--bg)"
        strokeWidth={3}
      />
      <path data-part="end-short" stroke="var(--ink3)" strokeDasharray="2 2" />
      <path data-part="end-mark" stroke="var(--decision)" strokeWidth={2.5} />
      {endNames.map((name) => (
        <text
          key={name}
          data-part={`end-${name}`}
          className={`text-xs ${ends[name]}`}
          x={right + 16}
        />
      ))}
    </g>
  );
}

/** Colours of the labels at the right end; window and threshold are named at their handles. */
const ends: Readonly<Record<(typeof endNames)[number], string>> = {
  window: '',
  threshold: '',
  gap: 'fill-ink3',
  decision: 'fill-decision',
  calibrated: 'fill-calibrated',
  heuristic: 'fill-heuristic',
};

/**
 * Points per path of a line. A browser strokes a whole path again for each screen tile that it
 * crosses; of a line in several paths it strokes the ones there, and unchanged paths cost nothing.
 */
const RUN = 100;

function setLine(
  parts: Parts,
  name: string,
  points: Points,
  scales: PlotScales,
  path: typeof linePath = linePath,
): void {
  setPaths(
    parts[name],
    runsOf(points, RUN).map((run) => path(run, scales)),
  );
}

function drawLines(parts: Parts, rows: ChartRows, scales: PlotScales): void {
  set(parts, 'band', bandPath(rows.band, scales));
  setLine(parts, 'ghost', rows.ghost, scales);
  setLine(parts, 'heuristic', rows.heuristic, scales);
  setLine(parts, 'calibrated', rows.calibrated, scales);
  setLine(parts, 'decision', rows.decision, scales, stepPath);
  setLine(parts, 'real', rows.real, scales);
  setLine(parts, 'projected', rows.projected, scales);
  // Beside the recording it is the what-if; alone, of a file without usage, an estimate of the recording.
  if (parts['projected']) {
    assign(parts['projected'], 'stroke', rows.leaves ? 'var(--accent)' : 'var(--real)');
  }
  if (parts['calibrated']) {
    assign(parts['calibrated'], 'stroke-width', rows.borrowed ? '0.8' : '1.4');
  }
  const drops = rows.drops.map(
    ({ step, from, to }) => `M${xOf(scales, step)} ${yOf(scales, from)}V${yOf(scales, to)}`,
  );
  set(parts, 'drops', drops.join(''));
  set(parts, 'over', triangles(rows.over, scales, 4.5));
}

/** Window, threshold with the buffer between them, and the limit if it differs. */
function drawLevels(parts: Parts, rows: ChartRows, scales: PlotScales): void {
  const { window, threshold, limit } = rows.levels;
  set(parts, 'window', levelPath(window, scales));
  set(parts, 'threshold', levelPath(threshold, scales));
  set(parts, 'buffer', levelBand(window, threshold, scales));
  set(parts, 'limit', levelPath(limit, scales));
}

function drawBoundary(parts: Parts, rows: ChartRows, scales: PlotScales): void {
  const { divergence, range, measured } = rows;
  const shown = divergence > range.from;
  const x = xOf(scales, divergence);
  set(parts, 'boundary', shown ? `M${x} ${scales.top - 16}V${scales.bottom}` : '');
  // Without measurements both sides are projected; the requests still diverge here.
  for (const [name, gap, text] of [
    ['boundary-before', -6, 'recorded'],
    ['boundary-after', 6, measured ? 'projected' : 'replayed'],
  ] as const) {
    const label = parts[name];
    if (!label) continue;
    write(label, text);
    if (shown) assign(label, 'x', `${x + gap}`);
    assign(label, 'visibility', shown ? 'visible' : 'hidden');
  }
}
