'use client';

import { memo, useMemo } from 'react';
import type { ChartRows } from '@/lib/answers/report/chart/chart-rows';
import { labelPlaces } from '@/lib/answers/report/chart/drawing/label-places';
import {
  levelPath,
  linePath,
  triangle,
  xOf,
  yOf,
  type PlotScales,
} from '@/lib/answers/report/chart/drawing/svg-paths';
import { laneColor } from './lane-colors';
import { EventMarks, ValueGrid } from './plot-parts';

/** Pixels of the plot of all lanes: its values, a gap, then a row of events for each lane. */
export const TOGETHER_HEIGHT = { plot: 260, gap: 8, row: 17 } as const;

/** Pixels from one lane's letter to the next. */
const APART = 13;

/** One lane of the plot. */
export interface LaneLines {
  readonly letter: string;
  readonly isBaseline: boolean;
  readonly rows: ChartRows;
  readonly scales: PlotScales;
}

/** Real tokens of all lanes over one axis, with the threshold and the events of each. */
export const TogetherPlot = memo(function TogetherPlot(props: {
  readonly label: string;
  /** Lanes with a step among the rows shown. */
  readonly lanes: readonly LaneLines[];
  readonly scales: PlotScales;
  readonly top: number;
}) {
  const { label, lanes, scales, top } = props;
  const { plot, gap, row: each } = TOGETHER_HEIGHT;
  const height = plot + gap + lanes.length * each;
  // The baseline lies below the others and is wider, so that it shows where they agree.
  const order = [...lanes].sort((a, b) => Number(b.isBaseline) - Number(a.isBaseline));
  return (
    <svg
      width="100%"
      height={height}
      role="img"
      aria-label={label}
      data-together-plot=""
      className="block"
      fill="none"
    >
      <ValueGrid scales={scales} top={top} />
      {order.map((lane) => (
        <Lines key={lane.letter} {...lane} />
      ))}
      <path d={`M${scales.left} ${plot - 0.5}H${scales.right}`} stroke="var(--line)" />
      <EndLetters lanes={lanes} scales={scales} />
      {lanes.map((lane, row) => (
        <EventRow key={lane.letter} {...lane} row={row} />
      ))}
    </svg>
  );
});

const Lines = memo(function Lines({ letter, isBaseline, rows, scales }: LaneLines) {
  const paths = useMemo(
    () => ({
      threshold: levelPath(rows.levels.threshold, scales),
      real: linePath(rows.real, scales),
      projected: linePath(rows.projected, scales),
      over: rows.over.steps
        .map((step, i) => triangle(xOf(scales, step), yOf(scales, rows.over.values[i] ?? 0) - 4, 4))
        .join(''),
    }),
    [rows, scales],
  );
  const width = isBaseline ? 3.2 : 1.5;
  return (
    <g data-lines={letter} stroke={laneColor(letter)}>
      <path d={paths.threshold} strokeWidth={1} strokeDasharray="1 3" />
      <path d={paths.real} data-part="real" strokeWidth={width} />
      <path d={paths.projected} data-part="projected" strokeWidth={width} strokeDasharray="4 3" />
      <path d={paths.over} fill="var(--overflow)" stroke="none" />
    </g>
  );
});

/** Real tokens of a lane's last request shown; NaN where none is known. */
function lastPoint({ rows, scales }: LaneLines): { readonly x: number; readonly y: number } {
  let newest = { step: -1, value: NaN };
  for (const { steps, values } of [rows.real, rows.projected]) {
    const at = values.findLastIndex((value) => !Number.isNaN(value));
    const step = steps[at] ?? -1;
    if (step > newest.step) newest = { step, value: values[at] ?? NaN };
  }
  return { x: xOf(scales, newest.step), y: yOf(scales, newest.value) };
}

/** The letter of each lane at the end of its line. */
function EndLetters(props: { readonly lanes: readonly LaneLines[]; readonly scales: PlotScales }) {
  const { lanes, scales } = props;
  const ends = lanes
    .map((lane) => ({ letter: lane.letter, ...lastPoint(lane) }))
    .filter(({ y }) => !Number.isNaN(y));
  const places = labelPlaces(
    ends.map(({ y }) => y),
    { apart: APART, top: scales.top + 4, bottom: scales.bottom - 4 },
  );
  return ends.map(({ letter, x }, i) => (
    <text
      key={letter}
      x={Math.min(x, scales.right) + 5}
      y={(places[i] ?? 0) + 4}
      className="text-xs font-semibold"
      fill={laneColor(letter)}
    >
      {letter}
    </text>
  ));
}

function EventRow({ letter, rows, scales, row }: LaneLines & { readonly row: number }) {
  const { plot, gap, row: each } = TOGETHER_HEIGHT;
  const middle = plot + gap + (row + 0.5) * each;
  return (
    <g data-events={letter}>
      <text
        x={scales.left - 8}
        y={middle + 4}
        textAnchor="end"
        className="text-xs font-semibold"
        fill={laneColor(letter)}
      >
        {letter}
      </text>
      <EventMarks events={rows.events} scales={scales} yOfEvent={() => middle} />
    </g>
  );
}
