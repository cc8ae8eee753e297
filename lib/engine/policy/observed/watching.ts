/**
 * What a policy's run asks of the recording while it watches it, which is the observed replay: at each
 * step the policy decides on the view that was in force when the program checked. Nothing that it decides
 * is applied; then it adopts the recorded request, as its own code would after a compaction.
 */
import type { SummaryView } from '../requests';

/**
 * What a decision would do to the request first: nothing · give it to a summariser, or cut it · blank or
 * shorten entries · start a compaction beside the agent. Whether an answer would have been taken depends
 * on a summary that nobody wrote, so this is what the policy asks for, not what it does.
 */
export const firings = ['none', 'compacts', 'prunes', 'starts'] as const;
export type Firing = (typeof firings)[number];

/** A recording that a policy watches, in step order. */
export interface Watching {
  /** The recording is of the policy's own system, whose code knows texts that no log holds. */
  readonly own: boolean;
  /** What its decisions are asked on. */
  readonly asks: WatchBasis;
  /** The next step with a boundary before it; Infinity for none. */
  readonly due: number;
  /** Puts the log as it stood at the check of the boundary at `due` in place. */
  enter(): void;
  /** Puts the request as sent in place again and goes on to the next boundary. */
  leave(): void;
  /** The view that a decision is asked on, and the one that was sent; each call makes a new object. */
  asked(): SummaryView;
  sent(): SummaryView;
  /** Runs a decision until it asks for something; nothing of it stays. */
  ask(step: number, decide: () => void): void;
  /**
   * At a boundary with a summary: the policy's own code takes the recorded compaction in. True if it marks the
   * step as compacted; else the run forgets what it knew of usage.
   */
  adopt(step: number, decide: () => void): boolean;
  /** True at a boundary with a summary. */
  readonly adopts: boolean;
  /** Something that a decision does to the request; ends a decision that is only asked. */
  effect(firing: Exclude<Firing, 'none'>): void;
}

/**
 * What a policy is asked on: the view in force · the whole log behind the stored summary, for it cuts that
 * anew at each compaction · nothing, for it decides on requests that were never sent, so it has a value only.
 */
export type WatchBasis = 'view' | 'log' | 'nothing';

/** How a policy watches where that is more than comparing a value on the view in force. */
export interface ObservingTraits {
  /** `view` if left out. */
  readonly asks?: Exclude<WatchBasis, 'view'>;
  /** Its own blanks are part of its decision: those of a boundary are not in the view that it is asked on. */
  readonly blanks?: 'after';
}
