/** A pipeline: mechanisms in an order, each with its trigger, its target and what it keeps. */
import type { Profile } from '@/lib/engine/tokens/profile';

/** The request that a mechanism is asked about; one object for a replay, read when asked. */
export interface PipelineRequest {
  readonly step: number;
  readonly profile: Profile;
  /** Entries of the log; those before `covered` are not sent, but for those that a mechanism keeps in front. */
  readonly entries: number;
  readonly covered: number;
  /** The value that is compared, after what the mechanisms before this one did. */
  readonly value: number;
  /** Milliseconds since the request before; NaN where the recording does not say when either went out. */
  readonly idle: number;
  /** The step begins a turn: no tool result stands between it and the user's message. */
  readonly beginsTurn: boolean;
  /** First entry of the newest ones that have at most so many tokens, at least so many entries. */
  newest(tokens: number, least?: number): number;
}

/** What every mechanism declares. `prefix` is the heuristic of system prompt and tools. */
interface Stage<S> {
  /** What it is called in notes: "Session memory". */
  readonly name: string;
  /** Value from which it acts, by the decision's relation; Infinity: it is off. */
  trigger(settings: S, prefix: number): number;
  /** What must hold besides; left out: nothing. */
  when?(request: PipelineRequest, settings: S): boolean;
  /** Value down to which it works, oldest entries first; left out: it takes all that it does not keep. */
  target?(settings: S, prefix: number): number;
  /** First entry that it leaves as it is. */
  keeps(request: PipelineRequest, settings: S): number;
}

/** Empties the tool results that it does not keep. */
interface Clearing<S> extends Stage<S> {
  readonly does: 'clears';
  /** Bytes that stay of a result. */
  leaves(settings: S): number;
  /** Fewest tokens worth clearing; left out: any. */
  least?(settings: S): number;
}

/** What a mechanism that cuts keeps in front of the cut, whatever it cuts. */
interface Cutting<S> extends Stage<S> {
  /** Entries at the beginning of the log that stay. */
  head?(request: PipelineRequest, settings: S): number;
}

/** Asks a summariser for what stands in front of the entries that it keeps. */
export interface Summarising<S> extends Cutting<S> {
  readonly does: 'summarises';
  /** Calls that what it replaces is parted into, each with a summary of its own; left out: one. */
  calls?(request: PipelineRequest, settings: S): number;
  /** Real tokens that a summary may have; `tokens` are those that it replaces. */
  cap(settings: S, tokens: number): number;
}

/** Puts a text there that was written before, without a call. */
interface Recalling<S> extends Cutting<S> {
  readonly does: 'recalls';
  /** Its UTF-8 bytes. */
  bytes(settings: S): number;
}

/** Leaves the entries out. */
interface Dropping<S> extends Stage<S> {
  readonly does: 'drops';
}

/**
 * Asks the model with the request as it is, once until the next compaction, for something that it stores elsewhere. The
 * request stays as it is; what it keeps is not asked for.
 */
export interface Adding<S> extends Omit<Stage<S>, 'target' | 'keeps'> {
  readonly does: 'adds';
  /** UTF-8 bytes of its own instructions, which no earlier request held. */
  asks(settings: S): number;
  /** Real tokens that each of its calls writes: the settings assume them. */
  writes(settings: S): readonly number[];
}

/**
 * Puts a result above a size into a file when it comes, whatever the value, with a pointer in its place. The agent may read
 * it back, in a call that the recording lacks. A pipeline has this or clears results, not both.
 */
export interface Offloading<S> {
  readonly does: 'offloads';
  readonly name: string;
  /** Tokens, bytes ÷ 4, that a result has at most without leaving. */
  trigger(settings: S, prefix?: number): number;
  /** Bytes of the pointer, and of what it shows of the result. */
  leaves(settings: S): number;
  /** Real tokens that the agent reads back of each, which stay until the next compaction; 0: none. */
  readsBack(settings: S): number;
}

/** One mechanism of a pipeline that changes the request where the value reaches its trigger. */
export type Changing<S> = Clearing<S> | Summarising<S> | Recalling<S> | Dropping<S>;
/** One that has a trigger. */
export type Triggered<S> = Changing<S> | Adding<S>;
/** One mechanism of a pipeline. */
export type Mechanism<S> = Triggered<S> | Offloading<S>;

/** The least value from which one of the mechanisms changes the request: the threshold of a pipeline. */
export const firstTrigger = <S>(
  mechanisms: readonly Mechanism<S>[],
  settings: S,
  prefix: number,
): number =>
  Math.min(
    ...mechanisms
      .filter(({ does }) => does !== 'adds' && does !== 'offloads')
      .map((one) => one.trigger(settings, prefix)),
  );
