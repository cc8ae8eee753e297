/**
 * Totals of a replay without its columns: what a sweep of thousands of settings adds up. A policy
 * with a run for totals (own-totals.ts) gives the same numbers by it, several times as fast.
 */
import type { Profile } from '@/lib/engine/tokens/profile';
import type { RequestSizes } from './requests';
import type { Summariser } from './summary';

/** Follows the compactions of a run: a detector that needs no columns. Steps come in order. */
export interface CompactionWatch {
  /** A step's decision value reached the threshold. */
  reached(step: number): void;
  /** A step compacted: heuristic of the request that was decided on, and of the one sent. */
  compacted(step: number, heuristic: number, sent: number): void;
}

/** A session as a totals run reads it. */
export interface TotalsInput<S> {
  readonly profile: Profile;
  /** Steps with a limit of their own or a recorded rejection, ascending. */
  readonly refusals: readonly number[];
  /** Its requests, as the policy counts them under some settings. */
  requests(settings: S): RequestSizes;
  /** The summary model of some settings, before its first call. */
  summariser(settings: S): Summariser;
  readonly watch: CompactionWatch;
}

/** Replays one session again and again; the fields hold the last run's totals. */
export interface TotalsRun<S> {
  /**
   * Replays under these settings and the provider's limit (Infinity: unknown). False: it does not
   * model these settings, so a replay must do it, and the fields hold nothing.
   */
  run(settings: S, limit: number): boolean;
  /** Steps that compacted, and the summariser calls of all of them. */
  readonly compactions: number;
  readonly passes: number;
  /** Steps that overflow, and the first of them; −1 without one. */
  readonly overflowSteps: number;
  readonly firstOverflow: number;
  /** Real tokens of all requests as sent. */
  readonly sent: number;
  /** Tokens between the limit and the requests that compactions replaced; 0 without a limit. */
  readonly unused: number;
}

/** Begins a policy's run for totals over one session. */
export type BeginTotals<S> = (settings: S, input: TotalsInput<S>) => TotalsRun<S>;
