import { bandAt } from '@/lib/engine/replay/projection/band';
import type { Replay } from '@/lib/engine/replay/replay';
import { decimate, onePerColumn, type Points, type StepRange } from '@/lib/engine/base/decimate';
import {
  chartEvents,
  lanesOf,
  spansOf,
  type ChartEvent,
  type ChartSpan,
} from './chart-rows-events';
import { levelsOf, type ChartLevels } from './chart-rows-levels';
import { dataSpan, peakOf } from './chart-rows-peaks';
import { seriesNames, type SeriesName } from './chart-look';
import { joinsOf } from './joins';
import { decisionUnit } from '@/lib/analysis/explain/ledger-decision';
import { railEvents, type RailLane } from '@/lib/analysis/explain/policy-events';
import {
  hasReal,
  isProjected,
  realAsked,
  stepEventKinds,
  stepEvents,
  type StepEvents,
} from '@/lib/analysis/explain/step-events';

export type { ChartEvent, ChartSpan } from './chart-rows-events';

/** One step's compaction on the chart: from the decision value down to what was sent. */
interface ChartDrop {
  readonly step: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The projection's band; the three have one length. NaN, where nothing is projected, interrupts it.
 */
export interface ChartBand {
  readonly steps: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Everything a chart draws of a replay, decimated; the chart decides nothing. */
export interface ChartRows {
  readonly range: StepRange;
  /** Steps in the range, and the most points of any line. */
  readonly total: number;
  readonly drawn: number;
  readonly heuristic: Points;
  /** Measured real tokens, and projected ones (the lines join). */
  readonly real: Points;
  readonly projected: Points;
  readonly calibrated: Points;
  /** `calibrated` is the reference rule's: the policy has no correction. */
  readonly borrowed: boolean;
  readonly decision: Points;
  /** The recording's own real tokens from the divergence on. */
  readonly ghost: Points;
  readonly band: ChartBand;
  readonly drops: readonly ChartDrop[];
  /** Real tokens of requests that overflow, one per pixel column. */
  readonly over: Points;
  readonly events: readonly ChartEvent[];
  /** Compactions beside the agent, from start to landing. */
  readonly spans: readonly ChartSpan[];
  /** First projected step if it lies in the range; else −1. */
  readonly divergence: number;
  /** True if `projected` is a what-if beside the recording, which is `real` and goes on as `ghost`. */
  readonly leaves: boolean;
  /** True if some real tokens of the session were measured. */
  readonly measured: boolean;
  /** Window, threshold and limit over the range, in tokens; no points for a missing one. */
  readonly levels: ChartLevels;
  /** Window at the first step, by the settings alone; −1 for a policy without one in tokens. */
  readonly window: number;
  readonly threshold: number;
  /** Non-empty lanes of the event rail, and always the first two. */
  readonly lanes: readonly RailLane[];
  /** Largest value of the range, window and threshold included. */
  readonly peak: number;
  /** Largest and smallest value of the lines alone. */
  readonly dataPeak: number;
  readonly dataLow: number;
}

/** Size limits of a chart. */
export interface ChartBudget {
  readonly range: StepRange;
  /** Most points of a line. */
  readonly points: number;
  /** Pixel columns in which events are gathered. */
  readonly columns: number;
  /** Lines to draw; all if left out. */
  readonly lines?: readonly SeriesName[];
  /** Places of the steps, in which columns are counted; their numbers if null or left out. */
  readonly places?: Float64Array | null;
  /** Drawn as calibrated in place of the replay's; see `referenceLine`. */
  readonly reference?: ArrayLike<number> | null;
}

const nothing: Points = { steps: [], values: [] };
const noLevels: ChartLevels = { window: nothing, threshold: nothing, limit: nothing };
const noBand: ChartBand = { steps: [], low: [], high: [] };

/** Prepares a replay for drawing. */
export function chartRows(replay: Replay, budget: ChartBudget): ChartRows {
  const { range, points, columns: pixels, lines: shown = seriesNames, places = null } = budget;
  const { columns } = replay;
  const has = (name: SeriesName): boolean => shown.includes(name);
  const events = railEvents(replay, range);
  const kept = keptSteps(replay, events, range, pixels);
  const pick = (values: ArrayLike<number>): number[] => decimate(values, range, points, kept);
  // A compacting step draws both values; decimated, one such step per pixel column.
  const compactions = [...events.recorded, ...events.replayed];
  const twofold = new Set(range.to - range.from < points ? compactions : kept);
  // A policy that counts entries decides on another scale than the chart's.
  const decides =
    (columns.threshold[range.from] ?? -1) >= 0 && decisionUnit(replay.policy) === 'tokens';
  const heuristic = has('heuristic')
    ? lineOf(pick(columns.heuristic), columns.heuristic, (step) =>
        twofold.has(step) && columns.compacted[step] === 1
          ? (columns.heuristicSent[step] as number)
          : -1,
      )
    : nothing;
  const picked = pick(columns.real);
  const projects = replay.session.profile.steps.ratio === null;
  const real = has('real')
    ? realLines(replay, picked, twofold)
    : { known: nothing, projected: nothing };
  const borrowed = has('calibrated') ? (budget.reference ?? null) : null;
  const counts = borrowed ?? columns.calibrated;
  const calibrated =
    (decides || borrowed !== null) && has('calibrated') ? lineOf(pick(counts), counts) : nothing;
  const decision =
    decides && has('decision') ? lineOf(pick(columns.decision), columns.decision) : nothing;
  const ghost = has('ghost') ? ghostLine(replay, range, points, has('real')) : nothing;
  const levels = has('levels') ? levelsOf(replay, range, decides) : noLevels;
  const span = dataSpan(replay, range, { decides, has });
  const dataPeak = borrowed === null ? span.peak : largest(span.peak, calibrated);
  const lines = [heuristic, { steps: picked }, calibrated, decision, ghost];
  return {
    range,
    total: range.to - range.from + 1,
    drawn: lines.reduce((most, { steps }) => Math.max(most, steps.length), 0),
    heuristic,
    real: real.known,
    projected: real.projected,
    calibrated,
    borrowed: borrowed !== null,
    decision,
    ghost,
    band: has('real') ? bandLines(replay, picked) : noBand,
    drops: dropsOf(
      replay,
      onePerColumn(events.replayed, range, pixels),
      decides && has('decision'),
    ),
    // A refused request of unknown size has its mark on the rail alone.
    over: lineOf(
      onePerColumn(events.overflow, range, pixels).filter((i) => (columns.real[i] ?? NaN) >= 0),
      columns.real,
    ),
    events: chartEvents(events, { range, columns: pixels, places }),
    spans: spansOf(replay, range),
    divergence: projects && contains(range, replay.divergence) ? replay.divergence : -1,
    leaves: projects && replay.divergence >= 0,
    measured: hasReal(replay),
    levels,
    window: columns.window[0] ?? -1,
    threshold: decides ? (columns.threshold[0] ?? -1) : -1,
    lanes: lanesOf(replay),
    peak: has('levels') ? peakOf(replay, dataPeak, decides, levels) : dataPeak,
    dataPeak,
    dataLow: span.low,
  };
}

/** The whole session's real tokens in few points, for the overview. */
export function overviewRows(replay: Replay, points: number): Points {
  const range = { from: 0, to: replay.session.profile.stepCount - 1 };
  const { real } = replay.columns;
  return lineOf(
    decimate(real, range, points, keptSteps(replay, stepEvents(replay), range, 40)),
    real,
  );
}

const contains = ({ from, to }: StepRange, step: number): boolean => step >= from && step <= to;

/** Steps of a range's events kept by every line: the first of each kind in each pixel column, and every join. */
export function keptSteps(
  { session }: Replay,
  events: StepEvents,
  range: StepRange,
  columns: number,
): readonly number[] {
  const joins = joinsOf(session)
    .map(({ step }) => step)
    .filter((step) => contains(range, step));
  const kept = [...stepEventKinds.map((kind) => events[kind]), joins].flatMap((steps) =>
    onePerColumn(steps, range, columns),
  );
  return [...new Set(kept)].sort((a, b) => a - b);
}

const largest = (least: number, { values }: Points): number =>
  values.reduce((most, value) => (value > most ? value : most), least);

function dropsOf(replay: Replay, steps: readonly number[], decides: boolean): readonly ChartDrop[] {
  const { columns } = replay;
  return steps.map((step) => ({
    step,
    from: decides ? (columns.decision[step] as number) : realAsked(replay, step),
    to: columns.real[step] as number,
  }));
}

/** A line of the picked steps; `after` adds a second value at a step (−1: none). */
function lineOf(
  picks: readonly number[],
  values: ArrayLike<number>,
  after?: (step: number) => number,
): Points {
  const line: Points = { steps: [], values: [] };
  for (const step of picks) {
    const value = values[step] as number;
    push(line, step, value >= 0 ? value : NaN);
    const second = after?.(step) ?? -1;
    if (second >= 0) push(line, step, second);
  }
  return line;
}

function push(line: Points, step: number, value: number): void {
  line.steps.push(step);
  line.values.push(value);
}

/** Real tokens as a measured and a projected line, each beginning at the other's end. */
function realLines(
  replay: Replay,
  picks: readonly number[],
  twofold: ReadonlySet<number>,
): { readonly known: Points; readonly projected: Points } {
  const { columns, session } = replay;
  const known: Points = { steps: [], values: [] };
  const projected: Points = { steps: [], values: [] };
  let newest: { step: number; value: number; guessed: boolean } | null = null;
  for (const step of picks) {
    const guessed = isProjected(replay, step);
    const line = guessed ? projected : known;
    const asked = realAsked(replay, step);
    const sent = columns.real[step] as number;
    // A recorded step without usage has no point: the line goes on at the next.
    if (Number.isNaN(asked) && Number.isNaN(sent)) continue;
    // The request before the diverging decision is what the recording sent, so it was measured.
    if (guessed && newest?.guessed === false && asked === session.profile.steps.real[step]) {
      push(known, step, asked);
    } else if (newest !== null && newest.guessed !== guessed) {
      if (line.steps.length > 0) push(line, newest.step, NaN);
      push(line, newest.step, newest.value);
    }
    if (!Number.isNaN(asked)) push(line, step, asked);
    if (twofold.has(step) && columns.compacted[step] === 1) push(line, step, sent);
    newest = { step, value: Number.isNaN(sent) ? asked : sent, guessed };
  }
  return { known, projected };
}

function bandLines(replay: Replay, picks: readonly number[]): ChartBand {
  const bands = picks.map((step) => bandAt(replay, step));
  const guessed = picks.map((step) => isProjected(replay, step));
  if (!bands.some(({ low, high }, k) => guessed[k] === true && low !== high)) return noBand;
  const band = { steps: [] as number[], low: [] as number[], high: [] as number[] };
  const add = (step: number, least: number, most: number): void => {
    band.steps.push(step);
    band.low.push(least);
    band.high.push(most);
  };
  const { compacted } = replay.columns;
  const begins = (k: number): boolean =>
    guessed[k + 1] === true && compacted[picks[k + 1] as number] !== 1;
  picks.forEach((step, k) => {
    const ends = guessed[k - 1] === true && compacted[step] !== 1;
    // A piece begins and ends at the recorded step beside it, where nothing is uncertain; not
    // across a compaction, where the line falls.
    if (guessed[k] === true || ends || begins(k)) {
      add(step, bands[k]?.low ?? NaN, bands[k]?.high ?? NaN);
    } else if (!Number.isNaN(band.low.at(-1) ?? NaN)) add(step, NaN, NaN);
  });
  return band;
}

/** The recording from the divergence on; whole where the line before it is off. */
function ghostLine(replay: Replay, range: StepRange, points: number, goesOn: boolean): Points {
  if (replay.divergence < 0) return nothing;
  const { real } = replay.session.profile.steps;
  const from = goesOn ? Math.max(range.from, replay.divergence - 1) : range.from;
  const within = { from, to: range.to };
  return within.from > within.to ? nothing : lineOf(decimate(real, within, points), real);
}
