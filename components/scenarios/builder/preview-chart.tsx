'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChartFeed } from '@/components/charts/chart-feed';
import { ChartLegend } from '@/components/charts/chart-legend';
import { ContextChart, type ChartRow } from '@/components/charts/context-chart';
import { chartRows, type ChartRows } from '@/lib/report/chart-rows';
import { realAsked } from '@/lib/report/step-events';
import { PreviewTooltip } from './preview-tooltip';
import { topOf, type Preview } from './preview';

const POINTS = 1_500;
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
  const rows = useMemo(
    () => chartRows(replay, { range, points: POINTS, columns }),
    [replay, range, columns],
  );
  const feed = useMemo(() => feedOf(preview, rows, step), [preview, rows, step]);
  const stops = useMemo(() => tooltipStops(rows), [rows]);
  const tooltip = useCallback(
    (at: number) => <PreviewTooltip preview={preview} step={at} />,
    [preview],
  );
  const ignore = useCallback(() => undefined, []);
  return (
    <section aria-label="Chart" className="border-b border-line pb-2">
      <ChartLegend decides={policy.decides} ghost={false} notes={[]} />
      <div ref={box} style={{ height: HEIGHT }}>
        {width > 0 ? (
          <ContextChart
            feed={feed}
            rows={stops}
            range={range}
            top={topOf(rows.peak)}
            width={width}
            height={HEIGHT}
            noted={rows.noted}
            label="Tokens per step; the table of compactions below names the steps that compact"
            tooltip={tooltip}
            onScales={ignore}
            onSelect={onSelect}
          />
        ) : null}
      </div>
    </section>
  );
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
