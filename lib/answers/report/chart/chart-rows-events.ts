import type { Replay } from '@/lib/engine/replay/replay';
import { columnEnd, columnOf, type StepRange } from '@/lib/engine/base/decimate';
import { placeOf } from './chart-axis';
import {
  railKinds,
  railLane,
  railLanes,
  type RailEvents,
  type RailKind,
  type RailLane,
} from '@/lib/analysis/explain/policy-events';

/** Events in one pixel column: of one kind, or of several in the notes' lane. */
export interface ChartEvent {
  readonly kind: RailKind | 'several';
  /** First and last step of the column. */
  readonly step: number;
  readonly last: number;
  readonly count: number;
}

/** Lanes of the rail: the first two always, notes and faults only if there are any. */
export function lanesOf({ notes, faults }: Replay): readonly RailLane[] {
  return railLanes.filter(
    (lane) =>
      (lane !== 'notes' || notes.events.some(({ kind }) => railLane(kind) === 'notes')) &&
      (lane !== 'faults' || faults.length > 0),
  );
}

/** A compaction beside the agent within a range: the part of its delay that lies there. */
export interface ChartSpan {
  readonly from: number;
  readonly to: number;
  /** Its summary lands; else it fails, is lost, or the recording ends before. */
  readonly lands: boolean;
}

/** The delays of compactions beside the agent that a range touches. */
export function spansOf({ notes }: Replay, range: StepRange): readonly ChartSpan[] {
  return notes.background
    .map(({ start, end, how }) => ({
      from: Math.max(range.from, start),
      to: Math.min(range.to, end ?? range.to),
      lands: how === 'landed' || how === 'waited',
    }))
    .filter(({ from, to }) => from <= to);
}

/** A range of steps drawn over so many pixel columns, by their places. */
interface EventGrid {
  readonly range: StepRange;
  readonly columns: number;
  readonly places: Float64Array | null;
}

/** The rail's marks of a range. */
export function chartEvents(events: RailEvents, grid: EventGrid): readonly ChartEvent[] {
  const own = railKinds.flatMap((kind) =>
    railLane(kind) === 'notes' ? [] : gathered(kind, events[kind], grid),
  );
  return [...own, ...notedEvents(events, grid)];
}

/** The column of the grid that a step falls in. */
function columnAt({ range, columns, places }: EventGrid, step: number): number {
  const at = (one: number): number => placeOf(places, one);
  return columnOf(at(step), { from: at(range.from), to: at(range.to) }, columns);
}

function gathered(
  kind: ChartEvent['kind'],
  steps: readonly number[],
  grid: EventGrid,
): readonly ChartEvent[] {
  const found: ChartEvent[] = [];
  let end = 0;
  for (let k = 0; k < steps.length; k = end) {
    end = columnEnd(steps, k, (step) => columnAt(grid, step));
    const last = steps[end - 1] as number;
    found.push({ kind, step: steps[k] as number, last, count: end - k });
  }
  return found;
}

/** Marks of the notes' lane: several kinds in one column, three times as wide, become one mark. */
function notedEvents(events: RailEvents, grid: EventGrid): readonly ChartEvent[] {
  const wide = { ...grid, columns: Math.max(1, Math.trunc(grid.columns / 3)) };
  const byColumn = new Map<number, ChartEvent>();
  for (const kind of railKinds) {
    if (railLane(kind) !== 'notes') continue;
    for (const event of gathered(kind, events[kind], wide)) {
      const column = columnAt(wide, event.step);
      const known = byColumn.get(column);
      byColumn.set(column, known === undefined ? event : merged(known, event));
    }
  }
  return [...byColumn.values()].sort((a, b) => a.step - b.step);
}

const merged = (a: ChartEvent, b: ChartEvent): ChartEvent => ({
  kind: 'several',
  step: Math.min(a.step, b.step),
  last: Math.max(a.last, b.last),
  count: a.count + b.count,
});
