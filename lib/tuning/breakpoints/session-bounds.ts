import { LoopWatch } from '@/lib/analysis/explain/outcome/loop-watch';
import type { OutcomeEnd, OutcomeRun } from '@/lib/engine/policy/outcomes';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { summaryModels, summarySettingsOf } from '@/lib/engine/replay/replay';
import { SessionRequests } from '@/lib/engine/replay/requests';
import { requestsOf } from '@/lib/engine/replay/session-form';
import type { SummaryModels } from '@/lib/engine/replay/summariser';
import type { SessionOutcome } from '../outcome';

/** An end of a range, with what begins anew at every run. */
interface End extends OutcomeEnd {
  readonly summariser: SummaryModels;
  readonly watch: LoopWatch;
}

/** A session whose outcomes a policy bounds over ranges of a setting. */
export class SessionBounds {
  readonly #run: OutcomeRun<unknown>;
  readonly #low: End;
  readonly #high: End;
  readonly #limit: number;

  private constructor(run: OutcomeRun<unknown>, ends: readonly [End, End], limit: number | null) {
    this.#run = run;
    [this.#low, this.#high] = ends;
    this.#limit = limit ?? Infinity;
  }

  /** Null where the policy does not bound the session's outcomes over this setting. */
  static of(
    session: Replayable,
    policy: Policy,
    settings: unknown,
    setting: string,
    limit: number | null,
  ): SessionBounds | null {
    const { outcomes } = policy;
    if (outcomes?.settings.includes(setting) !== true) return null;
    // Bounds know no compaction by hand, and one window and limit.
    const { byHand, profile: recorded } = session;
    if (byHand.length > 0 || recorded.head.environments !== undefined) return null;
    const ends = [endOf(session, policy, settings), endOf(session, policy, settings)] as const;
    const { profile, refusals } = session;
    const run = outcomes.begin(settings, {
      profile,
      refusals,
      ends(low, high) {
        [low, high].forEach((given, k) => ends[k]?.summariser.begin(summarySettingsOf(given)));
        return ends;
      },
    });
    return run && new SessionBounds(run, ends, limit);
  }

  /** Where the last run's ends parted: a threshold, or NaN. */
  get turn(): number {
    return this.#run.turn;
  }

  /** The outcome that every setting between two has; null where they may differ. */
  outcome(low: unknown, high: unknown): SessionOutcome | null {
    this.#low.watch.begin();
    this.#high.watch.begin();
    if (!this.#run.run(low, high, this.#limit)) return null;
    const { found: loop } = this.#low.watch;
    if (loop !== this.#high.watch.found) return null;
    const { fired, passes, overflow } = this.#run;
    return { fired: [...fired], passes: [...passes], overflow: [...overflow], loop };
  }
}

/** Requests of its own, since both ends look at another view at the same time. */
function endOf(session: Replayable, policy: Policy, settings: unknown): End {
  const form = requestsOf(session, policy, settings);
  const requests = new SessionRequests(session.base, form);
  const script = { script: undefined, wrapperBytes: form.wrapperBytes };
  return {
    requests,
    summariser: summaryModels(session, settings, null, script),
    watch: new LoopWatch(),
  };
}
