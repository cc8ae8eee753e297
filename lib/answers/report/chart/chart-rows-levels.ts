import { spanAt } from '@/lib/engine/base/search';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Points, StepRange } from '@/lib/engine/base/decimate';

/**
 * Horizontal lines that may change at a step: a fault that switches the model, a version's rule.
 */
export interface ChartLevels {
  readonly window: Points;
  readonly threshold: Points;
  /** The limit, if it is known and differs from the window. */
  readonly limit: Points;
}

/** Most points of a level; one that changes at every step is thinned to these. */
const MOST_POINTS = 1_500;

/** Window, threshold and limit of a range; no points for a missing one (values below 0). */
export function levelsOf(replay: Replay, range: StepRange, decides: boolean): ChartLevels {
  const { columns, limit, limits } = replay;
  const window = levelLine((step) => columns.window[step] ?? -1, range);
  const changes = [range.from, ...limits.map(({ from }) => from)].filter(
    (step) => step >= range.from && step <= range.to,
  );
  const limitOf = (step: number): number => {
    const tokens = spanAt(limits, step)?.tokens;
    return (tokens === undefined ? limit : tokens) ?? -1;
  };
  const limitLine = levelLine(limitOf, range, limits.length < MOST_POINTS ? changes : undefined);
  const same = window.values.length === limitLine.values.length && equal(window, limitLine);
  return {
    window,
    threshold: decides ? levelLine((step) => columns.threshold[step] ?? -1, range) : empty(),
    limit: same ? empty() : limitLine,
  };
}

const empty = (): Points => ({ steps: [], values: [] });

const equal = (a: Points, b: Points): boolean =>
  a.values.every((value, i) => value === b.values[i] && a.steps[i] === b.steps[i]);

/** The steps at which a level changes (of `among`, ascending), and the last one; values below 0 break the line. */
function levelLine(
  valueOf: (step: number) => number,
  { from, to }: StepRange,
  among?: readonly number[],
): Points {
  const line = empty();
  const every = Math.max(1, Math.ceil((to - from + 1) / MOST_POINTS));
  let last = NaN;
  let known = false;
  for (let k = 0; k < (among?.length ?? to - from + 1); k++) {
    const step = among?.[k] ?? from + k;
    const value = valueOf(step);
    if (value === last) continue;
    if (line.steps.length > MOST_POINTS && step % every !== 0) continue;
    line.steps.push(step);
    line.values.push(value < 0 ? NaN : value);
    known ||= value >= 0;
    last = value;
  }
  if (!known) return empty();
  if (line.steps[line.steps.length - 1] !== to) {
    line.steps.push(to);
    line.values.push(last < 0 ? NaN : last);
  }
  return line;
}
