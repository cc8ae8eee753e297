'use client';

import { useId, useLayoutEffect, useMemo, useRef } from 'react';
import { partsOf, resize, set } from '@/components/charts/chart-parts';
import { bandPath, linePath, runsOf, type PlotScales } from '@/lib/report/chart/drawing/svg-paths';
import { assign } from '@/components/charts/chart-parts';
import { liveRows } from '@/lib/report/chart/recall/live-rows';
import { useOfFrame, useWorkbench } from '../state/use-workbench';
import { useRecall } from './use-recall';

/** Most points of a line, and of one of its paths. */
const POINTS = 1_000;
const RUN = 100;

/** Tokens of the request that are named again, under its real tokens: at least, and up to. */
export function LiveLines({ scales }: { readonly scales: PlotScales }) {
  const { chart } = useWorkbench();
  const { recall, missing } = useRecall();
  const range = useOfFrame((frame) => frame.range);
  const rows = useMemo(
    () =>
      recall === null
        ? null
        : liveRows({ low: recall.steps.liveLow, high: recall.steps.liveHigh }, range, POINTS),
    [recall, range],
  );
  const layer = useRef<SVGGElement>(null);
  const clip = `live-${useId().replace(/[^a-zA-Z0-9]/g, '')}`;
  useLayoutEffect(() => {
    const group = layer.current;
    if (group === null || rows === null) return;
    const parts = partsOf(group);
    const runs = runsOf(rows.low, RUN);
    const line = parts['low'];
    const draw = (): void => {
      set(parts, 'band', bandPath(rows.band, scales));
      if (line === undefined) return;
      resize(line, runs.length, 'path');
      runs.forEach((run, i) => {
        const child = line.children[i];
        if (child) assign(child, 'd', linePath(run, scales));
      });
    };
    draw();
  }, [rows, scales, chart]);
  const { left, right, top, bottom } = scales;
  return (
    <>
      <svg
        width="100%"
        height="100%"
        className="pointer-events-none absolute inset-0"
        fill="none"
        aria-hidden="true"
      >
        <clipPath id={clip}>
          <rect x={left - 1} y={top} width={right - left + 2} height={bottom - top + 1} />
        </clipPath>
        <g ref={layer} clipPath={`url(#${clip})`} data-live="">
          <path data-part="band" fill="var(--live)" fillOpacity={0.16} />
          <g data-part="low" stroke="var(--live)" strokeWidth={1.8} strokeDasharray="6 2 1.5 2" />
        </g>
      </svg>
      {missing === null ? null : (
        <p
          role="note"
          className="pointer-events-none absolute text-xs text-ink2"
          style={{ left: left + 8, top: top + 4, maxWidth: right - left - 16 }}
        >
          named again: {missing}
        </p>
      )}
    </>
  );
}
