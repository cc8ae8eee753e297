import { formatShort } from '@/lib/engine/base/format';
import type { ChartEvent } from '@/lib/answers/report/chart/chart-rows';
import { railShapes } from '@/lib/answers/report/chart/drawing/rail-shapes';
import { xOf, yOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { valueTicks } from '@/lib/answers/report/chart/drawing/ticks';

/** Labels at most; a plot of lanes is low. */
const MOST_TICKS = 3;

/** Lines of the value scale from 0 to the top, with their tokens. */
export function ValueGrid({ scales, top }: { readonly scales: PlotScales; readonly top: number }) {
  const ticks = valueTicks(0, top).filter(
    (_, index, all) => index % Math.ceil(all.length / MOST_TICKS) === 0,
  );
  return ticks.map((tick) => (
    <g key={tick}>
      <path d={`M${scales.left} ${yOf(scales, tick)}H${scales.right}`} stroke="var(--line2)" />
      <text
        x={scales.left - 8}
        y={yOf(scales, tick) + 4}
        textAnchor="end"
        className="fill-ink3 text-xs"
      >
        {formatShort(tick)}
      </text>
    </g>
  ));
}

/** Marks of events in a row of the rail, with a number where one stands for several. */
export function EventMarks(props: {
  readonly events: readonly ChartEvent[];
  readonly scales: PlotScales;
  /** Middle of an event's row, in pixels. */
  readonly yOfEvent: (event: ChartEvent) => number;
}) {
  const { events, scales, yOfEvent } = props;
  return events.map((event) => {
    const { kind, step, count } = event;
    const { path, color, filled } = railShapes[kind];
    const [x, y] = [xOf(scales, step), yOfEvent(event)];
    return (
      <g key={`${kind} ${step}`}>
        <path
          d={path(x, y)}
          fill={filled ? color : 'none'}
          stroke={filled ? 'none' : color}
          strokeWidth={1.4}
        />
        {count > 1 ? (
          <text x={x + 7} y={y + 4} className="fill-ink3 text-xs">
            {count}
          </text>
        ) : null}
      </g>
    );
  });
}
