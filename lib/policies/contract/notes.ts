/** Note of policies that check the threshold after each response. */
export const NO_RESPONSE = 'The threshold is checked after a response; there is none yet.';

/** Kinds of a policy's notes; each has its mark on the event rail. */
export const policyEventKinds = [
  /** The system calls a hook: PreCompact, SessionStart. */
  'hook',
  /** It writes a boundary message into its log. */
  'boundary',
  /** It blanks or shortens entries without summarising. */
  'prune',
  /** The summariser failed; the text says what the policy does instead. */
  'failure',
  /** It compacts because the response stopped at the output limit. */
  'reactive',
  /** It fires, but nothing changes. */
  'no-op',
  /** Entries are neither summarised nor sent from here on. */
  'lost',
  /** A response is sent without its call. */
  'orphan',
  /** The run of the agent ends here. */
  'exit',
  /** The user's request is queued again. */
  'requeued',
  /** It counts by an estimate, since usage is missing. */
  'estimated',
  /** It stops compacting: too many failures or refills. */
  'breaker',
  /** The cut splits a user's turn; its beginning is summarised separately. */
  'split-turn',
  /** The threshold is reached where the policy does not look. */
  'unchecked',
  /** The summary is rejected: the request would have grown. */
  'inflated',
] as const;
export type PolicyEventKind = (typeof policyEventKinds)[number];

/** Something a policy did at a step. */
export interface PolicyEvent {
  readonly step: number;
  readonly kind: PolicyEventKind;
  /** One sentence with its numbers. */
  readonly text: string;
}

/** Entries before `covered` that stay in the requests from a step on, until the next such note. */
export interface KeptRanges {
  readonly step: number;
  /** Half-open, ascending. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** One entry shortened or blanked from a step on; it stays so. */
export interface Elision {
  readonly step: number;
  readonly entry: number;
  /** Heuristic tokens it lost, by the policy's estimator. */
  readonly tokens: number;
}

/** One pass of a compaction that keeps a tail, or that took several passes. */
export interface CompactionPass {
  readonly step: number;
  /** Size of the tail in the policy's measure, contents or tokens; 0 if nothing is kept. */
  readonly keep: number;
  /** Contents of the request before the pass; those before `split` go into the summary. */
  readonly contents: number;
  readonly split: number;
  /** Heuristic of the request after the pass, by the policy's estimator. */
  readonly heuristic: number;
}

/** A replay's notes of its steps, in step order; the columns hold the numbers. */
export interface PolicyNotes {
  readonly events: PolicyEvent[];
  readonly passes: CompactionPass[];
  readonly kept: KeptRanges[];
  readonly elisions: Elision[];
}

/** No notes. */
export const emptyNotes = (): PolicyNotes => ({ events: [], passes: [], kept: [], elisions: [] });
