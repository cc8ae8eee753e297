import { bandOf } from '@/lib/replay/projection/band';
import type { Replay } from '@/lib/replay/replay';
import { decimate, onePerColumn, type Points, type StepRange } from '@/lib/base/decimate';
import { chartEvents, lanesOf, type ChartEvent } from './chart-rows-events';
import { levelsOf, type ChartLevels } from './chart-rows-levels';
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

export type { ChartEvent } from './chart-rows-events';

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
  readonly decision: Points;
  /** The recording's own real tokens from the divergence on. */
  readonly ghost: Points;
  readonly band: ChartBand;
  readonly drops: readonly ChartDrop[];
  /** Real tokens of requests that overflow, one per pixel column. */
  readonly over: Points;
  readonly events: readonly ChartEvent[];
  /** First projected step if it lies in the range; else −1. */
  readonly divergence: number;
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
  /** Largest value of the lines alone. */
  readonly dataPeak: number;
}

/** Size limits of a chart. */
interface ChartBudget {
  readonly range: StepRange;
  /** Most points of a line. */
  readonly points: number;
  /** Pixel columns in which events are gathered. */
  readonly columns: number;
}

const nothing: Points = { steps: [], values: [] };
const noBand: ChartBand = { steps: [], low: [], high: [] };

/** The limit is drawn unless it exceeds everything else by more than this factor. */
const LIMIT_IN_SIGHT = 1.4;

/** Prepares a replay for drawing. */
export function chartRows(replay: Replay, budget: ChartBudget): ChartRows {
  const { range, points, columns: pixels } = budget;
  const { columns } = replay;
  const events = railEvents(replay, range);
  const kept = keptSteps(events, range, pixels);
  const pick = (values: ArrayLike<number>): number[] => decimate(values, range, points, kept);
  // A compacting step draws both values; decimated, one such step per pixel column.
  const twofold = new Set(range.to - range.from < points ? events.replayed : kept);
  // A policy that counts entries decides on another scale than the chart's.
  const decides =
    (columns.threshold[range.from] ?? -1) >= 0 && decisionUnit(replay.policy) === 'tokens';
  const heuristic = lineOf(pick(columns.heuristic), columns.heuristic, (step) =>
    twofold.has(step) && columns.compacted[step] === 1
      ? (columns.heuristicSent[step] as number)
      : -1,
  );
  const picked = pick(columns.real);
  const projects = replay.session.profile.steps.ratio === null;
  const real = realLines(replay, picked, twofold);
  const calibrated = decides ? lineOf(pick(columns.calibrated), columns.calibrated) : nothing;
  const decision = decides ? lineOf(pick(columns.decision), columns.decision) : nothing;
  const ghost = ghostLine(replay, range, points);
  const levels = levelsOf(replay, range, decides);
  const dataPeak = dataPeakOf(replay, range, decides);
  const lines = [heuristic, { steps: picked }, calibrated, decision, ghost];
  return {
    range,
    total: range.to - range.from + 1,
    drawn: lines.reduce((most, { steps }) => Math.max(most, steps.length), 0),
    heuristic,
    real: real.known,
    projected: real.projected,
    calibrated,
    decision,
    ghost,
    band: bandLines(replay, picked),
    drops: dropsOf(replay, onePerColumn(events.replayed, range, pixels), decides),
    over: lineOf(onePerColumn(events.overflow, range, pixels), columns.real),
    events: chartEvents(events, range, pixels),
    divergence: projects && contains(range, replay.divergence) ? replay.divergence : -1,
    measured: hasReal(replay),
    levels,
    window: columns.window[0] ?? -1,
    threshold: decides ? (columns.threshold[0] ?? -1) : -1,
    lanes: lanesOf(replay),
    peak: peakOf(replay, dataPeak, decides, levels),
    dataPeak,
  };
}

/** The whole session's real tokens in few points, for the overview. */
export function overviewRows(replay: Replay, points: number): Points {
  const range = { from: 0, to: replay.session.profile.stepCount - 1 };
  const { real } = replay.columns;
  return lineOf(decimate(real, range, points, keptSteps(stepEvents(replay), range, 40)), real);
}

const contains = ({ from, to }: StepRange, step: number): boolean => step >= from && step <= to;

/** Steps of events kept by every line: the first of each kind in each pixel column. */
function keptSteps(events: StepEvents, range: StepRange, columns: number): readonly number[] {
  const kept = stepEventKinds.flatMap((kind) => onePerColumn(events[kind], range, columns));
  return [...new Set(kept)].sort((a, b) => a - b);
}

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
    // The request before the diverging decision is what the recording sent, so it was measured.
    if (guessed && newest?.guessed === false && asked === session.profile.steps.real[step]) {
      push(known, step, asked);
    } else if (newest !== null && newest.guessed !== guessed) {
      if (line.steps.length > 0) push(line, newest.step, NaN);
      push(line, newest.step, newest.value);
    }
    push(line, step, asked);
    const sent = columns.real[step] as number;
    if (twofold.has(step) && columns.compacted[step] === 1) push(line, step, sent);
    newest = { step, value: sent, guessed };
  }
  return { known, projected };
}

function bandLines(replay: Replay, picks: readonly number[]): ChartBand {
  const { low, high } = bandOf(replay);
  const guessed = picks.map((step) => isProjected(replay, step));
  if (!picks.some((step, k) => guessed[k] && low[step] !== high[step])) return noBand;
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
      add(step, low[step] as number, high[step] as number);
    } else if (!Number.isNaN(band.low.at(-1) ?? NaN)) add(step, NaN, NaN);
  });
  return band;
}

function ghostLine(replay: Replay, range: StepRange, points: number): Points {
  if (replay.divergence < 0) return nothing;
  const { real } = replay.session.profile.steps;
  const within = { from: Math.max(range.from, replay.divergence - 1), to: range.to };
  return within.from > within.to ? nothing : lineOf(decimate(real, within, points), real);
}

/** Largest value of the lines over a range; at least 1. */
function dataPeakOf(replay: Replay, { from, to }: StepRange, decides: boolean): number {
  const { columns, session } = replay;
  const recorded = session.profile.steps.real;
  let peak = 1;
  const take = (value: number): void => {
    // NaN, for a policy that compares nothing, is larger than nothing.
    if (value > peak) peak = value;
  };
  for (let i = from; i <= to; i++) {
    take(columns.heuristic[i] as number);
    take(columns.real[i] as number);
    take(columns.realBefore[i] as number);
    if (decides) take(columns.decision[i] as number);
    take(recorded[i] as number);
  }
  return peak;
}

/** The largest of the lines, of window and threshold, and of a limit that is in sight. */
function peakOf(
  { columns }: Replay,
  dataPeak: number,
  decides: boolean,
  levels: ChartLevels,
): number {
  const first = [columns.window[0] ?? 0, decides ? (columns.threshold[0] ?? 0) : 0];
  const drawn = [...levels.window.values, ...levels.threshold.values];
  const peak = Math.max(dataPeak, ...first, ...drawn.filter((value) => value >= 0));
  const inSight = peak * LIMIT_IN_SIGHT;
  return Math.max(peak, ...levels.limit.values.filter((limit) => limit <= inSight));
}
