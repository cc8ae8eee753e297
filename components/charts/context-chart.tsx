'use client';

import { memo, useId, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { formatInteger } from '@/lib/engine/base/format';
import type { ChartEvent } from '@/lib/answers/report/chart/chart-rows';
import type { AxisTick } from '@/lib/answers/report/chart/axis-ticks';
import type { StepRange } from '@/lib/engine/base/decimate';
import type { ChartFeed, ChartRow } from './chart-feed';
import { markAt, railHeight } from './event-rail';
import { PathLayer } from './path-layer';
import { AxisLabels, ValueGrid } from './plot-axes';
import { usePlotGestures, type PlotActions } from './plot-gestures';
import { PlotTooltip } from './plot-tooltip';
import { plotScales, xOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { stepTicks, valueTicks } from '@/lib/answers/report/chart/drawing/ticks';

/** What the scales of a chart are made of. */
interface ChartFrame {
  readonly range: StepRange;
  /** Places of the steps along the axis; null for an axis of steps. */
  readonly places: Float64Array | null;
  /** Ends of the value scale, in tokens. */
  readonly bottom: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Pixels left free between the plot and the event rail. */
  readonly below: number;
  /** Lanes of the event rail, their names with blanks between. */
  readonly lanes: string;
}

const MARGIN = { left: 62, top: 26, right: 134, bottom: 2 } as const;
/** Room for the step numbers below the rail. */
const NUMBERS = 14;
/** Pixels from a value to the plot, and from the end of the rail to the baseline of the step numbers. */
const VALUE_GAP = 14;
const BASELINE = 8;

/** The scales of a chart of so many pixels. */
export function chartScales(frame: ChartFrame): PlotScales {
  const { range, places, bottom: low, top: high, width, height, below, lanes } = frame;
  const bottom = height - MARGIN.bottom - NUMBERS - below - railHeight(lanes);
  const box = {
    left: MARGIN.left,
    right: width - MARGIN.right,
    top: MARGIN.top,
    bottom,
    rail: bottom + below,
  };
  return plotScales(box, { ...range, places }, { low, high });
}

/** Properties of {@link ContextChart}. */
interface ContextChartProps {
  readonly feed: ChartFeed;
  /** Those of `chartScales`, the same object until one of their sources changes. */
  readonly scales: PlotScales;
  /** Decimated rows: positions of the tooltip. */
  readonly rows: readonly ChartRow[];
  readonly range: StepRange;
  /** Last step of the session. */
  readonly last: number;
  /** Labels of the horizontal axis; null for the numbers of the steps. */
  readonly ticks: readonly AxisTick[] | null;
  /** Ends of the value scale, in tokens. */
  readonly bottom: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Lanes of the event rail, their names with blanks between. */
  readonly lanes: string;
  readonly label: string;
  readonly tooltip: (step: number) => ReactNode;
  readonly onSelect: PlotActions['onSelect'];
  /** Opens a mark of the event rail; false for one that opens nothing. */
  readonly onMark?: (mark: ChartEvent, asked: 'press' | 'hover') => boolean;
  readonly onRange: PlotActions['onRange'];
  readonly onMarked?: NonNullable<PlotActions['onMarked']>;
  /** Laid over the chart; it is drawn below the same gestures. */
  readonly children?: ReactNode;
}

/** Tokens over steps. */
export const ContextChart = memo(function ContextChart(props: ContextChartProps) {
  const { feed, scales, rows, range, last, ticks, bottom, top, width, height } = props;
  const { lanes, label, tooltip, onSelect, onMark, onRange, onMarked, children } = props;
  const clip = `plot-${useId().replace(/[^a-zA-Z0-9]/g, '')}`;
  const current = useRef<PlotScales | null>(null);
  useLayoutEffect(() => {
    current.current = scales;
  }, [scales]);
  const onOpen: PlotActions['onOpen'] = (at, asked) => {
    const mark = markAt(feed.rows().events, scales, lanes, at);
    return mark !== null && onMark?.(mark, asked) === true;
  };
  const actions = { onSelect, onOpen, onRange, ...(onMarked && { onMarked }) };
  const { root, shade, handlers } = usePlotGestures(current, range, last, actions);
  const labels = useMemo(
    () =>
      ticks === null
        ? stepTicks(range.from, range.to, width).map((step) => ({
            x: xOf(scales, step),
            text: formatInteger(step),
          }))
        : ticks.map(({ place, text }) => ({ x: scales.x0 + scales.perStep * place, text })),
    [ticks, range, width, scales],
  );
  const values = useMemo(() => valueTicks(bottom, top), [bottom, top]);
  return (
    <div
      ref={root}
      role="group"
      aria-label={label}
      className="relative touch-pan-y select-none"
      {...handlers}
    >
      <div className="relative" style={{ width, height }}>
        <svg width={width} height={height} className="block">
          <g data-plot-grid="">
            <ValueGrid scales={scales} ticks={values} gap={VALUE_GAP} />
          </g>
          <AxisLabels labels={labels} y={scales.rail + railHeight(lanes) + BASELINE} />
          <PathLayer feed={feed} scales={scales} clip={clip} lanes={lanes} />
        </svg>
        <PlotTooltip scales={scales} rows={rows} tooltip={tooltip} />
      </div>
      {children}
      <div
        ref={shade}
        hidden
        data-selecting=""
        className="pointer-events-none absolute inset-y-0 border-x border-accent bg-accent/10"
      />
    </div>
  );
});
