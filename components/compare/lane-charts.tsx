'use client';

import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { EDGES, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { LaneLegend } from '@/components/charts/compare/lane-legend';
import { LANE_HEIGHT } from '@/components/charts/compare/lane-plot';
import { TOGETHER_HEIGHT } from '@/components/charts/compare/together-plot';
import { usePlotGestures } from '@/components/charts/plot-gestures';
import { useSize } from '@/components/ui/use-size';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import type { StepRange } from '@/lib/engine/base/decimate';
import { LaneAxis } from './lane-axis';
import { LaneHead } from './lane-head';
import { LaneOverview } from './lane-overview';
import { LaneSection } from './lane-section';
import { LanesTogether } from './lanes-together';
import type { ChangeView } from './state/compare-view';
import { laneRows, sharedTop } from './state/lane-rows';
import type { Compared } from './state/use-comparison';

/** Room for the values' labels, and right of the plots. */
const MARGIN = { left: 76, right: 20 } as const;
const LEAST_WIDTH = 240;

/** The lanes on one axis, a plot each or one for all, with one cursor through all. */
export function LaneCharts(props: {
  readonly comparison: Comparison;
  readonly shown: Compared['shown'];
  readonly row: number;
  readonly range: StepRange;
  readonly together: boolean;
  readonly onRow: (row: number) => void;
  readonly onRange: (range: StepRange | null) => void;
  readonly onChange: ChangeView;
  readonly onEdit: (place: number) => void;
}) {
  const { comparison, shown, row, range, together, onRow, onRange, onChange, onEdit } = props;
  const [hovered, setHovered] = useState<number | null>(null);
  const { rows: places } = comparison.alignment;
  const last = places.length - 1;
  const change = (next: StepRange): void =>
    onRange(next.from === 0 && next.to === last ? null : next);
  const current = useRef<PlotScales | null>(null);
  const { root, shade, handlers } = usePlotGestures(current, range, last, {
    onSelect: onRow,
    onOpen: () => false,
    onRange: change,
    onHover: setHovered,
    scrolls: true,
  });
  const { width } = useSize(root);
  const wide = Math.max(LEAST_WIDTH, width);
  const plots = useMemo(
    () => shown.map((_, lane) => laneRows(comparison, lane, range, wide)),
    [comparison, shown, range, wide],
  );
  const top = useMemo(() => sharedTop(plots), [plots]);
  const height = together ? TOGETHER_HEIGHT.plot : LANE_HEIGHT.plot;
  const shared = useMemo(
    () => scalesOf(places, range, { width: wide, height, top }),
    [places, range, wide, height, top],
  );
  useEffect(() => {
    current.current = width === 0 ? null : shared;
  }, [width, shared]);
  const cursor = (at: number): number => shared.x0 + shared.perStep * (places[at] ?? 0);
  const read = hovered !== null && hovered < places.length ? hovered : row;
  const head = (place: Compared['shown'][number], lane: number): ReactNode => (
    <LaneHead
      {...{ comparison, place, lane, row: read, together, onChange, onEdit }}
      selected={row}
      last={shown.length - 1}
      next={shown[lane + 1]?.place ?? null}
    />
  );
  const plot = (drawn: ReactNode): ReactNode => (
    <div data-plots="" className="relative cursor-crosshair touch-pan-y select-none" {...handlers}>
      {width === 0 ? null : drawn}
      {row >= range.from && row <= range.to ? <Cursor x={cursor(row)} color="bg-accent" /> : null}
      {hovered === null ? null : <Cursor x={cursor(hovered)} color="bg-ink3" />}
    </div>
  );
  return (
    <section aria-label="Lanes" className="border-b pb-2">
      <LaneLegend isTogether={together} plots={plots} />
      <div ref={root} className="relative">
        {shown.map((place, lane) => (
          <div
            key={place.place}
            data-lane={place.letter}
            className={together ? '' : 'border-b border-line2'}
          >
            {head(place, lane)}
            {together
              ? null
              : plot(
                  <LaneSection
                    {...{ comparison, lane, shared, top }}
                    letter={place.letter}
                    base={shown[comparison.baseline]?.letter ?? ''}
                    rows={plots[lane] ?? null}
                    ghost={plots[comparison.baseline] ?? null}
                  />,
                )}
          </div>
        ))}
        {together ? plot(<LanesTogether {...{ comparison, shown, plots, shared, top }} />) : null}
        <div
          ref={shade}
          hidden
          data-selecting=""
          className="pointer-events-none absolute inset-y-0 border-x border-accent bg-accent/10"
        />
      </div>
      {width === 0 ? null : (
        <>
          <LaneAxis {...{ comparison, range, scales: shared }} />
          <LaneOverview {...{ comparison, range, scales: shared }} onRange={change} />
        </>
      )}
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
function scalesOf(
  places: Float64Array,
  range: StepRange,
  { width, height, top }: { readonly width: number; readonly height: number; readonly top: number },
): PlotScales {
  const [from, to] = [places[range.from] ?? 0, places[range.to] ?? 0];
  const left = MARGIN.left;
  const right = width - MARGIN.right;
  const perStep = (right - left - EDGES.left - EDGES.right) / Math.max(1e-9, to - from);
  return {
    ...{ left, right, top: 4, bottom: height, perStep, places },
    x0: left + EDGES.left - perStep * from,
    y0: height - 1,
    perToken: -(height - 8) / top,
    rail: height,
  };
}
