import { firstWhere } from '@/lib/engine/base/search';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { ReplayWithoutFiring, isHeld } from '../kernel/replay-without-firing';
import { outcomeOf, type SessionOutcome } from '../outcome';
import type { PieceList } from './piece-list';

/** Values of a setting by their index, and the session they are tried on. */
export interface ReplayedRange {
  readonly session: Replayable;
  readonly policy: Policy;
  readonly limit: number | null;
  /** As of a replay. */
  readonly isWindowSet: boolean;
  /** Settings with the k-th value. */
  readonly along: (k: number) => Settings;
  readonly count: number;
  /** Most replays. */
  readonly most: number;
}

/** How the pieces were found: by every value, or by `values` of them, evenly spaced. */
export interface ReplayedMethod {
  readonly values: number;
  readonly every: boolean;
  readonly replays: number;
}

/**
 * Finds pieces by replaying value after value. Where nothing fires at an end of the range, that replay
 * holds as far as no threshold is reached; of the rest, as many values as may be replayed.
 */
export function* replayedPieces(
  range: ReplayedRange,
  pieces: PieceList,
): Generator<void, ReplayedMethod> {
  const run = new Runs(range);
  const last = range.count - 1;
  const top = run.heldFrom(last);
  const bottom = top > 0 ? run.heldUntil(0, top) : 0;
  const left = top - bottom;
  const values = Math.min(left, Math.max(1, range.most));
  const { low, high } = run;
  if (low !== null) pieces.add(0, bottom - 1, low);
  for (let k = 0; k < values; k++) {
    const at = bottom + Math.floor((k * left) / values);
    const next = bottom + Math.floor(((k + 1) * left) / values);
    pieces.add(at, next - 1, run.outcome(at));
    yield;
  }
  if (high !== null) pieces.add(top, last, high);
  return { values, every: values === left, replays: run.replays };
}

/** Replays over the same columns. */
class Runs {
  replays = 0;
  /** Outcome of the held values at each end; null where the end fires. */
  low: SessionOutcome | null = null;
  high: SessionOutcome | null = null;
  readonly #range: ReplayedRange;
  #into: Replay | undefined;

  constructor(range: ReplayedRange) {
    this.#range = range;
  }

  outcome(k: number): SessionOutcome {
    return outcomeOf(this.#replay(k));
  }

  /** First of the values up to `last` that its replay covers; `last` + 1 if it fires. */
  heldFrom(last: number): number {
    const held = this.#held(last);
    if (held === null) return last + 1;
    this.high = held.outcome;
    return firstWhere(0, last, (k) => held.covers(k));
  }

  /** Behind the last of the values from `first` on, below `end`, that its replay covers; `first` if it fires. */
  heldUntil(first: number, end: number): number {
    const held = this.#held(first);
    if (held === null) return first;
    this.low = held.outcome;
    return firstWhere(first + 1, end, (k) => !held.covers(k));
  }

  #held(k: number) {
    const made = this.#replay(k);
    if (!isHeld(made)) return null;
    const { along, limit } = this.#range;
    const held = new ReplayWithoutFiring(made);
    const covers = (at: number): boolean => at === k || held.covers(along(at), limit);
    return { outcome: outcomeOf(made), covers };
  }

  #replay(k: number): Replay {
    const { session, policy, along, limit, isWindowSet } = this.#range;
    this.replays++;
    const into = this.#into === undefined ? {} : { into: this.#into };
    this.#into = replay(session, policy, along(k), { limit, isWindowSet, ...into });
    return this.#into;
  }
}
