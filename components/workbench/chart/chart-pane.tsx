'use client';

import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { HandleName } from '@/components/charts/chart-feed';
import { ChartHandles } from '@/components/charts/chart-handles';
import { ChartLegend } from '@/components/charts/chart-legend';
import { ContextChart } from '@/components/charts/context-chart';
import { OverviewStrip } from '@/components/charts/overview-strip';
import type { PlotScales } from '@/components/charts/svg-paths';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { Tooltip } from '@/components/ui/tooltip';
import { useSize } from '@/components/ui/use-size';
import { formatInteger } from '@/lib/base/format';
import type { StepRange } from '@/lib/base/decimate';
import { overviewRows } from '@/lib/report/chart/chart-rows';
import { decisionUnit } from '@/lib/analysis/explain/ledger-decision';
import { railEvents, railKinds, railLane } from '@/lib/analysis/explain/policy-events';
import { ChartTooltip } from './chart-tooltip';
import { useLateFrame, useOfFrame, useWorkbench } from '../state/use-workbench';

const OVERVIEW_POINTS = 360;
const OVERVIEW_HEIGHT = 30;

/** The chart with legend, handles and overview, sized to its container. */
export function ChartPane() {
  const { store, chart } = useWorkbench();
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [scales, setScales] = useState<PlotScales | null>(null);
  const top = useSyncExternalStore(chart.subscribe, chart.top, chart.top);
  const rows = useSyncExternalStore(chart.subscribe, chart.tooltipRows, chart.tooltipRows);
  const lanes = useSyncExternalStore(chart.subscribe, chart.lanes, chart.lanes);
  const range = useLateRange();
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
      const window = name === 'window' ? value : chart.rule().nearest(value);
      store.set({ window }, { last });
    },
    [chart, store],
  );
  const onNudge = useCallback(
    (name: HandleName, by: number) => {
      const window = Number(store.frame().settings['window']);
      const next = name === 'window' ? Math.max(0, window + by) : chart.rule().nudged(window, by);
      store.set({ window: next }, { by: 'keys' });
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
                <ChartHandles
                  {...{ feed: chart, scales, onMove, onNudge }}
                  onLeave={store.endGesture}
                />
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
const useLateRange = (): StepRange => useOfFrame(({ range }) => range);

function Legend() {
  const { policy, replay } = useLateFrame();
  const notes = useMemo(() => {
    const events = railEvents(replay);
    return railKinds.filter(
      (kind) =>
        (railLane(kind) === 'notes' || kind === 'fault' || kind === 'drop') &&
        events[kind].length > 0,
    );
  }, [replay]);
  const calibrates = useMemo(
    () => replay.columns.calibrated.some((value) => !Number.isNaN(value)),
    [replay],
  );
  return (
    <ChartLegend
      decides={policy.decision?.unit === 'tokens'}
      calibrates={calibrates}
      ghost={replay.divergence >= 0}
      notes={notes}
      aside={<FitButton />}
    />
  );
}

function FitButton() {
  const { store } = useWorkbench();
  const fit = useOfFrame((frame) => frame.fit);
  return (
    <Tooltip text="Fits the values to the data; again: to window and threshold">
      <Button
        variant="quiet"
        size="small"
        aria-pressed={fit === 'data'}
        aria-label="Fit values"
        onClick={store.toggleFit}
      >
        {fit === 'data' ? 'Fit window' : 'Fit data'} <Kbd>h</Kbd>
      </Button>
    </Tooltip>
  );
}

/** "1,500 of 10,000 drawn", or the number of steps if all are drawn. */
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
  const range = useLateRange();
  const points = useMemo(() => overviewRows(replay, OVERVIEW_POINTS), [replay]);
  const inTokens = decisionUnit(replay.policy) === 'tokens';
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
