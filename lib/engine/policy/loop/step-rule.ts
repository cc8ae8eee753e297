/** A policy's part of a step; the loop does the rest. */
export interface StepRule {
  /** Before the request is counted: pruning. */
  before(step: number): void;
  /** The decision value of the policy's own rule, for a request of heuristic `h`. */
  own(step: number, h: number): number;
  /** The value it compares, from an estimate of the request's real tokens. */
  estimated(step: number, estimate: number): number;
  /** The value reached the trigger, the response before stopped at the output limit, or one is due. */
  decide(step: number, value: number): void;
  /** After the response; `real` is what the provider reported, 0 for nothing. */
  after(step: number, h: number, real: number): void;
  /** Tokens the policy remembers of the newest usage. */
  state(): number;
}

/**
 * Which methods of a rule are its own: the loop calls no others. In a process that replays many
 * policies a call that does nothing still costs a lookup.
 */
export type OwnMethods = Readonly<Record<'before' | 'after' | 'state', boolean>>;
