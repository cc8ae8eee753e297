/** ContextGuard's keys in the session state, by our name of each. */
export type GuardStateKey =
  'summary' | 'watermark' | 'summarizedAt' | 'realTokens' | 'lastHeuristic';

/** The keys that a policy keeps between requests. */
export interface GuardState<S = unknown> {
  readonly keys: readonly GuardStateKey[];
  /** A compaction sets the provider's count to 0 before the request is sent. */
  resets(settings: S): boolean;
}
