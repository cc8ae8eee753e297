import type { PhaseCounts, SweepCounts } from '@/lib/server/db/sweeps/shares';
import { figureSeconds } from '@/lib/tuning/sweep/sweep-cost';

/** What the time left of a sweep is worked out from. */
export interface SweepSoFar {
  readonly counts: SweepCounts;
  /** Sessions × cells. */
  readonly units: number;
  /** It computes figures after the totals. */
  readonly figured: boolean;
  /** Milliseconds of its newest start and of now, or of its end. */
  readonly startedAt: number;
  readonly now: number;
}

/** Milliseconds until the threads have loaded and compiled what a phase computes with. */
const BEGIN_MS = 400;

/**
 * Milliseconds that a sweep still takes; null before its first share. Totals and figures go at paces of
 * their own, and much of a short phase is not replaying: each is taken from its own time, and figures that
 * have not begun from the seconds that are announced for them.
 */
export function timeLeft({ counts, units, figured, startedAt, now }: SweepSoFar): number | null {
  const totals = partOf([...counts.phases].filter(([name]) => name !== 'figures'));
  if (totals.units === 0) return 0;
  if (counts.freshSteps === 0) return null;
  const steps = (totals.steps * units) / totals.units;
  const each = steps / Math.max(1, units);
  const figures = {
    ...partOf([...counts.phases].filter(([name]) => name === 'figures')),
    announced: BEGIN_MS + units * figureSeconds(each) * 1_000,
  };
  const parts = [{ ...totals, announced: 0 }, ...(figured ? [figures] : [])];
  let from = startedAt;
  let rest = 0;
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    const until = next !== undefined && next.units > 0 ? Math.max(from, part.newestAt) : now;
    const left = Math.max(0, steps - part.doneSteps);
    // Shares that are being computed are half done, taken together.
    const half = Math.min(left, part.begunSteps / 2);
    if (part.fresh > 0) rest += ((left - half) * (until - from)) / (part.fresh + half);
    else if (left > 0) rest += (part.announced * left) / Math.max(1, steps);
    from = until;
  }
  return Math.round(rest);
}

/** Some phases of a sweep together. */
function partOf(phases: readonly (readonly [string, PhaseCounts])[]) {
  const sum = (read: (of: PhaseCounts) => number): number =>
    phases.reduce((all, [, counts]) => all + read(counts), 0);
  return {
    units: sum(({ all }) => all.units),
    steps: sum(({ all }) => all.steps),
    doneSteps: sum(({ done }) => done.steps),
    fresh: sum(({ freshSteps }) => freshSteps),
    begunSteps: sum(({ begunSteps }) => begunSteps),
    newestAt: Math.max(0, ...phases.map(([, { newestAt }]) => newestAt)),
  };
}
