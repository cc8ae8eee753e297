import { railLane, type RailLane } from '@/lib/analysis/explain/policy-events';
import { formatInteger } from '@/lib/engine/base/format';
import type { ChartEvent, ChartRows } from '@/lib/answers/report/chart/chart-rows';
import { railShapes } from '@/lib/answers/report/chart/drawing/rail-shapes';
import { xOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { element, joined, trusted, type Markup } from '../render/markup';
import { colorName, fill, stroke } from './chart-style';

const FIRST_LANE = 15;
const LANE = 18;

/** Pixels that the rail takes. */
export const railHeight = (lanes: readonly RailLane[]): number => FIRST_LANE + LANE * lanes.length;

const laneOf = ({ kind }: ChartEvent): RailLane => (kind === 'several' ? 'notes' : railLane(kind));

/** The events below the plot: a lane for each origin, a shape for each kind, a count where several are one. */
export function eventRail({ events, lanes }: ChartRows, scales: PlotScales): Markup {
  const { left, right, rail } = scales;
  const y = (lane: RailLane): number => rail + FIRST_LANE + LANE * lanes.indexOf(lane);
  const drawn = lanes.map((lane) =>
    joined([
      element('path', { class: stroke('line'), d: trusted(`M${left} ${y(lane)}H${right}`) }),
      element(
        'text',
        { class: fill('ink3'), x: left - 8, y: y(lane) + 4, 'text-anchor': 'end' },
        lane,
      ),
    ]),
  );
  const marks = events.map((event) => {
    const x = xOf(scales, (event.step + event.last) / 2);
    const count =
      event.count < 2
        ? []
        : [
            element(
              'text',
              { class: fill('ink2'), x: x + 7, y: y(laneOf(event)) + 4 },
              formatInteger(event.count),
            ),
          ];
    return joined([eventMark(event.kind, x, y(laneOf(event))), ...count]);
  });
  return joined([...drawn, ...marks]);
}

/** The mark of an event around a point. */
export function eventMark(kind: ChartEvent['kind'], x: number, y: number): Markup {
  const { path, color, filled } = railShapes[kind];
  const name = colorName(color);
  const paint = filled ? fill(name) : `${stroke(name)} ${fill('bg')}`;
  return element('path', { class: `hw-area hw-mark ${paint}`, d: trusted(path(x, y)) });
}
