'use client';

import { CompositionBand } from '@/components/charts/tracks/composition-band';
import { TrackStrip } from '@/components/charts/tracks/track-strip';
import { late } from '@/components/ui/late';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import type { TrackName } from '@/lib/answers/report/chart/chart-look';
import { useWorkbench } from '../state/use-workbench';
import type { ChartSource } from './chart-source';

const CostTrack = late(() => import('./cost/cost-track').then((file) => file.CostTrack));

/** Pixels that each track takes. */
const heights: Readonly<Record<TrackName, number>> = {
  deviation: 78,
  composition: 108,
  correction: 70,
  ratio: 70,
  margin: 78,
  cost: 78,
};

/** Pixels between the plot and the first track. */
const GAP = 8;

/** Pixels that open tracks take together. */
export const tracksHeight = (tracks: readonly TrackName[]): number =>
  tracks.reduce((sum, name) => sum + heights[name], tracks.length > 0 ? GAP : 0);

/** Top of each open track in the chart, in pixels. */
export function trackTops(
  tracks: readonly TrackName[],
  { bottom }: PlotScales,
): ReadonlyMap<TrackName, number> {
  let top = bottom + GAP;
  return new Map(
    tracks.map((name) => {
      const own = top;
      top += heights[name];
      return [name, own] as const;
    }),
  );
}

/** The open tracks below the plot, in their order. */
export function TrackStack(props: {
  readonly chart: ChartSource;
  readonly scales: PlotScales;
  readonly tracks: readonly TrackName[];
}) {
  const { chart, scales, tracks } = props;
  const { store } = useWorkbench();
  return (
    <div className="absolute inset-x-0" style={{ top: scales.bottom + GAP }}>
      {tracks.map((name) => {
        const place = { scales, height: heights[name] };
        if (name === 'composition') {
          return <CompositionBand key={name} feed={chart} {...place} onPart={store.showPart} />;
        }
        if (name === 'cost') {
          return (
            <div key={name} style={{ height: heights[name] }}>
              <CostTrack.Part {...place} />
            </div>
          );
        }
        return <TrackStrip key={name} name={name} feed={chart} {...place} />;
      })}
    </div>
  );
}
