'use client';

import { memo } from 'react';
import {
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatInteger, formatShort } from '@/lib/engine/base/format';
import { axis } from './axes';

/** A step's distance from the fitted line, in tokens. */
interface ResidualPoint {
  readonly step: number;
  readonly residual: number;
}

/** Residuals over steps: outliers as triangles, the tolerance as lines. */
export const ResidualChart = memo(function ResidualChart(props: {
  readonly points: readonly ResidualPoint[];
  readonly outliers: readonly ResidualPoint[];
  /** Half the width of the band between the lines. */
  readonly tolerance: number;
  readonly label: string;
}) {
  const { points, outliers, tolerance, label } = props;
  return (
    <div role="img" aria-label={label} className="h-64">
      <ResponsiveContainer>
        <ScatterChart margin={{ top: 8, right: 12, bottom: 4, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line2)" vertical={false} />
          <XAxis
            {...axis}
            dataKey="step"
            name="step"
            domain={['dataMin', 'dataMax']}
            allowDecimals={false}
            tickFormatter={formatInteger}
          />
          <YAxis
            {...axis}
            dataKey="residual"
            name="residual"
            tickFormatter={formatShort}
            width={56}
          />
          <ReferenceLine y={0} stroke="var(--real)" />
          <ReferenceLine y={tolerance} stroke="var(--threshold)" strokeDasharray="4 3" />
          <ReferenceLine y={-tolerance} stroke="var(--threshold)" strokeDasharray="4 3" />
          <Tooltip isAnimationActive={false} content={<Reading />} />
          <Scatter
            data={[...points]}
            fill="var(--heuristic)"
            isAnimationActive={false}
            shape={Dot}
          />
          <Scatter
            data={[...outliers]}
            fill="var(--overflow)"
            shape="triangle"
            isAnimationActive={false}
          />
        </ScatterChart>
      </ResponsiveContainer>
    </div>
  );
});

/** A dot of 2 pixels; thousands of Recharts symbols take a second to draw. */
function Dot({ cx, cy }: { readonly cx?: number | undefined; readonly cy?: number | undefined }) {
  return <circle cx={cx} cy={cy} r={2} fill="var(--heuristic)" />;
}

function Reading(props: {
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: ResidualPoint }[];
}) {
  const { active, payload } = props;
  const point = payload?.[0]?.payload;
  if (active !== true || point === undefined) return null;
  return (
    <p className="rounded border border-line bg-panel px-2 py-1 text-sm">
      step {formatInteger(point.step)} · {point.residual < 0 ? '−' : '+'}
      {formatInteger(Math.round(Math.abs(point.residual)))} tokens
    </p>
  );
}
