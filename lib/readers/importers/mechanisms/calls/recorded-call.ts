import type {
  AskedOptions,
  Entry,
  FailedCompaction,
  Json,
  Part,
  RecordedCompaction,
  Tool,
} from '@/lib/engine/session/schema';
import type { Refusal } from '../refusals/read-refusal';
import type { UsageFamily } from '@/lib/engine/tokens/usage/normalize-usage';

/** A message of a request or a response, in our parts. */
export interface Message {
  readonly role: Entry['role'];
  readonly parts: readonly Part[];
  readonly label?: string;
}

/** A compaction that the log itself records, with its tokens if it counts them; automatic by default. */
export interface NativeCompaction {
  readonly preTokens: number | null;
  readonly postTokens: number | null;
  readonly trigger?: RecordedCompaction['trigger'];
  /** The summary, if the log keeps it beside the requests. */
  readonly summary?: readonly Part[];
}

/** One model call of a log of requests. Null fields are not in the log. */
export interface RecordedCall {
  /** Place in the trace: line, path or identifier. */
  readonly at: number | string;
  /** Milliseconds since 1970; calls without a time keep their order in the trace. */
  readonly time: number | null;
  /** The conversation or session named by the log; null: inferred from a common beginning. */
  readonly conversation: string | null;
  /** The agent or lane inside the conversation, as named by the log. */
  readonly lane: string | null;
  /** The lane that began this one, if the log names it. */
  readonly parentLane?: string | null;
  /** Name of the conversation, if the log has one. */
  readonly name?: string | null;
  /** Name of the agent that made the call, if the log has one. */
  readonly agent?: string | null;
  readonly system: readonly Part[] | null;
  readonly tools: readonly Tool[] | null;
  /** The request without its system prompt, oldest first. */
  readonly messages: readonly Message[];
  /**
   * whole: `messages` is the whole history. delta: only the messages since the call `previous` (or,
   * without one, since the conversation's last call). counts: the log holds none of its texts.
   */
  readonly carries: 'whole' | 'delta' | 'counts';
  /** Id of the response, and of the one this request continues. */
  readonly id?: string | null;
  readonly previous?: string | null;
  /** The response; empty if the log lacks it. */
  readonly output: readonly Message[];
  /** The provider's unchanged usage record; its family if the format determines it. */
  readonly usage: Json;
  readonly family?: UsageFamily | undefined;
  readonly model: string | null;
  /** Set if the provider refused the request. */
  readonly rejected?: Refusal | null;
  /** Set if the log records a compaction of the context for this request. */
  readonly compaction?: NativeCompaction | null;
  /** Compactions that the log says failed since the call before. */
  readonly failedCompactions?: readonly Partial<FailedCompaction>[];
  /** The response stopped at its output limit. */
  readonly lengthStop?: boolean;
  /** What the request asked of the model; unknown if omitted. */
  readonly asked?: AskedOptions;
  /** The model's window as recorded with the call. */
  readonly limit?: number | null;
  /** Oddities of the call; become notices of its session, at `at`. */
  readonly notices?: readonly CallNotice[];
}

/** A readable oddity of one call, in the form of a session's notice. */
export interface CallNotice {
  readonly code: string;
  readonly message: string;
}
