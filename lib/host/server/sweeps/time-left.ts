import type { PhaseCounts, SweepCounts } from '@/lib/host/db/sweeps/shares';
import { isFigurePhase, type FigurePhase } from '@/lib/tuning/figures/figure-phases';
import { figureSeconds } from '@/lib/tuning/sweep/sweep-cost';

/** What the time left of a sweep is worked out from. */
export interface SweepSoFar {
  readonly counts: SweepCounts;
  /** Sessions × cells. */
  readonly units: number;
  /** Its phases with figures, after the totals. */
  readonly phases: readonly FigurePhase[];
  /** Milliseconds of its newest start and of now, or of its end. */
  readonly startedAt: number;
  readonly now: number;
}

/**
 * Milliseconds that a sweep still takes; null before its first share. Totals and each phase of figures go
 * at paces of their own, and much of a short phase is not replaying: each is taken from its own time, and
 * one that has not begun from the seconds that are announced for it.
 */
export function timeLeft({ counts, units, phases, startedAt, now }: SweepSoFar): number | null {
  const totals = partOf([...counts.phases].filter(([name]) => !isFigurePhase(name)));
  if (totals.units === 0) return 0;
  if (counts.freshSteps === 0) return null;
  const steps = (totals.steps * units) / totals.units;
  const announced = units * figureSeconds(steps / Math.max(1, units)) * 1_000;
  const parts = [totals, ...phases.map((name) => partOf([...counts.phases].filter(of(name))))];
  let from = startedAt;
  let rest = 0;
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    const until = next !== undefined && next.units > 0 ? Math.max(from, part.newestAt) : now;
    const left = Math.max(0, steps - part.doneSteps);
    if (part.fresh > 0) rest += (left * (until - from)) / part.fresh;
    else if (at > 0 && left > 0) rest += (announced * left) / Math.max(1, steps);
    from = until;
  }
  return Math.round(rest);
}

const of =
  (phase: FigurePhase) =>
  ([name]: readonly [string, PhaseCounts]): boolean =>
    name === phase;

/** Some phases of a sweep together. */
function partOf(phases: readonly (readonly [string, PhaseCounts])[]) {
  const sum = (read: (of: PhaseCounts) => number): number =>
    phases.reduce((all, [, counts]) => all + read(counts), 0);
  return {
    units: sum(({ all }) => all.units),
    steps: sum(({ all }) => all.steps),
    doneSteps: sum(({ done }) => done.steps),
    fresh: sum(({ freshSteps }) => freshSteps),
    newestAt: Math.max(0, ...phases.map(([, { newestAt }]) => newestAt)),
  };
}
