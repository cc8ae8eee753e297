'use client';

import { useMemo } from 'react';
import { TrackStrip, type TrackFeed } from '@/components/charts/tracks/track-strip';
import type { PlotScales } from '@/lib/report/chart/drawing/svg-paths';
import { regretRows, regretText } from '@/lib/report/chart/recall/regret-rows';
import type { TrackRows } from '@/lib/report/chart/tracks/track-rows';
import { linearScale } from '@/lib/report/chart/tracks/track-scale';
import { useWorkbench } from '../state/use-workbench';
import { useRecall } from './use-recall';

/** The strip of regret, redrawn with the chart. */
export function RegretTrack(props: { readonly scales: PlotScales; readonly height: number }) {
  const { chart } = useWorkbench();
  const { recall, missing, fault } = useRecall();
  const feed = useMemo((): TrackFeed<'regret'> => {
    const span = recall && { low: recall.steps.regret, high: recall.steps.regretHigh };
    const note = missing ?? fault ?? 'Looking for what is named again …';
    return {
      subscribe: chart.subscribe,
      cursor: chart.cursor,
      track: (): TrackRows =>
        span === null
          ? { ...linearScale(0, 1), lines: [], labels: [], note }
          : regretRows(span, chart.rows().range),
      trackText: () => (span === null ? '' : regretText(span, chart.cursor().step)),
    };
  }, [chart, recall, missing, fault]);
  return <TrackStrip name="regret" feed={feed} {...props} />;
}
