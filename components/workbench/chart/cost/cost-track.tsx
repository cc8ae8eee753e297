'use client';

import { useMemo } from 'react';
import { TrackStrip, type TrackFeed } from '@/components/charts/tracks/track-strip';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import type { CostColumns } from '@/lib/analysis/cost/cost-report';
import type { TrackRows } from '@/lib/answers/report/chart/tracks/track-rows';
import {
  costNotes,
  costRows,
  costSoFar,
  costText,
  noCostRows,
} from '@/lib/answers/report/chart/tracks/cost-rows';
import { useCost } from '../../cost/use-cost';
import { useWorkbench } from '../../state/use-workbench';
import type { WorkbenchStore } from '../../state/workbench-store';
import type { ChartSource } from '../chart-source';

/** Dollars of each step below the plot, as recorded and as the what-if is modelled. */
export function CostTrack(props: { readonly scales: PlotScales; readonly height: number }) {
  const { chart, store } = useWorkbench();
  const { priced, error } = useCost();
  const steps = priced?.steps ?? null;
  const waiting = error === null ? 'Looking the prices up …' : 'The prices cannot be read.';
  const feed = useMemo(
    () => costFeed(chart, store, steps, waiting),
    [chart, store, steps, waiting],
  );
  return <TrackStrip name="cost" feed={feed} {...props} />;
}

/** Rows of the shown range, made again when the chart's are. */
function costFeed(
  chart: ChartSource,
  store: WorkbenchStore,
  steps: CostColumns | null,
  waiting: string,
): TrackFeed<'cost'> {
  const soFar = steps === null ? null : costSoFar(steps);
  let of: unknown = null;
  let made: TrackRows = noCostRows(waiting);
  return {
    subscribe: chart.subscribe,
    cursor: chart.cursor,
    track() {
      const shown = chart.rows();
      if (steps === null || of === shown) return made;
      of = shown;
      made = costRows(store.frame().replay, steps, chart.trackBudget());
      return made;
    },
    trackText: () => (steps === null ? '' : costText(steps, store.frame().step)),
    trackNotes() {
      if (steps === null || soFar === null) return [];
      const { step, range } = store.frame();
      return costNotes(steps, soFar, { step, ...range });
    },
  };
}
