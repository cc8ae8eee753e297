import { eventColumns } from '@/components/charts/chart-feed';
import { niceTop } from '@/lib/answers/report/chart/drawing/ticks';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import { stepsOfRow } from '@/lib/analysis/compare/axis';
import type { StepRange } from '@/lib/engine/base/decimate';
import { chartRows, type ChartRows } from '@/lib/answers/report/chart/chart-rows';
import type { SeriesName } from '@/lib/answers/report/chart/chart-look';

/** Most points of a line. */
export const POINTS = 1_200;

/** Lines of a lane's plot; the recording's own real is the baseline's matter. */
const LINES: readonly SeriesName[] = ['real', 'heuristic', 'decision', 'levels'];

/** What a lane's plot draws of the rows shown; null where the lane has no step among them. */
export function laneRows(
  { alignment, lanes }: Comparison,
  lane: number,
  { from, to }: StepRange,
  width: number,
): ChartRows | null {
  const replay = lanes[lane]?.replay;
  const first = stepsOfRow(alignment, lane, from).from;
  const last = stepsOfRow(alignment, lane, to).to - 1;
  if (replay === undefined || last < first) return null;
  return chartRows(replay, {
    range: { from: first, to: last },
    points: POINTS,
    columns: eventColumns(width),
    lines: LINES,
    places: alignment.places[lane] ?? null,
  });
}

/** Top of the scale that all plots share. */
export const sharedTop = (plots: readonly (ChartRows | null)[]): number =>
  niceTop(Math.max(1, ...plots.map((rows) => rows?.peak ?? 0)));
