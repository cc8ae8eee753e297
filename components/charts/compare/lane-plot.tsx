'use client';

import { memo, useMemo } from 'react';
import type { Points } from '@/lib/engine/base/decimate';
import { railLane } from '@/lib/analysis/explain/policy-events';
import type { ChartEvent, ChartRows } from '@/lib/answers/report/chart/chart-rows';
import {
  levelBand,
  levelPath,
  linePath,
  stepPath,
  triangle,
  xOf,
  yOf,
  type PlotScales,
} from '@/lib/answers/report/chart/drawing/svg-paths';
import { EventMarks, ValueGrid } from './plot-parts';

/** Pixels of a lane's plot: its values, then two rows of events. */
export const LANE_HEIGHT = { plot: 112, rail: 30 } as const;

/** One lane's request and decision over the shared axis; the baseline's real tokens behind them. */
export const LanePlot = memo(function LanePlot(props: {
  readonly label: string;
  readonly rows: ChartRows;
  readonly scales: PlotScales;
  /** Real tokens of the baseline, on its own places; null in the baseline's plot. */
  readonly ghost: { readonly points: readonly Points[]; readonly scales: PlotScales } | null;
  readonly top: number;
}) {
  const { label, rows, scales, ghost, top } = props;
  const paths = useMemo(() => pathsOf(rows, scales), [rows, scales]);
  const behind = useMemo(
    () => ghost?.points.map((points) => linePath(points, ghost.scales)).join('') ?? '',
    [ghost],
  );
  return (
    <svg
      width="100%"
      height={LANE_HEIGHT.plot + LANE_HEIGHT.rail}
      role="img"
      aria-label={label}
      data-lane-plot=""
      className="block"
      fill="none"
    >
      <ValueGrid scales={scales} top={top} />
      <path d={paths.buffer} fill="var(--band)" />
      <path d={paths.threshold} stroke="var(--threshold)" strokeWidth={1.2} />
      <path d={paths.window} stroke="var(--window)" strokeWidth={1.8} />
      <path d={paths.limit} stroke="var(--overflow)" strokeDasharray="1 3" />
      <path d={behind} data-part="ghost" stroke="var(--ink3)" strokeDasharray="1 2.5" />
      <path
        d={paths.heuristic}
        stroke="var(--heuristic)"
        strokeDasharray="1.5 2.5"
        strokeWidth={1.4}
      />
      <path d={paths.decision} stroke="var(--decision)" strokeWidth={1.3} />
      <path d={paths.real} data-part="real" stroke="var(--real)" strokeWidth={1.7} />
      <path
        d={paths.projected}
        data-part="projected"
        stroke="var(--real)"
        strokeWidth={1.5}
        strokeDasharray="4 3"
      />
      <path d={paths.over} fill="var(--overflow)" />
      <path d={`M${scales.left} ${LANE_HEIGHT.plot - 0.5}H${scales.right}`} stroke="var(--line)" />
      <g data-part="rail">
        <EventMarks events={rows.events} scales={scales} yOfEvent={railY} />
      </g>
    </svg>
  );
});

function pathsOf(rows: ChartRows, scales: PlotScales) {
  const { levels } = rows;
  return {
    buffer: levelBand(levels.window, levels.threshold, scales),
    threshold: levelPath(levels.threshold, scales),
    window: levelPath(levels.window, scales),
    limit: levelPath(levels.limit, scales),
    heuristic: linePath(rows.heuristic, scales),
    decision: stepPath(rows.decision, scales),
    real: linePath(rows.real, scales),
    projected: linePath(rows.projected, scales),
    over: rows.over.steps
      .map((step, i) => triangle(xOf(scales, step), yOf(scales, rows.over.values[i] ?? 0) - 4, 4))
      .join(''),
  };
}

/** Recorded events above, the replay's and its notes below. */
const railY = ({ kind }: ChartEvent): number =>
  LANE_HEIGHT.plot + (kind !== 'several' && railLane(kind) === 'recorded' ? 8 : 21);
