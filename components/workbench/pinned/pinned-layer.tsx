'use client';

import { useLayoutEffect, useRef } from 'react';
import { drawPinned } from '@/components/charts/pinned-drawing';
import { eventColumns } from '@/components/charts/chart-feed';
import type { PlotScales } from '@/lib/report/chart/drawing/svg-paths';
import { chartRows } from '@/lib/report/chart/chart-rows';
import { realAsked } from '@/lib/analysis/explain/step-events';
import type { Points } from '@/lib/base/decimate';
import type { Replay } from '@/lib/replay/replay';
import { useWorkbench } from '../state/use-workbench';
import type { Frame } from '../state/frame';
import { pinnedLane } from './pinned-lane';

/** Most points of a line of B. */
const POINTS = 800;

/** B's decision, and its real tokens where they are not the what-if's, behind the chart's handles. */
export function PinnedLayer({ scales }: { readonly scales: PlotScales }) {
  const { store, opening, chart } = useWorkbench();
  const root = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const layer = root.current;
    if (layer === null) return;
    let known: Frame | null = null;
    const draw = (): void => {
      const frame = store.frame();
      // While a setting moves B stays as it is: only the what-if is replayed then.
      const same =
        known !== null &&
        known.range === frame.range &&
        known.look.axis === frame.look.axis &&
        known.pinnedB === frame.pinnedB &&
        (frame.moving || known.replay === frame.replay);
      if (same || !frame.pinnedB) return;
      known = frame;
      const pinned = pinnedLane(store.session, opening, frame.pinnedB);
      if (typeof pinned === 'string') return drawPinned(layer, null, scales);
      const rows = chartRows(pinned.replay, {
        range: frame.range,
        points: POINTS,
        columns: eventColumns(scales.right - scales.left),
        lines: ['real', 'decision'],
        places: chart.axis().places,
      });
      const real = [rows.real, rows.projected].map((line) => differing(line, frame.replay));
      const compacts = rows.events.filter(({ kind }) => kind === 'replayed');
      drawPinned(layer, { decision: rows.decision, real, compacts }, scales);
    };
    draw();
    return store.subscribe(draw);
  }, [store, opening, chart, scales]);
  return (
    <svg
      ref={root}
      role="img"
      aria-label="B: its decision, and its real tokens where they differ"
      data-pinned-layer=""
      className="pointer-events-none absolute inset-0 size-full"
      fill="none"
    />
  );
}

/** A line without the values that another replay has at the same steps. */
const differing = ({ steps, values }: Points, other: Replay): Points => ({
  steps,
  values: values.map((value, i) => {
    const step = steps[i] ?? 0;
    const same = value === other.columns.real[step] || value === realAsked(other, step);
    return same ? NaN : value;
  }),
});
