'use client';

import { formatPercent } from '@/lib/engine/base/format';
import { memo } from 'react';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts';
import { along, upward } from '../axes';

/** Share of steps whose ratio is above a value, 0 to 1, with its band. */
export interface MissPoint {
  readonly value: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Smallest share that is drawn: a logarithmic axis has no zero. */
const FLOOR = 0.0005;
const TICKS = [1, 0.1, 0.01, 0.001] as const;

const drawn = (share: number): number => Math.max(FLOOR, share);

/** P(miss) by value on a logarithmic axis, its band, the target and the solved value. */
export const MissCurve = memo(function MissCurve(props: {
  readonly points: readonly MissPoint[];
  readonly target: number;
  /** The smallest value that meets the target; null without one. */
  readonly solved: number | null;
  readonly label: string;
}) {
  const { points, target, solved, label } = props;
  const data = points.map(({ value, share, low, high }) => ({
    value,
    share: drawn(share),
    band: [drawn(low), drawn(high)],
  }));
  return (
    <div role="img" aria-label={label} className="h-52 w-full">
      <ResponsiveContainer>
        <ComposedChart
          data={data}
          margin={{ top: 10, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            {...along}
            dataKey="value"
            domain={['dataMin', 'dataMax']}
            allowDecimals={false}
            tickCount={10}
          />
          <YAxis
            {...upward}
            scale="log"
            domain={[FLOOR, 1]}
            ticks={[...TICKS]}
            interval={0}
            tickFormatter={formatPercent}
            allowDataOverflow
            width={48}
          />
          <Area
            dataKey="band"
            stroke="none"
            fill="var(--accent)"
            fillOpacity={0.16}
            isAnimationActive={false}
          />
          <Line
            dataKey="share"
            stroke="var(--accent)"
            strokeWidth={2}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
          <ReferenceLine y={drawn(target)} stroke="var(--threshold)" strokeDasharray="3 3" />
          {solved === null ? null : (
            <>
              <ReferenceLine x={solved} stroke="var(--accent)" strokeDasharray="2 2" />
              <ReferenceDot
                x={solved}
                y={drawn(target)}
                r={4}
                fill="var(--accent)"
                stroke="var(--panel)"
              />
            </>
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
});
