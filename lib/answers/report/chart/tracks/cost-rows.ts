import type { CostColumns } from '@/lib/analysis/cost/cost-report';
import { stepEvents } from '@/lib/analysis/explain/step-events';
import { decimate, type Points } from '@/lib/engine/base/decimate';
import { counted, formatDollars, formatShortDollars } from '@/lib/engine/base/format';
import { floatAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import { placeOf } from '../chart-axis';
import { keptSteps } from '../chart-rows';
import type { TrackBudget, TrackLabel, TrackRows } from './track-rows';
import { linearScale, type TrackScale } from './track-scale';

/** Most steps whose dollars are written, and the least share of the scale that is worth it. */
const MOST_LABELS = 4;
const LEAST_LABEL = 0.4;

/** Nothing but a sentence. */
export const noCostRows = (note: string): TrackRows => ({
  ...linearScale(0, 1),
  ticks: [],
  lines: [],
  labels: [],
  note,
});

/**
 * Dollars of each step: as `value` what the recording's usage was charged, as `projected` the replay
 * by the model of the cache, its summariser's calls included.
 */
export function costRows(replay: Replay, cost: CostColumns, budget: TrackBudget): TrackRows {
  const { range, points, columns } = budget;
  const total = range.to - range.from + 1;
  const most = cost.replayed.map((dollars, step) => largest(dollars, floatAt(cost.recorded, step)));
  const kept = keptSteps(replay, stepEvents(replay, range), range, columns);
  const picks = decimate(most, range, points, total <= points ? [] : kept);
  const known = picks.filter((step) => floatAt(most, step) >= 0);
  if (known.length === 0)
    return noCostRows('No step of these has a price: the tab Cost takes one.');
  const high = known.reduce((top, step) => Math.max(top, floatAt(most, step)), 0);
  const scale = linearScale(0, high, formatShortDollars);
  const line = (column: Float64Array): Points => ({
    steps: [...picks],
    values: picks.map((step) => scale.of(floatAt(column, step))),
  });
  return {
    ...scale,
    lines: [
      { id: 'value', points: line(cost.recorded) },
      { id: 'projected', points: line(cost.replayed) },
    ],
    labels: labelsOf(cost, { known, scale, budget, most }),
    note: '',
  };
}

const largest = (one: number, other: number): number =>
  one >= 0 && other >= 0 ? Math.max(one, other) : one >= 0 ? one : other;

/** The dearest steps, apart from each other. */
function labelsOf(
  { replayed }: CostColumns,
  of: {
    readonly known: readonly number[];
    readonly scale: TrackScale;
    readonly budget: TrackBudget;
    readonly most: Float64Array;
  },
): readonly TrackLabel[] {
  const { known, scale, budget, most } = of;
  const dearest = known
    .filter((step) => floatAt(most, step) >= LEAST_LABEL * scale.high)
    .sort((a, b) => floatAt(most, b) - floatAt(most, a));
  const chosen: number[] = [];
  const place = (step: number): number => placeOf(budget.places ?? null, step);
  for (const step of dearest) {
    if (chosen.length === MOST_LABELS) break;
    if (chosen.every((other) => Math.abs(place(other) - place(step)) >= budget.apart)) {
      chosen.push(step);
    }
  }
  return chosen
    .sort((a, b) => a - b)
    .map((step) => {
      const dollars = floatAt(most, step);
      const guess = dollars === floatAt(replayed, step) ? '~' : '';
      return { step, at: scale.of(dollars), text: `${guess}${formatDollars(dollars)}`, beyond: 0 };
    });
}

/** Dollars that the replay costs more than the recording up to and with each step, both modelled. */
export function costSoFar({ ran, replayed }: CostColumns): Float64Array {
  let sum = 0;
  return replayed.map((dollars, step) => {
    const more = dollars - floatAt(ran, step);
    if (!Number.isNaN(more)) sum += more;
    return sum;
  });
}

/** "$0.0812 ~$0.0790": the selected step as recorded and as modelled; "not charged" for neither. */
export function costText({ recorded, sized, replayed }: CostColumns, step: number): string {
  const [told, modelled] = [floatAt(recorded, step), floatAt(replayed, step)];
  const parts = [
    ...(Number.isNaN(told) ? [] : [`${sized.has(step) ? '~' : ''}${formatDollars(told)}`]),
    ...(Number.isNaN(modelled) ? [] : [`~${formatDollars(modelled)}`]),
  ];
  return parts.length === 0 ? 'not charged' : parts.join(' ');
}

/** "+$0.12", "−$0.03"; "as much" for less than a hundredth of a cent. */
export const moreText = (dollars: number): string =>
  Math.abs(dollars) < 0.00005 ? 'as much' : `${dollars > 0 ? '+' : ''}${formatDollars(dollars)}`;

/** "so far −$1.24", and how many steps of the range the recording cannot charge. */
export function costNotes(
  { recorded }: CostColumns,
  soFar: Float64Array,
  { step, from, to }: { readonly step: number; readonly from: number; readonly to: number },
): readonly string[] {
  const gaps = recorded
    .subarray(from, to + 1)
    .reduce((n, one) => n + (Number.isNaN(one) ? 1 : 0), 0);
  const differs = soFar.some((more) => Math.abs(more) >= 0.00005);
  return [
    ...(differs ? [`so far ${moreText(floatAt(soFar, step))}`] : []),
    ...(gaps === 0 ? [] : [`${counted(gaps, 'step')} not billed`]),
  ];
}
