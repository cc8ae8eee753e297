'use client';

import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { HandleName } from '@/components/charts/chart-feed';
import { ChartHandles } from '@/components/charts/chart-handles';
import { ChartLegend } from '@/components/charts/chart-legend';
import { ContextChart } from '@/components/charts/context-chart';
import { OverviewStrip } from '@/components/charts/overview-strip';
import type { PlotScales } from '@/components/charts/svg-paths';
import { formatInteger } from '@/lib/base/format';
import { overviewRows } from '@/lib/report/chart-rows';
import { decisionUnit } from '@/lib/report/ledger-decision';
import { railEvents, railKinds, railLane } from '@/lib/report/policy-events';
import { ChartTooltip } from './chart-tooltip';
import { windowNearest, windowNudged } from './threshold-inverse';
import { useLateFrame, useWorkbench } from './use-workbench';

const OVERVIEW_POINTS = 360;
const OVERVIEW_HEIGHT = 30;

/** The chart with legend, handles and overview, as large as its place. */
export function ChartPane() {
  const { store, chart } = useWorkbench();
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [scales, setScales] = useState<PlotScales | null>(null);
  const top = useSyncExternalStore(chart.subscribe, chart.top, chart.top);
  const rows = useSyncExternalStore(chart.subscribe, chart.tooltipRows, chart.tooltipRows);
  const lanes = useSyncExternalStore(chart.subscribe, chart.lanes, chart.lanes);
  const { range } = useLateRange();
  const onScales = useCallback(
    (next: PlotScales) => {
      chart.setWidth(next.right - next.left);
      setScales(next);
    },
    [chart],
  );
  const onSelect = useCallback((step: number) => store.select(step), [store]);
  const tooltip = useCallback((step: number) => <ChartTooltip step={step} />, []);
  const onMove = useCallback(
    (name: HandleName, value: number, last: boolean) => {
      const window = name === 'window' ? value : windowNearest(chart.threshold(), value);
      store.set({ window }, last);
    },
    [chart, store],
  );
  const onNudge = useCallback(
    (name: HandleName, by: number) => {
      const window = Number(store.frame().settings['window']);
      const next =
        name === 'window' ? Math.max(0, window + by) : windowNudged(chart.threshold(), window, by);
      store.set({ window: next }, true);
    },
    [chart, store],
  );
  const height = Math.max(220, size.height - OVERVIEW_HEIGHT - 6);
  return (
    <section aria-label="Chart" className="flex min-h-0 flex-col">
      <Legend />
      <div ref={box} className="relative min-h-0 flex-1 will-change-transform contain-strict">
        {size.width > 0 ? (
          <>
            <ContextChart
              feed={chart}
              rows={rows}
              range={range}
              top={top}
              width={size.width}
              height={height}
              lanes={lanes}
              label="Tokens per step; the steps table below holds the same numbers"
              tooltip={tooltip}
              onScales={onScales}
              onSelect={onSelect}
            />
            {scales ? (
              <>
                <ChartHandles feed={chart} scales={scales} onMove={onMove} onNudge={onNudge} />
                <Overview scales={scales} />
              </>
            ) : null}
          </>
        ) : null}
      </div>
    </section>
  );
}

/** The shown range; changes rarely, unlike the frame. */
function useLateRange() {
  const { store } = useWorkbench();
  const range = useSyncExternalStore(
    store.subscribe,
    () => store.frame().range,
    () => store.frame().range,
  );
  return { range };
}

function Legend() {
  const { policy, replay } = useLateFrame();
  const notes = useMemo(() => {
    const events = railEvents(replay);
    return railKinds.filter(
      (kind) => (railLane(kind) === 'notes' || kind === 'fault') && events[kind].length > 0,
    );
  }, [replay]);
  const calibrates = useMemo(
    () => replay.columns.calibrated.some((value) => !Number.isNaN(value)),
    [replay],
  );
  return (
    <ChartLegend
      decides={policy.decides && decisionUnit(policy.id) === 'tokens'}
      calibrates={calibrates}
      ghost={replay.divergence >= 0}
      notes={notes}
    />
  );
}

/** "1,500 of 10,000 drawn", or how many steps there are where all of them are. */
function Drawn() {
  const { chart } = useWorkbench();
  const drawn = useSyncExternalStore(chart.subscribe, chart.drawn, chart.drawn);
  const [points = 0, steps = 0] = drawn.split('/').map(Number);
  return points < steps ? (
    <span data-drawn="">
      {formatInteger(points)} of <br />
      {formatInteger(steps)} drawn
    </span>
  ) : (
    <span data-drawn="">
      {formatInteger(steps)}
      <br />
      {steps === 1 ? 'step' : 'steps'}
    </span>
  );
}

function Overview({ scales }: { readonly scales: PlotScales }) {
  const { store } = useWorkbench();
  const { replay } = useLateFrame();
  const { range } = useLateRange();
  const points = useMemo(() => overviewRows(replay, OVERVIEW_POINTS), [replay]);
  const inTokens = decisionUnit(replay.policyId) === 'tokens';
  const threshold = inTokens ? (replay.columns.threshold[0] ?? -1) : -1;
  const top = useMemo(
    () => Math.max(threshold, ...points.values.filter((value) => !Number.isNaN(value)), 1) * 1.06,
    [points, threshold],
  );
  return (
    <OverviewStrip
      points={points}
      steps={replay.session.profile.stepCount}
      top={top}
      threshold={threshold}
      range={range}
      left={scales.left}
      right={scales.right}
      aside={<Drawn />}
      onRange={(next) => store.show(next)}
    />
  );
}

/** Width and height of an element's content box, in whole pixels. */
function useSize(ref: { readonly current: HTMLElement | null }) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
