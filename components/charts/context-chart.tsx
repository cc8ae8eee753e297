'use client';

import { memo, useEffect, useId, useMemo, useRef, type ReactNode } from 'react';
import {
  CartesianGrid,
  ComposedChart,
  Line,
  Tooltip,
  usePlotArea,
  useXAxisScale,
  useYAxisScale,
  XAxis,
  YAxis,
} from 'recharts';
import { formatInteger, formatShort } from '@/lib/engine/base/format';
import type { ChartEvent } from '@/lib/answers/report/chart/chart-rows';
import type { AxisTick } from '@/lib/answers/report/chart/axis-ticks';
import { placeOf } from '@/lib/answers/report/chart/chart-axis';
import type { StepRange } from '@/lib/engine/base/decimate';
import type { ChartFeed, ChartRow } from './chart-feed';
import { markAt, railHeight } from './event-rail';
import { PathLayer } from './path-layer';
import { usePlotGestures, type PlotActions } from './plot-gestures';
import { EDGES, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { stepTicks, valueTicks } from '@/lib/answers/report/chart/drawing/ticks';

/** Properties of {@link ContextChart}. */
interface ContextChartProps {
  readonly feed: ChartFeed;
  /** Decimated rows: positions of the tooltip. */
  readonly rows: readonly ChartRow[];
  readonly range: StepRange;
  /** Last step of the session. */
  readonly last: number;
  /** Places of the steps along the axis, and their labels; both null for an axis of steps. */
  readonly places: Float64Array | null;
  readonly ticks: readonly AxisTick[] | null;
  /** Ends of the value scale, in tokens. */
  readonly bottom: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Pixels left free between the plot and the event rail. */
  readonly below: number;
  /** Lanes of the event rail, their names with blanks between. */
  readonly lanes: string;
  readonly label: string;
  readonly tooltip: (step: number) => ReactNode;
  readonly onScales: (scales: PlotScales) => void;
  readonly onSelect: PlotActions['onSelect'];
  /** Opens a mark of the event rail; false for one that opens nothing. */
  readonly onMark?: (mark: ChartEvent, asked: 'press' | 'hover') => boolean;
  readonly onRange: PlotActions['onRange'];
  /** Laid over the chart; it is drawn below the same gestures. */
  readonly children?: ReactNode;
}

const MARGIN = { top: 26, right: 122, bottom: 2, left: 0 } as const;
const AXIS_WIDTH = 62;
/** Room for the step numbers below the rail. */
const NUMBERS = 14;

/** Tokens over steps: axes, scales and tooltip are Recharts', lines are drawn from its scales. */
export const ContextChart = memo(function ContextChart(props: ContextChartProps) {
  const { feed, rows, range, last, places, ticks, bottom, top, width, height, below } = props;
  const { lanes, label, tooltip, onScales, onSelect, onMark, onRange, children } = props;
  const scales = useRef<PlotScales | null>(null);
  const keepScales = useMemo(
    () => (next: PlotScales) => {
      scales.current = next;
      onScales(next);
    },
    [onScales],
  );
  const onOpen: PlotActions['onOpen'] = (at, asked) => {
    const current = scales.current;
    const mark = current === null ? null : markAt(feed.rows().events, current, lanes, at);
    return mark !== null && onMark?.(mark, asked) === true;
  };
  const actions = { onSelect, onOpen, onRange };
  const { root, shade, handlers } = usePlotGestures(scales, range, last, actions);
  const xTicks = useMemo(
    () => ticks?.map(({ place }) => place) ?? stepTicks(range.from, range.to, width),
    [ticks, range, width],
  );
  const yTicks = useMemo(() => valueTicks(bottom, top), [bottom, top]);
  const xText = (place: number): string =>
    ticks === null
      ? formatInteger(place)
      : (ticks.find((tick) => tick.place === place)?.text ?? '');
  const from = placeOf(places, range.from);
  const rail = below + railHeight(lanes);
  return (
    <div
      ref={root}
      role="group"
      aria-label={label}
      className="relative touch-pan-y select-none"
      {...handlers}
    >
      <ComposedChart
        width={width}
        height={height}
        margin={MARGIN}
        data={rows}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line2)" horizontalValues={yTicks} />
        <XAxis
          dataKey="place"
          type="number"
          domain={[from, placeOf(places, range.to) + (range.to === range.from ? 1 : 0)]}
          allowDataOverflow
          padding={EDGES}
          ticks={xTicks}
          interval={0}
          height={rail + NUMBERS}
          tickMargin={rail - 6}
          tickLine={false}
          axisLine={false}
          tick={{ fill: 'var(--ink3)', fontSize: 11 }}
          tickFormatter={xText}
        />
        <YAxis
          type="number"
          domain={[bottom, top]}
          allowDataOverflow
          ticks={yTicks}
          interval={0}
          width={AXIS_WIDTH}
          tickLine={false}
          axisLine={false}
          tickMargin={8}
          tick={{ fill: 'var(--ink3)', fontSize: 11 }}
          tickFormatter={formatShort}
        />
        {/* The tooltip stops at the rows of a line; this one is never drawn. */}
        <Line
          dataKey="real"
          stroke="none"
          dot={false}
          activeDot={false}
          isAnimationActive={false}
          legendType="none"
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--ink3)', strokeDasharray: '2 3' }}
          offset={14}
          content={({ active, label: place }) => {
            const row = active ? rows.find((one) => one.place === place) : undefined;
            return row === undefined ? null : tooltip(row.step);
          }}
        />
        <Lines {...{ feed, range, places, bottom, top, below, lanes }} onScales={keepScales} />
      </ComposedChart>
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

/** Reads Recharts' scales and draws from them. */
function Lines(
  props: Pick<
    ContextChartProps,
    'feed' | 'range' | 'places' | 'bottom' | 'top' | 'below' | 'lanes' | 'onScales'
  >,
) {
  const { feed, range, places, bottom, top, below, lanes, onScales } = props;
  const clip = `plot-${useId().replace(/[^a-zA-Z0-9]/g, '')}`;
  const area = usePlotArea();
  const x = useXAxisScale();
  const y = useYAxisScale();
  const begin = placeOf(places, range.from);
  const end = placeOf(places, range.to) + (range.to === range.from ? 1 : 0);
  const xFrom = x?.(begin);
  const xTo = x?.(end);
  const yBottom = y?.(bottom);
  const yTop = y?.(top);
  const scales = useMemo<PlotScales | null>(() => {
    if (!area || xFrom === undefined || xTo === undefined) return null;
    if (yBottom === undefined || yTop === undefined) return null;
    const perStep = (xTo - xFrom) / (end - begin);
    const perToken = (yTop - yBottom) / (top - bottom);
    return {
      left: area.x,
      right: area.x + area.width,
      top: area.y,
      bottom: area.y + area.height,
      x0: xFrom - perStep * begin,
      perStep,
      y0: yBottom - perToken * bottom,
      perToken,
      places,
      rail: area.y + area.height + below,
    };
  }, [area, xFrom, xTo, yBottom, yTop, begin, end, bottom, top, places, below]);
  useEffect(() => {
    if (scales) onScales(scales);
  }, [scales, onScales]);
  return scales ? <PathLayer feed={feed} scales={scales} clip={clip} lanes={lanes} /> : null;
}
