'use client';

import { memo } from 'react';
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatInteger, formatShort } from '@/lib/engine/base/format';
import { along, upward } from '../axes';

/** A policy's line: its values at the chart's windows; null where it has none. */
export interface PolicyLine {
  readonly key: string;
  readonly label: string;
  readonly kind: 'ceiling' | 'chosen' | 'other';
  /** By the index of the window. */
  readonly values: readonly (number | null)[];
}

type ValueText = (value: number) => string;
const stepsText = { tick: formatShort, reading: formatInteger };

const strokes = {
  ceiling: { stroke: 'var(--ink)', strokeWidth: 1.5, strokeDasharray: '6 3' },
  chosen: { stroke: 'var(--accent)', strokeWidth: 2 },
  other: { stroke: 'var(--ink3)', strokeWidth: 1.25 },
} as const;
const dashes = ['', '1 3', '4 3', '7 2 1 2'] as const;

/** A value by window, a line for each policy; windows above the limit are shaded. */
export const PolicyLines = memo(function PolicyLines(props: {
  readonly windows: readonly number[];
  readonly lines: readonly PolicyLine[];
  /** Largest window that can be chosen; null if unknown. */
  readonly limit: number | null;
  readonly label: string;
  /** Texts of a value: on the axis, and where it is read; numbers of steps, if left out. */
  readonly text?: { readonly tick: ValueText; readonly reading: ValueText };
}) {
  const { windows, lines, limit, label, text = stepsText } = props;
  const data = windows.map((window, at) => ({
    window,
    ...Object.fromEntries(lines.map(({ key, values }) => [key, values[at] ?? null])),
  }));
  const last = windows.at(-1) ?? 0;
  const others = lines.filter(({ kind }) => kind === 'other');
  return (
    <div role="img" aria-label={label} className="h-44 min-w-0 flex-1">
      <ResponsiveContainer>
        <LineChart
          data={data}
          margin={{ top: 6, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid stroke="var(--line)" vertical={false} />
          {limit !== null && limit < last ? (
            <ReferenceArea x1={limit} x2={last} fill="var(--line)" fillOpacity={0.7} />
          ) : null}
          <XAxis
            {...along}
            dataKey="window"
            domain={['dataMin', 'dataMax']}
            ticks={[...windows]}
            tickFormatter={formatShort}
          />
          <YAxis {...upward} domain={[0, 'auto']} width={40} tickFormatter={text.tick} />
          <Tooltip
            isAnimationActive={false}
            content={<Reading lines={lines} textOf={text.reading} />}
          />
          {lines.map(({ key, kind }) => (
            <Line
              key={key}
              dataKey={key}
              {...strokes[kind]}
              {...(kind === 'other'
                ? { strokeDasharray: dashes[others.findIndex((one) => one.key === key) % 4] ?? '' }
                : {})}
              dot={{ r: 2, strokeWidth: 0, fill: strokes[kind].stroke }}
              activeDot={false}
              isAnimationActive={false}
              connectNulls={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
});

function Reading(props: {
  readonly lines: readonly PolicyLine[];
  readonly textOf: ValueText;
  readonly active?: boolean;
  readonly label?: string | number;
  readonly payload?: readonly { readonly dataKey?: unknown; readonly value?: unknown }[];
}) {
  const { lines, textOf, active, label, payload = [] } = props;
  if (active !== true) return null;
  return (
    <div className="rounded border border-line bg-panel px-2 py-1 text-sm">
      <p className="text-ink2">window {formatInteger(Number(label))}</p>
      {payload.map(({ dataKey, value }) => (
        <p key={String(dataKey)} className="flex justify-between gap-4">
          <span>{lines.find(({ key }) => key === dataKey)?.label}</span>
          <span>{typeof value === 'number' ? textOf(value) : '–'}</span>
        </p>
      ))}
    </div>
  );
}
