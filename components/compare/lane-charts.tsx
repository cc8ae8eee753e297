'use client';

import { useMemo, useRef, useState, type PointerEvent } from 'react';
import { EDGES, type PlotScales } from '@/lib/report/chart/drawing/svg-paths';
import { LaneLegend } from '@/components/charts/compare/lane-legend';
import { LANE_HEIGHT } from '@/components/charts/compare/lane-plot';
import { useSize } from '@/components/ui/use-size';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import type { StepRange } from '@/lib/base/decimate';
import { stepOfPlace } from '@/lib/report/chart/chart-axis';
import { LaneAxis } from './lane-axis';
import { LaneHead } from './lane-head';
import { LaneSection } from './lane-section';
import type { ChangeView } from './state/compare-view';
import { laneRows, sharedTop } from './state/lane-rows';
import type { Compared } from './state/use-comparison';

/** Room for the values' labels, and right of the plots. */
const MARGIN = { left: 76, right: 20 } as const;
const LEAST_WIDTH = 240;

/** A plot for each lane on one axis, with one cursor through all. */
export function LaneCharts(props: {
  readonly comparison: Comparison;
  readonly shown: Compared['shown'];
  readonly row: number;
  readonly range: StepRange;
  readonly onRow: (row: number) => void;
  readonly onChange: ChangeView;
  readonly onEdit: (place: number) => void;
}) {
  const { comparison, shown, row, range, onRow, onChange, onEdit } = props;
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const [hovered, setHovered] = useState<number | null>(null);
  const { rows: places } = comparison.alignment;
  const wide = Math.max(LEAST_WIDTH, width);
  const plots = useMemo(
    () => shown.map((_, lane) => laneRows(comparison, lane, range, wide)),
    [comparison, shown, range, wide],
  );
  const top = useMemo(() => sharedTop(plots), [plots]);
  const shared = useMemo(() => scalesOf(places, range, wide, top), [places, range, wide, top]);
  const rowUnder = (event: PointerEvent<HTMLElement>): number => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const found = stepOfPlace(places, (x - shared.x0) / shared.perStep);
    return Math.min(range.to, Math.max(range.from, found));
  };
  const cursor = (at: number): number => shared.x0 + shared.perStep * (places[at] ?? 0);
  const read = hovered !== null && hovered < places.length ? hovered : row;
  return (
    <section aria-label="Lanes" className="border-b pb-2">
      <LaneLegend />
      <div ref={box} className="h-0 w-full" />
      {shown.map((place, lane) => (
        <div
          key={place.place}
          data-lane={place.letter}
          className="border-b border-line2 last:border-0"
        >
          <LaneHead
            {...{ comparison, place, lane, row: read, onChange, onEdit }}
            selected={row}
            last={shown.length - 1}
            next={shown[lane + 1]?.place ?? null}
          />
          <div
            data-plots=""
            className="relative cursor-crosshair"
            onPointerMove={(event) => setHovered(rowUnder(event))}
            onPointerLeave={() => setHovered(null)}
            onClick={(event) => onRow(rowUnder(event as unknown as PointerEvent<HTMLElement>))}
          >
            {width === 0 ? null : (
              <LaneSection
                {...{ comparison, lane, shared, top }}
                letter={place.letter}
                base={shown[comparison.baseline]?.letter ?? ''}
                rows={plots[lane] ?? null}
                ghost={plots[comparison.baseline] ?? null}
              />
            )}
            {row >= range.from && row <= range.to ? (
              <Cursor x={cursor(row)} color="bg-accent" />
            ) : null}
            {hovered === null ? null : <Cursor x={cursor(hovered)} color="bg-ink3" />}
          </div>
        </div>
      ))}
      {width === 0 ? null : <LaneAxis {...{ comparison, range, scales: shared }} />}
    </section>
  );
}

const Cursor = ({ x, color }: { readonly x: number; readonly color: string }) => (
  <div
    aria-hidden="true"
    data-cursor=""
    className={`pointer-events-none absolute inset-y-0 w-px ${color}`}
    style={{ left: x }}
  />
);

/** The axis of all lanes: places in pixels, tokens from 0 to the top. */
function scalesOf(places: Float64Array, range: StepRange, width: number, top: number): PlotScales {
  const [from, to] = [places[range.from] ?? 0, places[range.to] ?? 0];
  const left = MARGIN.left;
  const right = width - MARGIN.right;
  const perStep = (right - left - EDGES.left - EDGES.right) / Math.max(1e-9, to - from);
  return {
    ...{ left, right, top: 4, bottom: LANE_HEIGHT.plot, perStep, places },
    x0: left + EDGES.left - perStep * from,
    y0: LANE_HEIGHT.plot - 1,
    perToken: -(LANE_HEIGHT.plot - 8) / top,
    rail: LANE_HEIGHT.plot,
  };
}
