import { formatFactor, formatInteger, formatSigned } from '@/lib/engine/base/format';
import { decimate, type Points } from '@/lib/engine/base/decimate';
import { measuredRatio } from '@/lib/analysis/explain/correction';
import { stepEvents } from '@/lib/analysis/explain/step-events';
import type { Replay } from '@/lib/engine/replay/replay';
import { placeOf } from '../chart-axis';
import { keptSteps, type ChartBudget } from '../chart-rows';
import { correctionBounds, isTrackProjected, trackValue, type NumberTrack } from './track-values';
import { linearScale, logScale, type TrackScale } from './track-scale';

/** A line of a track, in the units of its scale. */
export interface TrackLine {
  readonly id: 'value' | 'projected' | 'measured' | 'floor' | 'cap' | 'zero';
  readonly points: Points;
}

/** A value that is written at its step. */
export interface TrackLabel {
  readonly step: number;
  /** In the units of the scale; an end of it where the value lies beyond. */
  readonly at: number;
  readonly text: string;
  /** The value lies above (1) or below (−1) the scale. */
  readonly beyond: -1 | 0 | 1;
}

/** Everything that a track draws of a replay. */
export interface TrackRows extends TrackScale {
  readonly lines: readonly TrackLine[];
  readonly labels: readonly TrackLabel[];
  /** Why nothing is drawn; empty where something is. */
  readonly note: string;
}

/** What rows are made of, beside the chart's budget. */
export interface TrackBudget extends ChartBudget {
  /** Least distance of two labels, in places of the axis. */
  readonly apart: number;
}

const notes: Readonly<Record<NumberTrack, string>> = {
  deviation: 'This policy compares no tokens with a threshold.',
  correction: 'This policy uses no correction.',
  ratio: 'No step has a real and a heuristic.',
  margin: 'This policy compares no tokens with a threshold.',
};

/** Most values that a track writes. */
const MOST_LABELS = 5;
/** Least share of the scale's height that is worth a label. */
const LEAST_LABEL = 0.08;

/** Prepares a track for drawing. */
export function trackRows(replay: Replay, track: NumberTrack, budget: TrackBudget): TrackRows {
  const { range, points, columns } = budget;
  const total = range.to - range.from + 1;
  const values = new Float64Array(range.to + 1).fill(NaN);
  for (let step = range.from; step <= range.to; step++) {
    values[step] = trackValue(replay, track, step);
  }
  const kept = keptSteps(replay, stepEvents(replay, range), range, columns);
  // The farthest from 0 is what a strip is read for; sizes, because below 0 is unknown to them.
  const picks = decimate(values.map(Math.abs), range, points, total <= points ? [] : kept);
  const known = picks.filter((step) => !Number.isNaN(values[step]));
  if (known.length === 0)
    return { ...linearScale(0, 1), lines: [], labels: [], note: notes[track] };
  const bounds = track === 'correction' ? correctionBounds(replay, range.from) : null;
  const scale = scaleOf(replay, track, { values, budget, bounds });
  const at = (value: number): number => scale.clamp(scale.of(value));
  const level = (id: TrackLine['id'], value: number): TrackLine => ({
    id,
    points: { steps: [range.from, range.to], values: [scale.of(value), scale.of(value)] },
  });
  const lines: TrackLine[] = [];
  if (track === 'deviation' || track === 'margin') lines.push(level('zero', 0));
  for (const [id, value] of Object.entries(bounds ?? {}) as ['floor' | 'cap', number | null][]) {
    if (value !== null && scale.holds(value)) lines.push(level(id, value));
  }
  if (track === 'correction') {
    lines.push({
      id: 'measured',
      points: pointsOf(picks, (step) => at(measuredRatio(replay, step))),
    });
  }
  const guessed = (step: number): boolean => isTrackProjected(replay, track, step);
  for (const [id, isOf] of [
    ['value', (step: number) => !guessed(step)],
    ['projected', guessed],
  ] as const) {
    lines.push({
      id,
      points: pointsOf(picks, (step) => (isOf(step) ? at(values[step] ?? NaN) : NaN)),
    });
  }
  return {
    ...scale,
    lines,
    labels: labelsOf(replay, track, { values, known, scale, budget }),
    note: '',
  };
}

const pointsOf = (steps: readonly number[], value: (step: number) => number): Points => ({
  steps: [...steps],
  values: steps.map(value),
});

/** A track's values over a range, and the scale they are drawn on. */
interface Drawn {
  readonly values: Float64Array;
  readonly budget: TrackBudget;
}

function scaleOf(
  replay: Replay,
  track: NumberTrack,
  {
    values,
    budget: { range },
    bounds,
  }: Drawn & { readonly bounds: ReturnType<typeof correctionBounds> | null },
): TrackScale {
  const steps = Array.from({ length: range.to - range.from + 1 }, (_, i) => range.from + i);
  const known = steps.filter((step) => !Number.isNaN(values[step]));
  const spanOf = (some: readonly number[]): readonly [number, number] =>
    some.reduce<readonly [number, number]>(
      ([low, high], step) => [
        Math.min(low, values[step] ?? NaN),
        Math.max(high, values[step] ?? NaN),
      ],
      [Infinity, -Infinity],
    );
  if (track === 'ratio') return logScale(...spanOf(known));
  // Without usage the default factor stands in for a measurement: such a step sets no scale.
  const measured = known.filter((step) => (replay.columns.lastReal[step] ?? 0) > 0);
  const [low, high] = spanOf(track === 'deviation' && measured.length > 0 ? measured : known);
  if (track !== 'correction') return linearScale(Math.min(0, low), Math.max(0, high));
  const cap = bounds?.cap ?? 0;
  return linearScale(0, Math.max(high, cap <= 4 * high ? cap : 0), formatFactor);
}

function labelsOf(
  replay: Replay,
  track: NumberTrack,
  drawn: Drawn & { readonly known: readonly number[]; readonly scale: TrackScale },
): readonly TrackLabel[] {
  if (track === 'correction') return measuredBeyond(replay, drawn);
  if (track !== 'deviation') return [];
  const { values, known, scale, budget } = drawn;
  const value = (step: number): number => values[step] ?? 0;
  const least = LEAST_LABEL * (scale.high - scale.low);
  const worst = known
    .filter((step) => Math.abs(value(step)) >= least)
    .sort((a, b) => Math.abs(value(b)) - Math.abs(value(a)));
  const chosen: number[] = [];
  const place = (step: number): number => placeOf(budget.places ?? null, step);
  for (const step of worst) {
    if (chosen.length === MOST_LABELS) break;
    const isFree = chosen.every((other) => Math.abs(place(other) - place(step)) >= budget.apart);
    if (isFree) chosen.push(step);
  }
  return chosen
    .sort((a, b) => a - b)
    .map((step) => {
      const drawnAt = scale.of(value(step));
      const beyond = scale.beyond(drawnAt);
      const why = (replay.columns.lastReal[step] ?? 0) > 0 ? '' : ', no usage yet';
      const where = beyond === 0 ? '' : ` at step ${formatInteger(step)}${why}`;
      const text = `${formatSigned(value(step))}${where}`;
      return { step, at: scale.clamp(drawnAt), text, beyond };
    });
}

/** One label for the measured ratios that no scale up to the cap can show. */
function measuredBeyond(
  replay: Replay,
  { known, scale }: { readonly known: readonly number[]; readonly scale: TrackScale },
): readonly TrackLabel[] {
  const beyond = known.filter((step) => scale.beyond(scale.of(measuredRatio(replay, step))) === 1);
  const most = beyond.reduce((max, step) => Math.max(max, measuredRatio(replay, step)), 0);
  const step = beyond.find((one) => measuredRatio(replay, one) === most);
  if (step === undefined) return [];
  const text = `measured up to ${formatFactor(most)}`;
  return [{ step, at: scale.high, text, beyond: 1 }];
}
