import type { LaneRows } from '@/lib/answers/report/chart/lane-rows';
import {
  areaPath,
  linePath,
  xOf,
  yOf,
  type PlotScales,
} from '@/lib/answers/report/chart/drawing/svg-paths';
import { LANE_HEIGHT } from './lane-sizes';

/** One sub-agent's requests below its parent's chart, on a scale and with a window of its own. */
export function LaneStrip(props: { readonly rows: LaneRows; readonly plot: PlotScales }) {
  const { rows, plot } = props;
  const { left, right } = plot;
  const bottom = LANE_HEIGHT - 4;
  // Points have places of the axis in place of steps.
  const scales: PlotScales = {
    ...plot,
    places: null,
    y0: bottom,
    perToken: -(bottom - 4) / rows.top,
  };
  const shown = rows.points.filter(({ place }) => {
    const x = xOf(scales, place);
    return x >= left - 1 && x <= right + 1;
  });
  const points = {
    steps: shown.map(({ place }) => place),
    values: shown.map(({ real }) => real),
  };
  const [first, last] = [shown[0]?.place, shown.at(-1)?.place];
  return (
    <svg
      width="100%"
      height={LANE_HEIGHT}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0"
      fill="none"
    >
      <path d={`M${left} ${bottom + 0.5}H${right}`} stroke="var(--line2)" />
      {first === undefined || last === undefined ? null : (
        <>
          {rows.limit === null ? null : (
            <path
              d={`M${xOf(scales, first)} ${yOf(scales, rows.limit)}H${Math.max(xOf(scales, last), xOf(scales, first) + 6)}`}
              stroke="var(--window)"
            />
          )}
          <path d={areaPath(points, scales)} fill="var(--real)" fillOpacity={0.12} />
          <path
            data-lane-line=""
            d={`${linePath(points, scales)}h1`}
            stroke="var(--real)"
            strokeWidth={1.6}
            strokeDasharray={rows.timed ? undefined : '3 2'}
          />
        </>
      )}
    </svg>
  );
}
