import { LoopWatch } from '@/lib/analysis/explain/outcome/loop-watch';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { BeginTotals, TotalsInput, TotalsRun } from '@/lib/engine/policy/totals';
import { ownTotals } from '@/lib/policies/own-totals';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { totalsOf, type SessionTotals } from '@/lib/analysis/compare/session-totals';
import { ReplayWithoutFiring, isHeld } from './replay-without-firing';
import { totalsInput } from './totals-input';

const NO_TOTALS: SessionTotals = {
  compactions: 0,
  passes: 0,
  overflowSteps: 0,
  firstOverflow: -1,
  loop: false,
  sent: 0,
  unused: 0,
};

/**
 * One session under one policy, replayed again and again for its totals: the same numbers as
 * `totalsOf(replay(session, policy, settings, { limit }))`.
 */
export interface SessionKernel {
  /**
   * Totals under these settings, and the provider's limit (undefined: the session's own, null:
   * unknown). The object may be another run's after the next call: copy what is to stay.
   */
  run(settings: unknown, limit?: number | null): SessionTotals;
}

/** The fastest exact way to the totals of a session under a policy; `isWindowSet` as of a replay. */
export function sessionKernel(
  session: Replayable,
  policy: Policy,
  isWindowSet = false,
): SessionKernel {
  // A run for totals knows no compaction by hand, and one window and limit, and counts every step.
  const { byHand, profile, countedFrom } = session;
  const isPlain =
    byHand.length === 0 && profile.head.environments === undefined && countedFrom === undefined;
  const begin = isPlain ? ownTotals(policy) : undefined;
  return begin === undefined
    ? new ReplayKernel(session, policy, isWindowSet)
    : new DeclaredKernel(session, policy, begin);
}

/** Replays over the same columns, unless a replay in which nothing fired answers already. */
class ReplayKernel implements SessionKernel {
  readonly #session: Replayable;
  readonly #policy: Policy;
  #into: Replay | undefined;
  readonly #isWindowSet: boolean;
  #held: ReplayWithoutFiring | null = null;

  constructor(session: Replayable, policy: Policy, isWindowSet = false) {
    this.#session = session;
    this.#policy = policy;
    this.#isWindowSet = isWindowSet;
  }

  run(settings: unknown, given?: number | null): SessionTotals {
    const limit = given === undefined ? (this.#session.profile.head.limit?.tokens ?? null) : given;
    if (this.#held?.covers(settings as Settings, limit) === true) return this.#held.totals;
    const into = this.#into === undefined ? {} : { into: this.#into };
    const isWindowSet = this.#isWindowSet;
    const made = replay(this.#session, this.#policy, settings, { limit, isWindowSet, ...into });
    this.#into = made;
    if (!isHeld(made)) return totalsOf(made);
    this.#held = new ReplayWithoutFiring(made);
    return this.#held.totals;
  }
}

/** The policy's own run for totals; where it does not model the settings, a replay. */
class DeclaredKernel implements SessionKernel {
  readonly #session: Replayable;
  readonly #policy: Policy;
  readonly #begin: BeginTotals<unknown>;
  readonly #watch = new LoopWatch();
  readonly #totals: { -readonly [K in keyof SessionTotals]: SessionTotals[K] } = { ...NO_TOTALS };
  #run: TotalsRun<unknown> | undefined;
  #full: ReplayKernel | undefined;

  constructor(session: Replayable, policy: Policy, begin: BeginTotals<unknown>) {
    this.#session = session;
    this.#policy = policy;
    this.#begin = begin;
  }

  run(settings: unknown, limit?: number | null): SessionTotals {
    const run = (this.#run ??= this.#begin(settings, this.#input(settings)));
    const { head } = this.#session.profile;
    this.#watch.begin();
    const most = (limit === undefined ? head.limit?.tokens : limit) ?? Infinity;
    if (!run.run(settings, most)) return this.#replayed(settings, limit);
    const totals = this.#totals;
    totals.compactions = run.compactions;
    totals.passes = run.passes;
    totals.overflowSteps = run.overflowSteps;
    totals.firstOverflow = run.firstOverflow;
    totals.loop = this.#watch.found;
    totals.sent = run.sent;
    totals.unused = run.unused;
    return totals;
  }

  #input(settings: unknown): TotalsInput<unknown> {
    return totalsInput(this.#session, this.#policy, settings, this.#watch);
  }

  #replayed(settings: unknown, limit: number | null | undefined): SessionTotals {
    this.#full ??= new ReplayKernel(this.#session, this.#policy);
    return this.#full.run(settings, limit);
  }
}
