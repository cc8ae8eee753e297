'use client';

import { useLayoutEffect, useRef } from 'react';
import { formatInteger } from '@/lib/base/format';
import type { ChartEvent, ChartRows } from '@/lib/report/chart-rows';
import { railKinds, railLane, type RailLane } from '@/lib/report/policy-events';
import type { ChartFeed } from './chart-feed';
import { railShapes } from './rail-shapes';
import {
  bandPath,
  levelBand,
  levelPath,
  linePath,
  stepPath,
  triangle,
  xOf,
  yOf,
  type PlotScales,
} from './svg-paths';

/** Pixels from the bottom of the plot to the first lane of the event rail, and between lanes. */
const FIRST_LANE = 17;
const LANE = 18;

/** Pixels the rail takes; `lanes` are the names of its lanes, with blanks between. */
export const railHeight = (lanes: string): number => 12 + LANE * lanes.split(' ').length;

/** Where a lane is, from the bottom of the plot. */
const laneY = (lanes: string, lane: string): number =>
  FIRST_LANE + LANE * lanes.split(' ').indexOf(lane);

const SVG = 'http://www.w3.org/2000/svg';
const kinds = [...railKinds, 'several'] as const;
const laneOf = (kind: ChartEvent['kind']): RailLane =>
  kind === 'several' ? 'notes' : railLane(kind);

/** The parts of the layer by the name in their `data-part`. */
type Parts = Readonly<Record<string, SVGElement>>;

/** Every line, mark and label that moves with a replay; drawn past React, see {@link ChartFeed}. */
export function PathLayer({
  feed,
  scales,
  clip,
  lanes,
}: {
  readonly feed: ChartFeed;
  readonly scales: PlotScales;
  readonly clip: string;
  /** Lanes of the rail, their names with blanks between. */
  readonly lanes: string;
}) {
  const layer = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    const group = layer.current;
    if (!group) return;
    const parts = Object.fromEntries(
      [...group.querySelectorAll<SVGElement>('[data-part]')].map((part) => [
        part.dataset['part'] ?? '',
        part,
      ]),
    );
    const draw = (): void => {
      const rows = feed.rows();
      drawLines(parts, rows, scales);
      drawLevels(parts, rows, scales);
      drawBoundary(parts, rows, scales);
      drawEvents(parts, rows.events, scales, lanes);
      drawCursor(parts, feed, scales, lanes);
    };
    draw();
    return feed.subscribe(draw);
  }, [feed, scales, lanes]);

  const { left, right, top, bottom } = scales;
  const width = right - left;
  return (
    <g ref={layer} pointerEvents="none" fill="none">
      <clipPath id={clip}>
        <rect x={left - 1} y={top - 8} width={width + 2} height={bottom - top + 9} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path data-part="buffer" fill="var(--band)" />
        <path data-part="band" fill="var(--real)" fillOpacity={0.1} />
        <path data-part="ghost" stroke="var(--ink3)" strokeOpacity={0.5} />
        <path data-part="limit" stroke="var(--overflow)" strokeDasharray="1 3" />
        <path data-part="window" stroke="var(--window)" strokeWidth={1.75} />
        <path data-part="threshold" stroke="var(--threshold)" strokeWidth={1.1} />
        <path
          data-part="heuristic"
          stroke="var(--heuristic)"
          strokeWidth={1.6}
          strokeDasharray="1.5 3"
        />
        <path
          data-part="calibrated"
          stroke="var(--calibrated)"
          strokeWidth={1.4}
          strokeDasharray="8 4"
        />
        <path data-part="decision" stroke="var(--decision)" strokeWidth={1.3} />
        <path data-part="real" stroke="var(--real)" strokeWidth={1.9} strokeLinejoin="round" />
        <path
          data-part="projected"
          stroke="var(--real)"
          strokeWidth={1.7}
          strokeDasharray="4 3"
          strokeLinejoin="round"
        />
        <path data-part="drops" stroke="var(--compaction)" strokeWidth={1.6} />
        <path data-part="over" fill="var(--overflow)" />
      </g>
      <path data-part="boundary" stroke="var(--ink3)" strokeDasharray="2 3" />
      <text
        data-part="boundary-before"
        className="fill-ink3 text-xs"
        textAnchor="end"
        y={top - 8}
      />
      <text data-part="boundary-after" className="fill-ink3 text-xs" y={top - 8} />
      <text data-part="limit-label" className="fill-overflow text-xs" x={left + 6} />
      <path data-part="cursor" stroke="var(--accent)" />
      <Rail scales={scales} lanes={lanes} />
      <circle data-part="cursor-decision" r={3.5} fill="var(--decision)" stroke="var(--bg)" />
      <circle data-part="cursor-real" r={3.5} fill="var(--real)" stroke="var(--bg)" />
    </g>
  );
}

function Rail({
  scales: { left, right, bottom },
  lanes,
}: {
  readonly scales: PlotScales;
  readonly lanes: string;
}) {
  return (
    <>
      {lanes.split(' ').map((lane) => (
        <g key={lane}>
          <path d={`M${left} ${bottom + laneY(lanes, lane)}H${right}`} stroke="var(--line)" />
          <text
            x={left - 10}
            y={bottom + laneY(lanes, lane) + 4}
            textAnchor="end"
            className="fill-ink3 text-xs"
          >
            {lane}
          </text>
        </g>
      ))}
      {kinds.map((kind) => {
        const { color, filled } = railShapes[kind];
        return (
          <path
            key={kind}
            data-part={`event-${kind}`}
            fill={filled ? color : 'var(--bg)'}
            stroke={filled ? 'none' : color}
            strokeWidth={1.5}
          />
        );
      })}
      <g data-part="counts" />
    </>
  );
}

function set(parts: Parts, name: string, path: string): void {
  parts[name]?.setAttribute('d', path);
}

function drawLines(parts: Parts, rows: ChartRows, scales: PlotScales): void {
  set(parts, 'band', bandPath(rows.band, scales));
  set(parts, 'ghost', linePath(rows.ghost, scales));
  set(parts, 'heuristic', linePath(rows.heuristic, scales));
  set(parts, 'calibrated', linePath(rows.calibrated, scales));
  set(parts, 'decision', stepPath(rows.decision, scales));
  set(parts, 'real', linePath(rows.real, scales));
  set(parts, 'projected', linePath(rows.projected, scales));
  const drops = rows.drops.map(
    ({ step, from, to }) => `M${xOf(scales, step)} ${yOf(scales, from)}V${yOf(scales, to)}`,
  );
  set(parts, 'drops', drops.join(''));
  const over = rows.over.steps.map((step, i) =>
    triangle(xOf(scales, step), yOf(scales, rows.over.values[i] as number), 4.5),
  );
  set(parts, 'over', over.join(''));
}

/** Window, threshold with the buffer between them, and the limit where it is another number. */
function drawLevels(parts: Parts, rows: ChartRows, scales: PlotScales): void {
  const { window, threshold, limit } = rows.levels;
  set(parts, 'window', levelPath(window, scales));
  set(parts, 'threshold', levelPath(threshold, scales));
  set(parts, 'buffer', levelBand(window, threshold, scales));
  set(parts, 'limit', levelPath(limit, scales));
  const label = parts['limit-label'];
  if (!label) return;
  const first = limit.values[0] ?? NaN;
  const visible = yOf(scales, first) >= scales.top - 8;
  label.textContent = first >= 0 ? `limit ${formatInteger(first)}${visible ? '' : ' ↑'}` : '';
  if (!(first >= 0)) return;
  const y = yOf(scales, first);
  const crowded = rows.window > first && y - yOf(scales, rows.window) < 16;
  label.setAttribute('y', `${visible ? y + (crowded ? 12 : -4) : scales.top + 4}`);
}

function drawBoundary(parts: Parts, rows: ChartRows, scales: PlotScales): void {
  const { divergence, range, measured } = rows;
  const shown = divergence > range.from;
  const x = xOf(scales, divergence);
  set(parts, 'boundary', shown ? `M${x} ${scales.top - 16}V${scales.bottom}` : '');
  // Where nothing was measured both sides are projected; the requests still part here.
  for (const [name, gap, text] of [
    ['boundary-before', -6, 'recorded'],
    ['boundary-after', 6, measured ? 'projected' : 'replayed'],
  ] as const) {
    if (parts[name]) parts[name].textContent = text;
    parts[name]?.setAttribute('x', `${x + gap}`);
    parts[name]?.setAttribute('visibility', shown ? 'visible' : 'hidden');
  }
}

/** Pixels from a mark to its count, of one digit, and of half a mark. */
const COUNT_GAP = 7;
const DIGIT = 7;
const MARK_HALF = 5;

function drawEvents(
  parts: Parts,
  events: readonly ChartEvent[],
  scales: PlotScales,
  lanes: string,
): void {
  const paths: Record<string, string> = Object.fromEntries(kinds.map((kind) => [kind, '']));
  const counts: SVGTextElement[] = [];
  const placed = events.map(({ kind, step, last, count }) => ({
    kind,
    count,
    lane: laneOf(kind),
    x: xOf(scales, (step + last) / 2),
  }));
  for (const { kind, count, lane, x } of placed) {
    const y = scales.bottom + laneY(lanes, lane);
    paths[kind] += railShapes[kind].path(x, y);
    // A count under another mark could not be read; tooltip and table hold every event.
    const end = x + COUNT_GAP + `${count}`.length * DIGIT + MARK_HALF;
    const free = placed.every((one) => one.lane !== lane || one.x <= x || one.x >= end);
    if (count > 1 && free) counts.push(countLabel(count, x + COUNT_GAP, y + 4));
  }
  for (const [kind, path] of Object.entries(paths)) {
    // Most kinds have no mark at all: what stays as it is costs no style recalculation.
    const name = `event-${kind}`;
    if ((parts[name]?.getAttribute('d') ?? '') !== path) set(parts, name, path);
  }
  parts['counts']?.replaceChildren(...counts);
}

function countLabel(count: number, x: number, y: number): SVGTextElement {
  const label = document.createElementNS(SVG, 'text');
  label.setAttribute('x', `${x}`);
  label.setAttribute('y', `${y}`);
  label.setAttribute('class', 'fill-ink2 text-xs');
  label.textContent = `${count}`;
  return label;
}

function drawCursor(parts: Parts, feed: ChartFeed, scales: PlotScales, lanes: string): void {
  const { step, real, decision } = feed.cursor();
  const x = xOf(scales, step);
  const shown = x >= scales.left - 0.5 && x <= scales.right + 0.5;
  set(parts, 'cursor', shown ? `M${x} ${scales.top}V${scales.bottom + railHeight(lanes) - 4}` : '');
  for (const [name, value] of [
    ['cursor-real', real],
    ['cursor-decision', decision],
  ] as const) {
    const dot = parts[name];
    dot?.setAttribute('visibility', shown && !Number.isNaN(value) ? 'visible' : 'hidden');
    if (Number.isNaN(value)) continue;
    dot?.setAttribute('cx', `${x}`);
    dot?.setAttribute('cy', `${yOf(scales, value)}`);
  }
}
