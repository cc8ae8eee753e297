'use client';

import { memo, useEffect, useId, useMemo, useRef, type PointerEvent, type ReactNode } from 'react';
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
import { formatInteger } from '@/lib/base/format';
import type { StepRange } from '@/lib/base/decimate';
import type { ChartFeed, ChartRow } from './chart-feed';
import { railHeight } from './event-rail';
import { PathLayer } from './path-layer';
import { EDGES, stepAt, type PlotScales } from './svg-paths';
import { shortTokens, stepTicks, valueTicks } from './ticks';

/** Properties of {@link ContextChart}. */
interface ContextChartProps {
  readonly feed: ChartFeed;
  /** Decimated rows: positions of the tooltip. */
  readonly rows: readonly ChartRow[];
  readonly range: StepRange;
  /** Top of the value scale, in tokens. */
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Lanes of the event rail, their names with blanks between. */
  readonly lanes: string;
  readonly label: string;
  readonly tooltip: (step: number) => ReactNode;
  readonly onScales: (scales: PlotScales) => void;
  readonly onSelect: (step: number) => void;
}

const MARGIN = { top: 26, right: 92, bottom: 2, left: 0 } as const;
const AXIS_WIDTH = 62;
/** Room for the step numbers below the rail. */
const NUMBERS = 14;

/** Tokens over steps: axes, scales and tooltip are Recharts', lines are drawn from its scales. */
export const ContextChart = memo(function ContextChart(props: ContextChartProps) {
  const { feed, rows, range, top, width, height, lanes, label, tooltip } = props;
  const { onScales, onSelect } = props;
  const scales = useRef<PlotScales | null>(null);
  const keepScales = useMemo(
    () => (next: PlotScales) => {
      scales.current = next;
      onScales(next);
    },
    [onScales],
  );
  const pick = usePicking(scales, range, onSelect);
  const xTicks = useMemo(() => stepTicks(range.from, range.to, width), [range, width]);
  const yTicks = useMemo(() => valueTicks(top), [top]);
  return (
    <div role="group" aria-label={label} className="touch-pan-y select-none" {...pick}>
      <ComposedChart
        width={width}
        height={height}
        margin={MARGIN}
        data={rows}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line2)" horizontalValues={yTicks} />
        <XAxis
          dataKey="step"
          type="number"
          domain={[range.from, Math.max(range.to, range.from + 1)]}
          allowDataOverflow
          padding={EDGES}
          ticks={xTicks}
          interval={0}
          height={railHeight(lanes) + NUMBERS}
          tickMargin={railHeight(lanes) - 6}
          tickLine={false}
          axisLine={false}
          tick={{ fill: 'var(--ink3)', fontSize: 11 }}
          tickFormatter={(step: number) => formatInteger(step)}
        />
        <YAxis
          type="number"
          domain={[0, top]}
          allowDataOverflow
          ticks={yTicks}
          interval={0}
          width={AXIS_WIDTH}
          tickLine={false}
          axisLine={false}
          tickMargin={8}
          tick={{ fill: 'var(--ink3)', fontSize: 11 }}
          tickFormatter={shortTokens}
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
          content={({ active, label: step }) =>
            active && typeof step === 'number' ? tooltip(step) : null
          }
        />
        <Lines feed={feed} range={range} top={top} lanes={lanes} onScales={keepScales} />
      </ComposedChart>
    </div>
  );
});

/** Reads Recharts' scales and draws from them. */
function Lines(props: Pick<ContextChartProps, 'feed' | 'range' | 'top' | 'lanes' | 'onScales'>) {
  const { feed, range, top, lanes, onScales } = props;
  const clip = `plot-${useId().replace(/[^a-zA-Z0-9]/g, '')}`;
  const area = usePlotArea();
  const x = useXAxisScale();
  const y = useYAxisScale();
  const end = Math.max(range.to, range.from + 1);
  const xFrom = x?.(range.from);
  const xTo = x?.(end);
  const yZero = y?.(0);
  const yTop = y?.(top);
  const scales = useMemo<PlotScales | null>(() => {
    if (!area || xFrom === undefined || xTo === undefined) return null;
    if (yZero === undefined || yTop === undefined) return null;
    const perStep = (xTo - xFrom) / (end - range.from);
    return {
      left: area.x,
      right: area.x + area.width,
      top: area.y,
      bottom: area.y + area.height,
      x0: xFrom - perStep * range.from,
      perStep,
      y0: yZero,
      perToken: (yTop - yZero) / top,
    };
  }, [area, xFrom, xTo, yZero, yTop, end, range.from, top]);
  useEffect(() => {
    if (scales) onScales(scales);
  }, [scales, onScales]);
  return scales ? <PathLayer feed={feed} scales={scales} clip={clip} lanes={lanes} /> : null;
}

/** Selects the step under the pointer, on the plot and on the rail. */
function usePicking(
  scales: { readonly current: PlotScales | null },
  range: StepRange,
  onSelect: (step: number) => void,
) {
  const picking = useRef(false);
  const pick = (event: PointerEvent<HTMLDivElement>): void => {
    const current = scales.current;
    if (!current) return;
    const box = event.currentTarget.getBoundingClientRect();
    const step = stepAt(current, event.clientX - box.left);
    onSelect(Math.min(range.to, Math.max(range.from, step)));
  };
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      const current = scales.current;
      const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
      if (event.button !== 0 || !current || x < current.left - 4 || x > current.right + 4) return;
      picking.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      pick(event);
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (picking.current) pick(event);
    },
    onPointerUp() {
      picking.current = false;
    },
    onPointerCancel() {
      picking.current = false;
    },
  };
}
