import type { LaneRows } from '@/lib/answers/report/chart/lane-rows';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { LANE_HEIGHT } from './lane-sizes';

/** One sub-agent's requests below its parent's chart, on a scale and with a window of its own. */
export function LaneStrip(props: {
  readonly rows: LaneRows;
  readonly plot: Pick<PlotScales, 'left' | 'right' | 'x0' | 'perStep'>;
}) {
  const { rows, plot } = props;
  const { left, right, x0, perStep } = plot;
  const bottom = LANE_HEIGHT - 4;
  const x = (place: number): number => Math.round((x0 + perStep * place) * 10) / 10;
  const y = (tokens: number): number =>
    Math.round((bottom - ((bottom - 4) * tokens) / rows.top) * 10) / 10;
  const shown = rows.points.filter(({ place }) => x(place) >= left - 1 && x(place) <= right + 1);
  const [first, last] = [shown[0], shown.at(-1)];
  const line = shown.map(({ place, real }, i) => `${i === 0 ? 'M' : 'L'}${x(place)} ${y(real)}`);
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
              d={`M${x(first.place)} ${y(rows.limit)}H${Math.max(x(last.place), x(first.place) + 6)}`}
              stroke="var(--window)"
            />
          )}
          <path
            d={`${line.join('')}V${bottom}H${x(first.place)}Z`}
            fill="var(--real)"
            fillOpacity={0.12}
          />
          <path
            data-lane-line=""
            d={`${line.join('')}h1`}
            stroke="var(--real)"
            strokeWidth={1.6}
            strokeDasharray={rows.timed ? undefined : '3 2'}
          />
        </>
      )}
    </svg>
  );
}
