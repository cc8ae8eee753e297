'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChartFeed } from '@/components/charts/chart-feed';
import { ChartHandles } from '@/components/charts/chart-handles';
import { ChartLegend } from '@/components/charts/chart-legend';
import { ContextChart, type ChartRow } from '@/components/charts/context-chart';
import type { PlotScales } from '@/components/charts/svg-paths';
import type { ChartRows } from '@/lib/report/chart-rows';
import { decisionUnit } from '@/lib/report/ledger-decision';
import { railLane, type RailKind } from '@/lib/report/policy-events';
import { realAsked } from '@/lib/report/step-events';
import { PreviewTooltip } from './preview-tooltip';
import { previewRows, type Preview } from './preview';

/** Pixels an event's mark takes. */
const MARK_WIDTH = 12;
const HEIGHT = 360;

/** The workbench's chart of the preview; nothing on it can be moved. */
export function PreviewChart({
  preview,
  step,
  onSelect,
}: {
  readonly preview: Preview;
  readonly step: number;
  readonly onSelect: (step: number) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { replay, policy } = preview;
  const { stepCount } = replay.session.profile;
  const range = useMemo(() => ({ from: 0, to: stepCount - 1 }), [stepCount]);
  const columns = Math.max(10, Math.floor(width / MARK_WIDTH));
  const { rows, top } = useMemo(() => previewRows(preview, columns), [preview, columns]);
  const feed = useMemo(() => feedOf(preview, rows, step), [preview, rows, step]);
  const stops = useMemo(() => tooltipStops(rows), [rows]);
  const notes = useMemo(() => noteKinds(rows), [rows]);
  const [scales, setScales] = useState<PlotScales | null>(null);
  const tooltip = useCallback(
    (at: number) => <PreviewTooltip preview={preview} step={at} />,
    [preview],
  );
  return (
    <section aria-label="Chart" className="border-b border-line pb-2">
      <ChartLegend
        decides={policy.decides && decisionUnit(policy.id) === 'tokens'}
        calibrates={rows.calibrated.values.some((value) => !Number.isNaN(value))}
        ghost={false}
        notes={notes}
      />
      <div ref={box} className="relative" style={{ height: HEIGHT }}>
        {width > 0 ? (
          <ContextChart
            feed={feed}
            rows={stops}
            range={range}
            top={top}
            width={width}
            height={HEIGHT}
            lanes={rows.lanes.join(' ')}
            label="Tokens per step; the table below names the steps that compact"
            tooltip={tooltip}
            onScales={setScales}
            onSelect={onSelect}
          />
        ) : null}
        {scales ? (
          <ChartHandles feed={feed} scales={scales} onMove={unmoved} onNudge={unmoved} />
        ) : null}
      </div>
    </section>
  );
}

/** Window and threshold are the form's: on the chart they have labels only. */
const unmoved = (): void => undefined;

function noteKinds({ events }: ChartRows): readonly RailKind[] {
  const kinds = events.flatMap(({ kind }) =>
    kind !== 'several' && railLane(kind) === 'notes' ? [kind] : [],
  );
  return [...new Set(kinds)];
}

function feedOf({ replay }: Preview, rows: ChartRows, step: number): ChartFeed {
  const decision = replay.columns.decision[step] ?? NaN;
  const cursor = { step, real: realAsked(replay, step), decision };
  return {
    subscribe: () => () => undefined,
    rows: () => rows,
    cursor: () => cursor,
    handles: () => [],
  };
}

function tooltipStops({ real, projected }: ChartRows): readonly ChartRow[] {
  const stops = new Map<number, number>();
  for (const { steps, values } of [real, projected]) {
    steps.forEach((step, i) => stops.set(step, values[i] ?? NaN));
  }
  return [...stops]
    .sort(([a], [b]) => a - b)
    .map(([step, value]) => ({ step, real: Number.isNaN(value) ? null : value }));
}

function useWidth(ref: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
