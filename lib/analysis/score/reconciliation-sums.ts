import { floatAt, intAt, numberAt } from '@/lib/engine/base/read';
import { thoughtSize } from '@/lib/engine/replay/projection/thoughts';
import type { Replayable } from '@/lib/engine/replay/prepare';

/**
 * The sizes of everything one recorded request held, and the total its usage reports. The sizes are
 * those that projections use; their sum gives the recorded number back.
 */
export interface RequestSum {
  readonly step: number;
  /** With what joined it by then. */
  readonly prefix: number;
  /** Summary and kept entries of the recorded compaction before the step; 0 without one. */
  readonly kept: number;
  /** Tokens the agent re-attached after it, beyond the trace's content. */
  readonly reinjected: number;
  readonly entries: number;
  readonly thoughts: number;
  /** Growth without an entry (positive) and shrinkage (negative) since. */
  readonly hidden: number;
  readonly total: number;
  readonly recorded: number;
}

/** The sum of the last request with usage before each recorded compaction, and of the very last. */
export function requestSums({ profile, projection }: Replayable): readonly RequestSum[] {
  const { steps, stepCount } = profile;
  const { views, sizes, hidden, joined, prefix, densities } = projection;
  const sums: RequestSum[] = [];
  for (const [i, view] of views.entries()) {
    const end = views[i + 1]?.step ?? stepCount;
    let step = end - 1;
    while (step >= view.step && intAt(steps.real, step) < 0) step--;
    if (step < view.step) continue;
    const parts = {
      prefix: prefix + floatAt(joined, step),
      kept: view.offset,
      reinjected: view.remainder,
      entries: floatAt(sizes, intAt(steps.entries, step)) - floatAt(sizes, view.from),
      thoughts: thoughtSize(profile, densities, step, view.from),
      hidden: floatAt(hidden, step) - (hidden[view.since] ?? 0),
    };
    const total = Object.values(parts).reduce((sum, size) => sum + size, 0);
    sums.push({ step, ...parts, total, recorded: intAt(steps.real, step) });
  }
  return sums;
}

/**
 * Whole numbers for the parts of a sum, adding up to its whole part: each rounded down, and what is
 * left given to the largest rests.
 */
export function wholeParts(parts: readonly number[]): readonly number[] {
  const whole = parts.map(Math.floor);
  const rests = parts.map((part, i) => part - numberAt(whole, i));
  // Sizes are multiples of 2^-20: the rests add up exactly.
  const left = Math.floor(rests.reduce((sum, rest) => sum + rest, 0));
  const order = [...rests.keys()].sort((a, b) => numberAt(rests, b) - numberAt(rests, a));
  for (const i of order.slice(0, left)) whole[i] = numberAt(whole, i) + 1;
  return whole;
}
