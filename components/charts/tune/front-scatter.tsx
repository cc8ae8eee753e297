'use client';

import { memo } from 'react';
import {
  CartesianGrid,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatFixed, formatRatio, formatShort } from '@/lib/engine/base/format';
import { rangeTicks } from '@/lib/answers/report/chart/drawing/ticks';
import { along, upward } from '../axes';

/** A choice of settings by its cost: compactions per 100 steps, and tokens sent per step. */
export interface FrontPoint {
  readonly x: number;
  readonly y: number;
  /** Its settings, for the tooltip. */
  readonly words: string;
}

/** Everything that the chart of the Pareto front draws. */
export interface FrontRows {
  readonly feasible: readonly FrontPoint[];
  readonly broken: readonly FrontPoint[];
  /** By x, ascending. */
  readonly front: readonly FrontPoint[];
  readonly today: FrontPoint | null;
  readonly chosen: FrontPoint | null;
}

/** Costs of all settings: the front as a line, what breaks a constraint as triangles. */
export const FrontScatter = memo(function FrontScatter(props: {
  readonly rows: FrontRows;
  readonly label: string;
  /** A value up the axis, and what it is of. */
  readonly yText?: (value: number) => string;
  readonly yName?: string;
}) {
  const { rows, label, yText = formatShort, yName = ' tokens per step' } = props;
  const all = [...rows.feasible, ...rows.broken];
  const [xs, ys] = [padded(all.map(({ x }) => x)), padded(all.map(({ y }) => y))];
  const one = (point: FrontPoint | null): FrontPoint[] => (point === null ? [] : [point]);
  return (
    <div role="img" aria-label={label} className="h-48 min-w-0 flex-1">
      <ResponsiveContainer>
        <ScatterChart margin={{ top: 6, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            {...along}
            dataKey="x"
            domain={[...xs]}
            ticks={rangeTicks(...xs, 6)}
            tickFormatter={formatRatio}
          />
          <YAxis
            {...upward}
            dataKey="y"
            domain={[...ys]}
            ticks={rangeTicks(...ys, 4)}
            tickFormatter={yText}
            width={44}
          />
          <Tooltip
            isAnimationActive={false}
            content={<Reading up={(y) => `${yText(y)}${yName}`} />}
          />
          <Scatter data={[...rows.feasible]} isAnimationActive={false} shape={Dot} />
          <Scatter data={[...rows.broken]} isAnimationActive={false} shape={Triangle} />
          <Scatter
            data={[...rows.front]}
            isAnimationActive={false}
            shape={Dot}
            line={{ stroke: 'var(--good)', strokeWidth: 1.75 }}
          />
          <Scatter data={one(rows.chosen)} isAnimationActive={false} shape={Ring} />
          <Scatter data={one(rows.today)} isAnimationActive={false} shape={Diamond} />
        </ScatterChart>
      </ResponsiveContainer>
    </div>
  );
});

/** The range of values with some room at both ends. */
function padded(values: readonly number[]): readonly [low: number, high: number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (!Number.isFinite(low)) return [0, 1];
  const room = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1;
  return [Math.max(0, low - room), high + room];
}

interface At {
  readonly cx?: number | undefined;
  readonly cy?: number | undefined;
}

const Dot = ({ cx, cy }: At) => <circle cx={cx} cy={cy} r={2.25} fill="var(--good)" />;
const Triangle = ({ cx = 0, cy = 0 }: At) => (
  <path d={`M${cx} ${cy - 4}l4 7h-8z`} fill="none" stroke="var(--overflow)" strokeWidth={1} />
);
const Ring = ({ cx, cy }: At) => (
  <circle
    cx={cx}
    cy={cy}
    r={4.5}
    fill="none"
    stroke="var(--ink)"
    strokeWidth={1.75}
    strokeDasharray="3 2"
  />
);
const Diamond = ({ cx = 0, cy = 0 }: At) => (
  <path d={`M${cx} ${cy - 5}l5 5l-5 5l-5 -5z`} fill="var(--accent)" />
);

function Reading(props: {
  readonly up: (y: number) => string;
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: FrontPoint }[];
}) {
  const point = props.payload?.[0]?.payload;
  if (props.active !== true || point === undefined) return null;
  return (
    <div className="rounded border border-line bg-panel px-2 py-1 text-sm">
      <p>{point.words}</p>
      <p className="text-ink2">
        {formatFixed(point.x, 2)} compactions per 100 steps · {props.up(point.y)}
      </p>
    </div>
  );
}
