import type { ChartEvent, ChartSpan } from '@/lib/answers/report/chart/chart-rows';
import { railKinds, railLane, type RailLane } from '@/lib/analysis/explain/policy-events';
import { assign, resize, set, write, type Parts } from './chart-parts';
import { railShapes } from '@/lib/answers/report/chart/drawing/rail-shapes';
import { square, xOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';

/** Pixels from the rail's top to the first lane of the event rail, and between lanes. */
const FIRST_LANE = 17;
const LANE = 18;

/** Pixels the rail takes; `lanes` are the names of its lanes, with blanks between. */
export const railHeight = (lanes: string): number => 12 + LANE * lanes.split(' ').length;

/** Distance of a lane from the rail's top, in pixels. */
const laneY = (lanes: string, lane: string): number =>
  FIRST_LANE + LANE * lanes.split(' ').indexOf(lane);

const kinds = [...railKinds, 'several'] as const;
const laneOf = (kind: ChartEvent['kind']): RailLane =>
  kind === 'several' ? 'notes' : railLane(kind);

/** The event rail below the plot: its lanes, and a place for marks and counts. */
export function Rail(props: { readonly scales: PlotScales; readonly lanes: string }) {
  const { scales, lanes } = props;
  const { left, right, rail } = scales;
  return (
    <>
      {lanes.split(' ').map((lane) => (
        <g key={lane}>
          <path d={`M${left} ${rail + laneY(lanes, lane)}H${right}`} stroke="var(--line)" />
          <text
            x={left - 10}
            y={rail + laneY(lanes, lane) + 4}
            textAnchor="end"
            className="fill-ink3 text-xs"
          >
            {lane}
          </text>
        </g>
      ))}
      <path data-part="spans" stroke="var(--compaction)" strokeWidth={2} />
      <path
        data-part="spans-open"
        stroke="var(--compaction)"
        strokeWidth={2}
        strokeDasharray="3 3"
      />
      {kinds.map((kind) => {
        const { color, filled } = railShapes[kind];
        return (
          <path
            key={kind}
            data-part={`event-${kind}`}
            fill={filled ? color : 'var(--bg)'}
            stroke={filled ? 'none' : color}
            strokeWidth={1.5}
          />
        );
      })}
      <path
        data-part="times"
        stroke="var(--compaction)"
        strokeOpacity={0.45}
        strokeWidth={5}
        strokeLinecap="round"
      />
      <g data-part="time-texts" />
      <path data-part="gaps" stroke="var(--ink3)" strokeDasharray="1 3" />
      <g data-part="gap-texts" />
      <path data-part="joins" fill="var(--part-joined)" />
      <g data-part="counts" />
    </>
  );
}

/** Pixels from a mark to its count, of one digit, and of half a mark. */
const COUNT_GAP = 7;
const DIGIT = 7;
const MARK_HALF = 5;

/** Pixels from a mark's middle within which a pointer is on it: a target of 24. */
const REACH = 12;

/** The event whose mark is under a point of the chart; null for none. */
export function markAt(
  events: readonly ChartEvent[],
  scales: PlotScales,
  lanes: string,
  at: { readonly x: number; readonly y: number },
): ChartEvent | null {
  let found: ChartEvent | null = null;
  let nearest = REACH;
  for (const event of events) {
    const y = scales.rail + laneY(lanes, laneOf(event.kind));
    if (Math.abs(at.y - y) > LANE / 2) continue;
    const far = Math.abs(at.x - xOf(scales, (event.step + event.last) / 2));
    if (far > nearest) continue;
    nearest = far;
    found = event;
  }
  return found;
}

/** Draws the marks of events on their lanes, with counts for several events. */
export function drawEvents(
  parts: Parts,
  events: readonly ChartEvent[],
  scales: PlotScales,
  lanes: string,
): void {
  const paths: Record<string, string> = Object.fromEntries(kinds.map((kind) => [kind, '']));
  const counts: PlacedCount[] = [];
  const placed = events.map(({ kind, step, last, count }) => ({
    kind,
    count,
    lane: laneOf(kind),
    x: xOf(scales, (step + last) / 2),
  }));
  for (const { kind, count, lane, x } of placed) {
    const y = scales.rail + laneY(lanes, lane);
    paths[kind] += railShapes[kind].path(x, y);
    // Skip a count that another mark would cover; tooltip and table list every event.
    const end = x + COUNT_GAP + `${count}`.length * DIGIT + MARK_HALF;
    const free = placed.every((one) => one.lane !== lane || one.x <= x || one.x >= end);
    if (count > 1 && free) counts.push({ count, x: x + COUNT_GAP, y: y + 4 });
  }
  for (const [kind, path] of Object.entries(paths)) set(parts, `event-${kind}`, path);
  if (parts['counts']) placeCounts(parts['counts'], counts);
}

/** Draws the delays of compactions beside the agent, from start to landing; dashed where none lands. */
export function drawSpans(
  parts: Parts,
  spans: readonly ChartSpan[],
  scales: PlotScales,
  lanes: string,
): void {
  const y = scales.rail + laneY(lanes, 'replay');
  for (const [part, landed] of spanParts) {
    const drawn = spans.filter(({ lands }) => lands === landed);
    const lines = drawn.map(({ from, to }) => `M${xOf(scales, from)} ${y}H${xOf(scales, to)}`);
    set(parts, part, lines.join(''));
  }
}

const spanParts = [
  ['spans', true],
  ['spans-open', false],
] as const;

/** Draws the steps at which something joined the prefix, in the lane of the recording. */
export function drawJoins(
  parts: Parts,
  joins: readonly { readonly step: number }[],
  scales: PlotScales,
  lanes: string,
): void {
  const y = scales.rail + laneY(lanes, 'recorded');
  set(parts, 'joins', joins.map(({ step }) => square(xOf(scales, step), y, 3.5)).join(''));
}

/** Count of a mark's events and the place of its text. */
interface PlacedCount {
  readonly count: number;
  readonly x: number;
  readonly y: number;
}

function placeCounts(group: SVGElement, counts: readonly PlacedCount[]): void {
  resize(group, counts.length, 'text', 'fill-ink2 text-xs');
  counts.forEach(({ count, x, y }, i) => {
    const label = group.children[i];
    if (!label) return;
    write(label, `${count}`);
    assign(label, 'x', `${x}`);
    assign(label, 'y', `${y}`);
  });
}
