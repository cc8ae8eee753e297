/** In how many steps a growing session compacts: its own growth so far, played on from every point of it. */
import { floatAt } from '@/lib/engine/base/read';
import { median } from '@/lib/engine/base/stats';
import { isRecording, type Replay } from '@/lib/engine/replay/replay';
import {
  comparedAt,
  decisionProjected,
  lastRealStep,
  thresholdAt,
} from '@/lib/analysis/explain/ledger-decision';
import { valueBand } from '@/lib/analysis/explain/likely';
import { isProjected } from '@/lib/analysis/explain/step-events';

/** Steps until a compaction: of a hundred ways on the tenth, the fiftieth and the ninetieth; null: beyond {@link MOST_STEPS}. */
export interface StepsLeft {
  readonly low: number;
  readonly median: number | null;
  readonly high: number | null;
}

/** What a session's last steps say of the next compaction. */
export interface CompactionForecast {
  /** Value that the next step begins with, in the unit of the policy's decision. */
  readonly value: number;
  readonly threshold: number;
  /** Median growth a step. */
  readonly growth: number;
  /** null where the session has not grown for long enough, or does not reach the threshold this way. */
  readonly left: StepsLeft | null;
}

/** Farther on nobody plans. */
export const MOST_STEPS = 1_000;

/** Fewer growths say nothing. */
const LEAST_GROWTHS = 5;

/** Older growth counts no more. */
const MOST_GROWTHS = 200;

/** Ways on that are played, from points evenly spread over the growth. */
const WAYS = 40;

/**
 * Growths that a way repeats: a session grows fast for a while, and slowly for another. Over 51 recorded
 * sessions with compactions 80 % of the ranges held at this length, 37 % where a way took all growth.
 */
const WAY_LENGTH = 7;

/** A replay's values as the forecast reads them: once for all its steps. */
export class Forecaster {
  readonly #compared: readonly number[];
  /** 1: the step compacted, as recorded or as the replayed policy decided. */
  readonly compacted: ArrayLike<number>;

  constructor(readonly run: Replay) {
    const { stepCount } = run.session.profile;
    this.compacted = isRecording(run) ? recordedSteps(run) : run.columns.compacted;
    this.#compared = Array.from({ length: stepCount }, (_, step) => comparedAt(run, step));
  }

  /** The forecast after a step, from it and those before; null where the policy compares nothing there. */
  after(step: number): CompactionForecast | null {
    const threshold = thresholdAt(this.run, step);
    const value = this.#valueAfter(step);
    if (!Number.isFinite(threshold) || Number.isNaN(value)) return null;
    const growths = this.#growthsUpTo(step);
    if (growths.length < LEAST_GROWTHS) return { value, threshold, growth: NaN, left: null };
    const missing = this.#startsAfter(step, value).map((start) => threshold - start);
    const left = stepsLeft(missing, growths);
    return { value, threshold, growth: median(growths), left };
  }

  /** After a compaction the next step begins with what was sent. */
  #valueAfter(step: number): number {
    const compared = this.#compared[step] ?? NaN;
    if (this.compacted[step] !== 1) return compared;
    const sent = floatAt(this.run.columns.real, step);
    return Number.isNaN(compared) ? sent : Math.min(compared, sent);
  }

  /** The value; one that is projected by Swanson's rule: p10, median and p90 of its band, three, four and three times. */
  #startsAfter(step: number, value: number): readonly number[] {
    const { run } = this;
    const rests = this.compacted[step] === 1 ? step : lastRealStep(run, step);
    const isGuess =
      this.compacted[step] === 1 ? isProjected(run, step) : decisionProjected(run, step);
    const band = isGuess ? valueBand(run, { from: rests, value }) : null;
    if (band === null) return [value];
    const three = (one: number): readonly number[] => [one, one, one];
    return [...three(band.low), ...three(value), value, ...three(band.high)];
  }

  /**
   * What a step compared more than the step before, where neither compacted; the newest last. Before the first
   * step nobody had counted anything: it compared by a rule of its own.
   */
  #growthsUpTo(step: number): readonly number[] {
    const growths: number[] = [];
    for (let at = step; at > 1 && growths.length < MOST_GROWTHS; at--) {
      if (this.compacted[at] === 1 || this.compacted[at - 1] === 1) continue;
      const grown = (this.#compared[at] ?? NaN) - (this.#compared[at - 1] ?? NaN);
      if (!Number.isNaN(grown)) growths.push(grown);
    }
    return growths.reverse();
  }
}

function recordedSteps({ session: { profile } }: Replay): Uint8Array {
  const steps = new Uint8Array(profile.stepCount);
  for (const { kind, step } of profile.head.compactions) if (kind === 'summary') steps[step] = 1;
  return steps;
}

/** The steps left by each way on from each of some starts, which lack so much. */
function stepsLeft(missing: readonly number[], growths: readonly number[]): StepsLeft | null {
  const ways = Math.min(WAYS, growths.length);
  const passed = missing
    .flatMap((lacked) =>
      Array.from({ length: ways }, (_, way) =>
        stepsFrom(Math.floor((way * growths.length) / ways), lacked, growths),
      ),
    )
    .sort((a, b) => a - b);
  // Ways that never arrive stand last; no quantile is taken between one of them and another.
  const last = passed.length - 1;
  const at = (place: number): number => passed[place] ?? Infinity;
  const known = (steps: number): number | null => (steps === Infinity ? null : steps);
  const low = at(Math.floor(0.1 * last));
  if (low === Infinity) return null;
  return { low, median: known(at(last >> 1)), high: known(at(Math.ceil(0.9 * last))) };
}

/** Steps until the growth behind one point, again and again, makes up what is missing. */
function stepsFrom(start: number, missing: number, growths: readonly number[]): number {
  const length = Math.min(WAY_LENGTH, growths.length);
  let grown = 0;
  for (let step = 1; step <= MOST_STEPS; step++) {
    grown += growths[(start + ((step - 1) % length)) % growths.length] ?? 0;
    if (grown >= missing) return step;
  }
  return Infinity;
}

/** How a session's forecasts fared. */
export interface ForecastScore {
  /** Forecasts after which a compaction came, or had to have come. */
  readonly scored: number;
  /** Those whose range held it. */
  readonly held: number;
  /** Median of steps until the compaction minus the middle of the range; NaN without one. */
  readonly error: number;
  readonly compactions: number;
}

/** Forecasts of a long session that are scored, evenly spread. */
const MOST_SCORED = 400;

/** Scores the forecast after each step against the compaction that came next. */
export function scoreForecasts(run: Replay): ForecastScore {
  const forecaster = new Forecaster(run);
  const { stepCount } = run.session.profile;
  const next = nextCompactions(forecaster.compacted, stepCount);
  const errors: number[] = [];
  const stride = Math.max(1, Math.ceil(stepCount / MOST_SCORED));
  let [scored, held] = [0, 0];
  for (let step = 0; step < stepCount - 1; step += stride) {
    const left = forecaster.after(step)?.left ?? null;
    if (left === null) continue;
    const at = next[step] ?? -1;
    const high = left.high ?? MOST_STEPS;
    // Without a compaction it failed once the range is over; before, nobody knows.
    if (at < 0 && stepCount - 1 - step <= high) continue;
    scored++;
    if (at < 0) continue;
    const steps = at - step;
    if (steps >= left.low && steps <= high) held++;
    if (left.high !== null) errors.push(steps - (left.low + left.high) / 2);
  }
  const compactions = next.filter((at, step) => at === step + 1).length;
  return { scored, held, error: errors.length === 0 ? NaN : median(errors), compactions };
}

/** The next step after each that compacts; −1 for none. */
function nextCompactions(compacted: ArrayLike<number>, stepCount: number): readonly number[] {
  const next = new Array<number>(stepCount).fill(-1);
  for (let step = stepCount - 2; step >= 0; step--) {
    next[step] = compacted[step + 1] === 1 ? step + 1 : (next[step + 1] ?? -1);
  }
  return next;
}
