/**
 * Outcomes of all values of a setting between two, by one run with bounds in place of numbers. Every
 * operation of a run is monotone in its operands, floating ones with their rounding too: so bounds of
 * the operands give bounds of the result, and a comparison that both bounds decide alike is decided
 * for every value between. A policy that declares `outcomes` gives the same events as its run.
 */
import type { Profile } from '@/lib/engine/tokens/profile';
import type { RequestSizes } from './requests';
import type { Summariser } from './summary';
import type { CompactionWatch } from './totals';

/** One end of a range: what a run at that end would be given. */
export interface OutcomeEnd {
  readonly requests: RequestSizes;
  readonly summariser: Summariser;
  /** At the low end the watch of the fewest events that a value between may have, at the high end the most. */
  readonly watch: CompactionWatch;
}

/** A session as an outcome run reads it. */
export interface OutcomeInput<S> {
  readonly profile: Profile;
  /** Steps with a limit of their own or a recorded rejection, ascending. */
  readonly refusals: readonly number[];
  /** The two ends, before their first step; their settings count requests alike. */
  ends(low: S, high: S): readonly [OutcomeEnd, OutcomeEnd];
}

/** Runs one session over ranges of a setting; the lists hold the last run's events. */
export interface OutcomeRun<S> {
  /**
   * Runs between two settings, equal but for one of the declared, under the provider's limit (Infinity:
   * unknown). False: values between may differ, and the lists hold nothing. Two equal settings never do.
   */
  run(low: S, high: S, limit: number): boolean;
  /**
   * After a run that returned false: settings whose threshold is at most this number differ from those
   * above it. NaN where it is not known.
   */
  readonly turn: number;
  /** Steps that compact, ascending, and the summariser calls of each. */
  readonly fired: readonly number[];
  readonly passes: readonly number[];
  /** Steps that overflow, ascending. */
  readonly overflow: readonly number[];
}

/** A policy's declaration that its outcomes can be bounded. */
export interface BoundedOutcomes<S> {
  /** Settings whose range may be run as one. */
  readonly settings: readonly string[];
  /** The run of a session; null where it does not model these settings. */
  begin(settings: S, input: OutcomeInput<S>): OutcomeRun<S> | null;
}
