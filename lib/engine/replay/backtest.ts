import { median, quantile } from '@/lib/engine/base/stats';
import { growthSpread } from '@/lib/engine/sizes/shipped-growth';
import { imageCharges } from '@/lib/engine/tokens/images/image-charges';
import type { Profile } from '@/lib/engine/tokens/profile';
import { recordedRuns, type RecordedRuns } from './projection/runs';

/** Accuracy of the projection on a session's own recorded numbers. */
export interface Backtest {
  /** Projected steps scored. */
  readonly points: number;
  /** Relative error |projected − recorded| / recorded: its median and 95th percentile. */
  readonly p50: number;
  readonly p95: number;
  /** Median of (projected − recorded) / recorded. */
  readonly signed: number;
  /** Share of the recorded numbers inside the band of the p10 and p90 densities, calibrated for the agent. */
  readonly covered: number;
}

/** One projected step. */
interface Projected {
  /** (projected − recorded) / recorded. */
  readonly error: number;
  readonly inside: boolean;
}

/** Per step: the request's recorded tokens, those its images are charged, and the heuristic of the rest. */
interface BacktestColumns {
  readonly real: Int32Array;
  readonly charged: Float64Array;
  readonly heuristic: Int32Array;
}

/** Hiding points tried per run of steps. */
const CUTS = 16;
/** Fewest groups before a cut, as for any density learnt from a session. */
const ENOUGH_GROUPS = 5;

/**
 * Hides usage after step k, projects to the end of the run with the density known by then, and
 * scores every hidden step; for several k in every run. Null if no run is long enough.
 */
export function backtest(profile: Profile): Backtest | null {
  const runs = recordedRuns(profile);
  const held = heldAt(profile, runs);
  const spread = growthSpread(profile.head.source);
  const errors: Projected[] = [];
  let run: number[] = [];
  for (const pair of runs.pairs) {
    if (pair.first) {
      scoreRun(run, held, spread, errors);
      run = [];
    }
    run.push(pair.to);
  }
  scoreRun(run, held, spread, errors);
  if (errors.length === 0) return null;
  const sizes = errors.map(({ error }) => Math.abs(error)).sort((a, b) => a - b);
  return {
    points: errors.length,
    p50: quantile(sizes, 0.5),
    p95: quantile(sizes, 0.95),
    signed: median(errors.map(({ error }) => error)),
    covered: errors.filter(({ inside }) => inside).length / errors.length,
  };
}

function heldAt(profile: Profile, { thoughts }: RecordedRuns): BacktestColumns {
  const { real, entries } = profile.steps;
  const { tokens, text } = imageCharges(profile);
  return {
    real,
    charged: Float64Array.from(entries, (n) => tokens[n] ?? 0),
    heuristic: entries.map((n, step) => (text[n] ?? 0) + (thoughts[step] ?? 0)),
  };
}

function scoreRun(
  steps: readonly number[],
  held: BacktestColumns,
  spread: number,
  errors: Projected[],
): void {
  const { real } = held;
  const heldBetween = (from: number, to: number): number =>
    (held.heuristic[to] ?? 0) - (held.heuristic[from] ?? 0);
  const grownBetween = (from: number, to: number): number => {
    const charged = (held.charged[to] ?? 0) - (held.charged[from] ?? 0);
    return (real[to] ?? 0) - (real[from] ?? 0) - charged;
  };
  const room = steps.length - 1 - ENOUGH_GROUPS;
  if (room < 1) return;
  const cuts = new Set(
    Array.from({ length: CUTS }, (_, k) => ENOUGH_GROUPS + Math.floor((k * room) / CUTS)),
  );
  let growth = 0;
  let heuristic = 0;
  const densities: number[] = [];
  for (let k = 1; k < steps.length; k++) {
    const from = steps[k - 1] ?? 0;
    const to = steps[k] ?? 0;
    const added = heldBetween(from, to);
    const grown = grownBetween(from, to);
    if (grown >= 0 && added > 0) {
      growth += grown;
      heuristic += added;
      densities.push(grown / added);
    }
    if (!cuts.has(k) || heuristic === 0) continue;
    const sorted = [...densities].sort((a, b) => a - b);
    const value = growth / heuristic;
    const low = value - spread * Math.max(0, value - quantile(sorted, 0.1));
    const high = value + spread * Math.max(0, quantile(sorted, 0.9) - value);
    for (let hidden = k + 1; hidden < steps.length; hidden++) {
      const step = steps[hidden] ?? 0;
      const truth = real[step] ?? 0;
      const more = heldBetween(to, step);
      if (truth <= 0) continue;
      const grownBy = grownBetween(to, step);
      errors.push({
        error: (value * more - grownBy) / truth,
        inside: low * more <= grownBy && grownBy <= high * more,
      });
    }
  }
}
