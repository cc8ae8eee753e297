import { formatInteger } from '@/lib/engine/base/format';

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
  /** A compaction starts beside the agent; the request is sent without its summary. */
  'start',
  /** The agent waits for the compaction beside it, which lands at once. */
  'blocked',
  /** The policy asks the model once more than the recording does. */
  'added',
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

/**
 * How a compaction beside the agent ends: it lands, the agent having gone on until then or waited for
 * it; its summariser fails; a restart loses it.
 */
export const backgroundEnds = ['landed', 'waited', 'failed', 'lost'] as const;
export type BackgroundEnd = (typeof backgroundEnds)[number];

/**
 * A compaction beside the agent. Its summary holds what was there when it started; what came since
 * stays. The columns say `compacted` at the step where it lands, and at no other.
 */
export interface BackgroundCompaction {
  /** Step whose request goes out while the summariser begins. */
  readonly start: number;
  /** Real tokens of that request. */
  readonly real: number;
  /** Entries before this one are in its summary. */
  readonly covered: number;
  /** Step before whose request it ended; null: not within the recording. */
  readonly end: number | null;
  /** null: it is under way where the recording ends. */
  readonly how: BackgroundEnd | null;
}

/**
 * A call of the model that a policy makes in front of a step and the recording lacks: its sizes are projected, and what
 * it writes is assumed.
 */
export interface AddedCall {
  readonly step: number;
  /** The mechanism that makes it: "Memory flush". */
  readonly by: string;
  /** Real tokens of its request; of these, those that no earlier request put into the cache; and those that it writes. */
  readonly asked: number;
  readonly fresh: number;
  readonly written: number;
}

/**
 * How a request stands to the recorded one of its step: it is that one; another differed before it or its
 * summary does, but it holds the same entries; it holds others.
 */
export type Standing = 'recorded' | 'rejoined' | 'apart';

/** How the requests stand from a step on, until the next such note; before the first they are recorded. */
export interface StandingNote {
  readonly step: number;
  readonly standing: Standing;
}

/** A replay's notes of its steps, in step order; the columns hold the numbers. */
export interface PolicyNotes {
  readonly events: PolicyEvent[];
  readonly passes: CompactionPass[];
  readonly kept: KeptRanges[];
  readonly elisions: Elision[];
  /** In the order of their starts. */
  readonly background: BackgroundCompaction[];
  readonly standings: StandingNote[];
  /** In step order. */
  readonly added: AddedCall[];
}

/** No notes. */
export const emptyNotes = (): PolicyNotes => ({
  events: [],
  passes: [],
  kept: [],
  elisions: [],
  background: [],
  standings: [],
  added: [],
});

/** "Entry 5 is", "Entries 5 to 9 are": the entries [from, end) and what is said of one or of several. */
export const entriesWords = (
  from: number,
  end: number,
  [one, several]: readonly [string, string] = ['is', 'are'],
): string =>
  end === from + 1
    ? `Entry ${formatInteger(from)} ${one}`
    : `Entries ${formatInteger(from)} to ${formatInteger(end - 1)} ${several}`;
