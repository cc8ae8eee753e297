import type { Entry, Json, Part, Tool } from '@/lib/session/schema';
import type { UsageFamily } from '@/lib/tokens/normalize-usage';

/** A message of a request or a response, in our parts. */
export interface Message {
  readonly role: Entry['role'];
  readonly parts: readonly Part[];
  readonly label?: string;
}

/** A refusal by the provider: what its error says of the request. */
export interface Refusal {
  readonly real: number | null;
  readonly limit: number | null;
}

/** A compaction that the log itself tells of, with its tokens where it counts them. */
export interface NativeCompaction {
  readonly preTokens: number | null;
  readonly postTokens: number | null;
}

/** One model call as a log of requests holds it. What is null is not in the log. */
export interface RecordedCall {
  /** Where it stands in the trace: line, path or identifier. */
  readonly at: number | string;
  /** Milliseconds since 1970; calls without a time keep their order in the trace. */
  readonly time: number | null;
  /** The conversation or session the log names; null: told by the common beginning of messages. */
  readonly conversation: string | null;
  /** The agent or lane inside the conversation that the log names. */
  readonly lane: string | null;
  /** The lane that began this one, where the log says so. */
  readonly parentLane?: string | null;
  /** Name of the conversation, where the log gives one. */
  readonly name?: string | null;
  /** The agent that made the call, in words, where the log says so. */
  readonly agent?: string | null;
  readonly system: readonly Part[] | null;
  readonly tools: readonly Tool[] | null;
  /** The request without its system prompt, oldest first. */
  readonly messages: readonly Message[];
  /**
   * whole: `messages` is the whole history. delta: only what is new since the call `previous` (or,
   * without one, since the conversation's last call).
   */
  readonly carries: 'whole' | 'delta';
  /** Id of the response, and of the one this request continues. */
  readonly id?: string | null;
  readonly previous?: string | null;
  /** The response; empty where it is not in the log. */
  readonly output: readonly Message[];
  /** The provider's usage record as it stands in the log; its family where the format tells. */
  readonly usage: Json;
  readonly family?: UsageFamily | undefined;
  readonly model: string | null;
  /** Set where the provider refused the request. */
  readonly rejected?: Refusal | null;
  /** Set where the log says that the context was compacted for this request. */
  readonly compaction?: NativeCompaction | null;
  /** The response stopped at its output limit. */
  readonly lengthStop?: boolean;
  /** The window of the model as recorded with the call. */
  readonly limit?: number | null;
  /** What is odd about the call; becomes notices of its session, at `at`. */
  readonly notices?: readonly CallNotice[];
}

/** A readable oddity of one call, as a session's notice has it. */
export interface CallNotice {
  readonly code: string;
  readonly message: string;
}
