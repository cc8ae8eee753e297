'use client';

import { memo } from 'react';
import { ComposedChart, Line, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { formatInteger, formatShort } from '@/lib/engine/base/format';
import type { StateRow, StateRows } from '@/lib/answers/report/chart/state-rows';
import { along, upward } from './axes';

/** Pixels of a key's strip, of the axis below the last one, and of the values' axis. */
const STRIP = 46;
const AXIS = 18;
const VALUES = 48;

/** Each session key in a strip of its own over the steps; steps that compact are lines through all. */
export const StateChart = memo(function StateChart(props: {
  readonly state: StateRows;
  readonly step: number;
  readonly onSelect: (step: number) => void;
}) {
  const { state, step, onSelect } = props;
  const { rows } = state;
  return (
    <div role="img" aria-label={state.text} data-state-chart={rows.length}>
      {rows.map((row, index) => (
        <Strip
          key={row.key}
          {...{ row, state, step, onSelect }}
          isLast={index === rows.length - 1}
        />
      ))}
    </div>
  );
});

function Strip(props: {
  readonly row: StateRow;
  readonly state: StateRows;
  readonly step: number;
  readonly onSelect: (step: number) => void;
  readonly isLast: boolean;
}) {
  const { row, state, step, onSelect, isLast } = props;
  const { name, unit, points, top } = row;
  return (
    <div className="border-t border-line2 pt-1" data-state-strip={row.key}>
      <p className="flex flex-wrap justify-between gap-x-3 text-xs text-ink3">
        <span>
          <code>{name}</code> {unit}
        </span>
        <span>{top === null ? 'never set' : `at most ${formatInteger(top)}`}</span>
      </p>
      <div style={{ height: STRIP + (isLast ? AXIS : 0) }}>
        <ResponsiveContainer>
          <ComposedChart
            data={[...points]}
            margin={{ top: 5, right: 8, bottom: isLast ? 0 : 6, left: 0 }}
            accessibilityLayer={false}
            onClick={({ activeLabel }) => {
              const at = Number(activeLabel);
              if (Number.isInteger(at)) onSelect(at);
            }}
          >
            <XAxis
              {...along}
              dataKey="step"
              domain={[0, Math.max(1, state.lastStep)]}
              hide={!isLast}
              height={AXIS}
              allowDecimals={false}
              tickFormatter={formatInteger}
            />
            <YAxis
              {...upward}
              domain={[0, top ?? 1]}
              ticks={top === null ? [0] : [0, top]}
              tickFormatter={formatShort}
              interval={0}
              width={VALUES}
            />
            {state.compactions.map((at) => (
              <ReferenceLine key={at} x={at} stroke="var(--compaction)" strokeDasharray="2 3" />
            ))}
            <ReferenceLine x={step} stroke="var(--accent)" />
            <Line
              dataKey="value"
              type="stepAfter"
              stroke={`var(--${colors[row.key]})`}
              strokeWidth={1.5}
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

const colors: Readonly<Record<StateRow['key'], string>> = {
  summary: 'compaction',
  watermark: 'ink2',
  summarizedAt: 'decision',
  realTokens: 'real',
  lastHeuristic: 'heuristic',
};
