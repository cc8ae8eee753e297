import type { SweepCounts } from '@/lib/host/db/sweeps/shares';
import { figureSeconds } from '@/lib/tuning/sweep/sweep-cost';

/** What the time left of a sweep is worked out from. */
export interface SweepSoFar {
  readonly counts: SweepCounts;
  /** Sessions × cells. */
  readonly units: number;
  readonly hasFigures: boolean;
  /** Milliseconds of its newest start and of now, or of its end. */
  readonly startedAt: number;
  readonly now: number;
}

/**
 * Milliseconds that a sweep still takes; null before its first share. Totals and figures go at paces of
 * their own, and much of a short phase is not replaying: each is taken from its own time, and figures
 * that have not begun from the seconds that are announced for them.
 */
export function timeLeft({ counts, units, hasFigures, startedAt, now }: SweepSoFar): number | null {
  const { all, done, freshSteps, figures, totalsAt } = counts;
  const known = all.units - figures.all.units;
  if (known === 0) return 0;
  if (freshSteps === 0) return null;
  const steps = ((all.steps - figures.all.steps) * units) / known;
  const begun = figures.all.units > 0;
  const totalsMs = begun ? Math.max(0, totalsAt - startedAt) : now - startedAt;
  const totals = {
    left: steps - (done.steps - figures.done.steps),
    fresh: freshSteps - figures.freshSteps,
    ms: totalsMs,
  };
  const rest = hasFigures
    ? figures.freshSteps > 0
      ? paced({
          left: steps - figures.done.steps,
          fresh: figures.freshSteps,
          ms: now - startedAt - totalsMs,
        })
      : units * figureSeconds(steps / Math.max(1, units)) * 1_000
    : 0;
  return Math.round(paced(totals) + rest);
}

/** Milliseconds that the steps left take at the pace of those that were computed. */
const paced = (part: {
  readonly left: number;
  readonly fresh: number;
  readonly ms: number;
}): number => (part.fresh <= 0 ? 0 : Math.max(0, (part.left * part.ms) / part.fresh));
