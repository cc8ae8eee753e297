import type { HeatRows } from '@/components/charts/tune/heat-rows';
import type { PointRows } from '@/components/charts/tune/point-rows';
import type { RunSums, SweepEnd, SweepSums } from '@/lib/worker/tune/tune-sweep';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import type { CellSums } from '@/lib/tuning/region/cell-sums';
import { cellAt, placesOf, type CellSpace } from '@/lib/tuning/region/cell-space';
import { aboveLimit, breachOf } from '@/lib/tuning/region/constraints';
import { plateau, type Region } from '@/lib/tuning/region/plateau';
import { valueText } from '@/lib/engine/policy/setting-text';
import { reordered, todayValues, type Tried, type TuneSetup } from '../state/tune-setup';
import type { TuneView } from '../state/tune-view';
import { heatRows, settingsWords, type HeatInput, type OutcomeInput } from './heat-view';
import { pointRows } from './point-view';

/** The map of a sweep, and what every view of its cells needs. */
export interface MapView {
  /** A grid of one or two settings; null for a sample, or more settings. */
  readonly grid: { readonly rows: HeatRows; readonly input: HeatInput } | null;
  /** Points on two of the settings; null for a grid. */
  readonly points: PointRows | null;
  /** Today's cell; −1 where it is none. */
  readonly today: number;
  /** Names the settings of a cell. */
  readonly wordsOf: (cell: number) => string;
}

/** What a sweep has found so far. */
interface SweepProgress {
  readonly region: Region;
  readonly sums: SweepSums | null;
  readonly end: Pick<SweepEnd, 'recommendation'> | null;
  /** The figure that colours the cells; compactions do where none is computed. */
  readonly figure?: FigureSums | null;
}

/** The recorded sessions' sums; the generated ones' where none is recorded. */
export const shownSums = ({ recorded, generated }: RunSums): CellSums =>
  recorded.sessions > 0 ? recorded : generated;

/** The cells computed so far: of the recorded sessions, or of the generated ones if there are no others. */
export function regionOf(
  { limit, tune }: Pick<TuneSetup, 'limit' | 'tune'>,
  sums: SweepSums | null,
  end: SweepProgress['end'],
): Region | null {
  if (end?.recommendation) return end.recommendation.region;
  if (sums === null) return null;
  const { grid: column } = tune;
  const shown = shownSums(sums.grid);
  const { cells } = sums.grid;
  const breaches = cells.map((cell, index) => {
    const above = aboveLimit(column, cell, { limit });
    return breachOf(shown, index, above, { overflowing: 0, looping: 0, limit });
  });
  return { column, cells, sums: shown, breaches };
}

/** The map of a region; `drawn` names the settings across and up a map of points. */
export function mapView(setup: TuneSetup, found: SweepProgress, drawn: TuneView['drawn']): MapView {
  const { region } = found;
  const outcome = outcomeOf(setup, found);
  const named = reordered(setup.axes);
  const wordsOf = (cell: number): string =>
    settingsWords(named, reordered(region.cells[cell]?.values ?? []));
  const today = nearestCell(region, todayValues(setup));
  const common = { today, wordsOf };
  if (region.column.sample === null && setup.axes.length <= 2) {
    const input = heatInput(setup, outcome, today);
    return { ...common, grid: { rows: heatRows(input), input }, points: null };
  }
  const [across, up] = (drawn ?? []).map((name) => named.find(({ field }) => field.key === name));
  const axes =
    across === undefined || up === undefined ? ([setup.x, setup.y] as const) : [across, up];
  const points = pointRows(setup, region, {
    outcome,
    across: axes[0],
    up: axes[1],
    today,
    wordsOf,
  });
  return { ...common, grid: null, points };
}

function outcomeOf(setup: TuneSetup, { region, sums, end, figure }: SweepProgress): OutcomeInput {
  const own = (): readonly number[] => {
    const today = placesOf(region)[nearestCell(region, todayValues(setup))];
    return today === undefined ? [] : plateau(region, today);
  };
  const isApart = sums !== null && sums.grid.recorded.sessions > 0;
  return {
    recorded: region.sums,
    generated: isApart ? sums.grid.generated : region.sums,
    breaches: region.breaches,
    figure: figure ?? null,
    plateau: end?.recommendation?.plateau ?? (end === null ? [] : own()),
  };
}

function heatInput({ x, y, limit }: TuneSetup, outcome: OutcomeInput, cell: number): HeatInput {
  const columns = x.axis.values.length;
  const today = cell < 0 ? null : { x: cell % columns, y: Math.floor(cell / columns) };
  return {
    ...outcome,
    x: { field: x.field, values: x.axis.values },
    y: y && { field: y.field, values: y.axis.values },
    today,
    limit,
    jump: '',
    marks:
      y === null || today === null
        ? []
        : [{ y: today.y, text: `today ${valueText(y.field, y.today)}`, strong: true }],
  };
}

/** The cell whose values are nearest in shares of the axes' ranges; −1 without a cell, or without a value. */
export function nearestCell(space: CellSpace, values: Tried): number {
  const { column, cells } = space;
  if (values.some(Number.isNaN)) return -1;
  if (column.sample === null) {
    const place = column.axes.map((axis, at) => nearestValue(axis.values, values[at] ?? NaN));
    return cellAt(space, place);
  }
  const spans = column.axes.map((axis) => (axis.values.at(-1) ?? 0) - (axis.values[0] ?? 0) || 1);
  const far = (own: readonly number[]): number =>
    own.reduce((sum, value, at) => {
      const share = (value - (values[at] ?? NaN)) / (spans[at] ?? 1);
      return sum + share * share;
    }, 0);
  const distances = cells.map((cell) => far(cell.values));
  return distances.reduce(
    (best, distance, cell) => (distance < (distances[best] ?? Infinity) ? cell : best),
    cells.length === 0 ? -1 : 0,
  );
}

const nearestValue = (values: readonly number[], to: number): number =>
  values.reduce(
    (best, value, at) => (Math.abs(value - to) < Math.abs((values[best] ?? NaN) - to) ? at : best),
    0,
  );
