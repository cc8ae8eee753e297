import { formatFixed } from '@/lib/engine/base/format';
import { ownTotals } from '@/lib/policies/own-totals';
import type { FigureId } from '../figures/figure-ids';
import { columnSize } from './cells';
import type { SweepPlan } from './plan';

/** Rough seconds of loading and preparing a session; the same on every machine. */
export const SESSION_SECONDS = 2e-3;

/** Rough seconds of a step and of the set-up of a run: for totals alone, and as a replay. */
const TIMES = {
  totals: { step: 1e-8, run: 1e-6 },
  replay: { step: 1.2e-7, run: 1.5e-5 },
  figures: { step: 4e-7, run: 2e-5 },
} as const;

/** "about 1.4 s", "less than 0.1 s": rough seconds in words. */
export const secondsWords = (seconds: number): string =>
  seconds < 0.1 ? 'less than 0.1 s' : `about ${formatFixed(seconds, 1)} s`;

/** Rough seconds of one replay of so many steps. */
export const replaySeconds = (steps: number): number =>
  TIMES.replay.run + TIMES.replay.step * steps;

/** Rough seconds of one session of so many steps under one setting of a policy. */
export function runSeconds(policy: string, steps: number): number {
  const { run, step } = ownTotals({ id: policy }) === undefined ? TIMES.replay : TIMES.totals;
  return run + step * steps;
}

/** What a sweep costs, known before it starts; a hypercube's refinement is not in it. */
export interface SweepCost {
  readonly replays: number;
  readonly steps: number;
  /** Rough seconds on one processor, loading the sessions left out. */
  readonly seconds: number;
}

/** Rough seconds of one session of so many steps under one setting, replayed for figures. */
export const figureSeconds = (steps: number): number =>
  TIMES.figures.run + TIMES.figures.step * steps;

/** The cost of a plan over sessions of so many steps; `figures` are computed besides. */
export function sweepCost(
  { columns }: SweepPlan,
  sessions: readonly number[],
  figures: readonly FigureId[] = [],
): SweepCost {
  const own = sessions.reduce((sum, steps) => sum + steps, 0);
  let cells = 0;
  let seconds = 0;
  for (const column of columns) {
    const size = columnSize(column);
    cells += size;
    const each = sessions.reduce((sum, steps) => sum + runSeconds(column.policy, steps), 0);
    seconds += size * each;
  }
  if (figures.length > 0) {
    seconds += cells * sessions.reduce((sum, steps) => sum + figureSeconds(steps), 0);
  }
  return { replays: cells * sessions.length, steps: cells * own, seconds };
}
