import { loopStep } from '@/lib/analysis/explain/outcome/loop-watch';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { mark } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';

/** Events of a session that are piecewise constant in a setting; totals of tokens are not. */
export interface SessionOutcome {
  /** Steps that compact, ascending, and the summariser calls of each. */
  readonly fired: readonly number[];
  readonly passes: readonly number[];
  /** Steps that overflow, ascending. */
  readonly overflow: readonly number[];
  readonly loop: boolean;
}

/** Outcome of a finished replay. */
export function outcomeOf(replay: Replay): SessionOutcome {
  const { columns, marks, session } = replay;
  const fired: number[] = [];
  const overflow: number[] = [];
  for (let step = session.countedFrom ?? 0; step < marks.length; step++) {
    if (byteAt(columns.compacted, step) === 1) fired.push(step);
    if ((byteAt(marks, step) & mark.overflow) !== 0) overflow.push(step);
  }
  const passes = fired.map((step) => intAt(columns.attempts, step));
  return { fired, passes, overflow, loop: loopStep(replay) >= 0 };
}

/** Both outcomes hold the same events. */
export const sameOutcome = (a: SessionOutcome, b: SessionOutcome): boolean =>
  a.loop === b.loop &&
  sameNumbers(a.fired, b.fired) &&
  sameNumbers(a.passes, b.passes) &&
  sameNumbers(a.overflow, b.overflow);

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);
