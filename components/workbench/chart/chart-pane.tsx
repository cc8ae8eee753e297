'use client';

import { useCallback, useInsertionEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { HandleName } from '@/components/charts/chart-feed';
import { ChartHandles } from '@/components/charts/chart-handles';
import { ChartLegend } from '@/components/charts/chart-legend';
import { chartScales, ContextChart } from '@/components/charts/context-chart';
import { OverviewStrip } from '@/components/charts/overview-strip';
import { late, lateAddition } from '@/components/ui/late';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { useSize } from '@/components/ui/use-size';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { StepRange } from '@/lib/engine/base/decimate';
import { overviewRows, type ChartEvent } from '@/lib/answers/report/chart/chart-rows';
import { decisionUnit } from '@/lib/analysis/explain/ledger-decision';
import { railEvents, railKinds, railLane } from '@/lib/analysis/explain/policy-events';
import { axisTicks } from '@/lib/answers/report/chart/axis-ticks';
import { placeOf } from '@/lib/answers/report/chart/chart-axis';
import { seriesNames, toggled } from '@/lib/answers/report/chart/chart-look';
import { calibrates } from '@/lib/answers/report/chart/reference-line';
import { joinsOf } from '@/lib/answers/report/chart/joins';
import { DEFAULT_POLICY, policyOrDefault } from '@/lib/policies/registry';
import { ChartToolbar } from './chart-toolbar';
import { ChartTooltip } from './chart-tooltip';
import { EvidenceMarks } from './evidence-marks';
import { LanesPane } from './lanes-pane';
import { MarkedSteps } from './marked-steps';
import { openMark, opens } from './open-mark';
import { TrackStack, tracksHeight } from './track-stack';
import { useChartTexts } from './use-chart-texts';
import { useLateFrame, useOfFrame, useWorkbench } from '../state/use-workbench';

const rangeAnswer = lateAddition(
  () => import('./range-answer').then((file) => file.RangeAnswer),
  () => null,
);
const TierLines = late(() => import('./cost/tier-lines').then((file) => file.TierLines));
const NoteMarks = late(() => import('../notes/note-marks').then((file) => file.NoteMarks)).Part;

const OVERVIEW_POINTS = 360;
const OVERVIEW_HEIGHT = 30;
/** Pixels between two labels of an axis. */
const TICK_PIXELS = { step: 96, turn: 40, time: 84 } as const;

/** The chart with legend, handles and overview, sized to its container. */
export function ChartPane() {
  const { store, chart, record } = useWorkbench();
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const top = useSyncExternalStore(chart.subscribe, chart.top, chart.top);
  const rows = useSyncExternalStore(chart.subscribe, chart.tooltipRows, chart.tooltipRows);
  const lanes = useSyncExternalStore(chart.subscribe, chart.lanes, chart.lanes);
  const bottom = useSyncExternalStore(chart.subscribe, chart.bottom, chart.bottom);
  const axis = useSyncExternalStore(chart.subscribe, chart.axis, chart.axis);
  const range = useLateRange();
  const tracks = useOfFrame(({ look }) => look.tracks);
  const costs = useOfFrame(({ look, tab }) => tab === 'cost' || look.tracks.includes('cost'));
  useChartTexts();
  const { stepCount, steps } = store.session.profile;
  const isMarked = useOfFrame(({ marked }) => marked !== null);
  const ranged = isMarked || range.from > 0 || range.to < stepCount - 1;
  const below = tracksHeight(tracks);
  const ticks = useMemo(() => {
    if (axis.places === null) return null;
    const wide = placeOf(axis.places, range.to) - placeOf(axis.places, range.from);
    const apart = (TICK_PIXELS[axis.kind] * wide) / Math.max(1, size.width - 180);
    return axisTicks(axis, steps.time, range, apart);
  }, [axis, steps, range, size.width]);
  const onSelect = useCallback((step: number) => store.select(step), [store]);
  const onMark = useCallback(
    (mark: ChartEvent, asked: 'press' | 'hover') =>
      asked === 'hover' ? opens(mark) : openMark(store, mark),
    [store],
  );
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
  const { width } = size;
  const height = Math.max(220 + below, size.height - OVERVIEW_HEIGHT - 6);
  const { places } = axis;
  const scales = useMemo(
    () =>
      width === 0 ? null : chartScales({ range, places, bottom, top, width, height, below, lanes }),
    [range, places, bottom, top, width, height, below, lanes],
  );
  // Before the lines are drawn: how events are gathered depends on the width.
  useInsertionEffect(() => {
    if (scales !== null) chart.setWidth(scales.right - scales.left);
  }, [chart, scales]);
  return (
    <section aria-label="Chart" className="flex min-h-0 flex-col">
      <Legend />
      {ranged ? <rangeAnswer.Part /> : null}
      <div ref={box} className="relative min-h-0 flex-1 will-change-transform contain-strict">
        {scales === null ? null : (
          <>
            <ContextChart
              feed={chart}
              scales={scales}
              rows={rows}
              range={range}
              last={stepCount - 1}
              ticks={ticks}
              bottom={bottom}
              top={top}
              width={width}
              height={height}
              lanes={lanes}
              label="Tokens per step; the steps table below holds the same numbers"
              tooltip={tooltip}
              onSelect={onSelect}
              onMark={onMark}
              onRange={store.show}
              onMarked={store.mark}
            >
              <MarkedSteps scales={scales} />
              <TrackStack chart={chart} scales={scales} tracks={tracks} />
            </ContextChart>
            <ChartHandles
              {...{ feed: chart, scales, onMove, onNudge }}
              onLeave={store.endGesture}
            />
            <EvidenceMarks scales={scales} />
            {record.notes > 0 ? <NoteMarks scales={scales} /> : null}
            <Overview scales={scales} places={places} />
            {costs ? (
              <div className="pointer-events-none absolute inset-0 [&>p]:sr-only">
                <TierLines.Part scales={scales} />
              </div>
            ) : null}
          </>
        )}
      </div>
      {scales ? <LanesPane scales={scales} axis={axis} /> : null}
    </section>
  );
}

/** The shown range; changes rarely, unlike the frame. */
const useLateRange = (): StepRange => useOfFrame(({ range }) => range);

function Legend() {
  const { store } = useWorkbench();
  const { policy, replay, look } = useLateFrame();
  const joins = useMemo(() => joinsOf(replay.session).length > 0, [replay.session]);
  const notes = useMemo(() => {
    const events = railEvents(replay);
    return railKinds.filter(
      (kind) =>
        (railLane(kind) === 'notes' || kind === 'fault' || kind === 'drop' || kind === 'start') &&
        events[kind].length > 0,
    );
  }, [replay]);
  const hasOwn = useMemo(() => calibrates(replay), [replay]);
  return (
    <ChartLegend
      decides={policy.decision?.unit === 'tokens'}
      calibrates={hasOwn}
      borrowed={hasOwn ? null : policyOrDefault(DEFAULT_POLICY).provenance.system}
      ghost={replay.divergence >= 0 && replay.session.profile.steps.ratio === null}
      joins={joins}
      notes={notes}
      shown={look.lines}
      onToggle={(name) => store.changeLook({ lines: toggled(seriesNames, look.lines, name) })}
      aside={<ChartToolbar />}
    />
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
    <span data-drawn="">{counted(steps, 'step')}</span>
  );
}

function Overview(props: { readonly scales: PlotScales; readonly places: Float64Array | null }) {
  const { scales, places } = props;
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
      places={places}
      left={scales.left}
      right={scales.right}
      aside={<Drawn />}
      onRange={store.show}
    />
  );
}
