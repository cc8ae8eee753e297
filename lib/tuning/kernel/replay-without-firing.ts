import { comparedAt, reaches } from '@/lib/analysis/explain/ledger-decision';
import { reachesThreshold } from '@/lib/engine/policy/decision';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Replay } from '@/lib/engine/replay/replay';
import { totalsOf, type SessionTotals } from '@/lib/analysis/compare/session-totals';

/**
 * A replay in which no step reached the threshold. Settings that only the threshold reads (they are in
 * the policy's path, and no form of its value reads them) lead to the same replay as long as no value
 * reaches the other threshold either: so the largest value answers for all of them.
 */
export class ReplayWithoutFiring {
  readonly totals: SessionTotals;
  readonly #policy: Policy;
  readonly #settings: Settings;
  readonly #limit: number | null;
  readonly #prefix: number;
  /** Settings that only the threshold reads. */
  readonly #free: ReadonlySet<string>;
  readonly #largest: number;
  /** One threshold is not in force throughout, under the session's own window. */
  readonly #varies: boolean;

  constructor(replay: Replay) {
    this.totals = totalsOf(replay);
    this.#policy = replay.policy;
    this.#settings = replay.settings;
    this.#limit = replay.limit;
    this.#prefix = replay.form.estimator.prefix;
    this.#free = freeSettings(replay);
    this.#largest = largestValue(replay);
    this.#varies = replay.session.profile.head.environments !== undefined;
  }

  /** A replay under these settings and this limit has the same totals. */
  covers(settings: Settings, limit: number | null): boolean {
    const { decision } = this.#policy;
    if (limit !== this.#limit || decision === null || this.#varies) return false;
    const mine = this.#settings;
    for (const key in settings) {
      if (settings[key] !== mine[key] && !this.#free.has(key)) return false;
    }
    return !reachesThreshold(decision, this.#largest, decision.threshold(settings, this.#prefix));
  }
}

/** The settings that only the threshold reads; none of a policy that compares no tokens. */
function freeSettings({ policy, settings }: Replay): ReadonlySet<string> {
  const { decision } = policy;
  if (decision?.unit !== 'tokens') return new Set();
  const read = new Set(decision.value.flatMap(({ reads = [] }) => reads));
  return new Set(decision.path(settings).filter((key) => !read.has(key)));
}

/** No step reached the threshold, and none compacted or was to compact for another reason. */
export const isHeld = (replay: Replay): boolean =>
  replay.byHand.length === 0 &&
  !replay.columns.compacted.includes(1) &&
  replay.marks.every((_, step) => !reaches(replay, step));

function largestValue(replay: Replay): number {
  let largest = -Infinity;
  for (let step = 0; step < replay.marks.length; step++) {
    const value = comparedAt(replay, step);
    if (value > largest) largest = value;
  }
  return largest;
}
