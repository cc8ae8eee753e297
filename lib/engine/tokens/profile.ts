import { intAt } from '@/lib/engine/base/read';
import type {
  CountEvidence,
  FailedCompaction,
  GuardState,
  ImageSize,
  PartKind,
  RecordedCompaction,
  RefusalDetail,
  SessionHead,
  SummaryKind,
  UsageCounts,
} from '@/lib/engine/session/schema';
import { answeredCalls } from './calls/call-pairs';
import type { Script } from './text/scripts';

/** Bits of a step. `lengthStop`: its response stopped at the output limit. */
export const stepFlag = { reported: 1, rejected: 2, lengthStop: 4 } as const;

/** A recorded compaction as integers. */
export interface MeasuredCompaction extends Omit<RecordedCompaction, 'summary' | 'reads' | 'time'> {
  /** Heuristic tokens and text bytes of the summary. */
  readonly summaryTokens: number;
  readonly summaryBytes: number;
  readonly reads: SummaryKind;
}

/** ContextGuard state recorded after a step; null entries where the trace has no such key. */
export interface MeasuredGuard extends Omit<GuardState, 'summarizedAt'> {
  readonly step: number;
}

/** A file that the results of an entry touched; `file` numbers the session's files. */
export interface MeasuredFile {
  readonly entry: number;
  readonly file: number;
  /** Size on disk afterwards. */
  readonly bytes: number;
  readonly lines: number;
  /** The tool saw all of it. */
  readonly whole: boolean;
  /** The agent's own plan. */
  readonly plan: boolean;
}

/** An image of an entry whose size in pixels is known, and its heuristic. */
export interface MeasuredImage extends ImageSize {
  readonly entry: number;
  readonly heuristic: number;
}

/** What a refusal says of a step beside size and limit. */
export interface StepRefusal extends RefusalDetail {
  readonly step: number;
}

/** A step whose usage record counts more, or other things, than its request. */
export interface StepCount extends CountEvidence {
  readonly step: number;
}

/** Facts of a profile beside its columns. */
export interface ProfileHead {
  readonly estimator: 'contextguard';
  /** Id of the importer that read it; "scenario" for generated sessions. */
  readonly source: string;
  /** Heuristic tokens of the prefix; null for a share that the trace lacks. */
  readonly system: number | null;
  readonly tools: number | null;
  /** Length of the recorded prefix as the program counts it; absent where the importer does not say. */
  readonly prefixLength?: number;
  readonly thoughts: SessionHead['thoughts'];
  /** none: the program kept no reasoning in its log. */
  readonly reasoning?: 'none';
  readonly limit: SessionHead['limit'];
  /** Ascending; absent where the limit is the window of every step. */
  readonly environments?: SessionHead['environments'];
  /** What requests asked of the model, ascending; absent where the file states none. */
  readonly asked?: SessionHead['asked'];
  readonly generated: boolean;
  readonly models: readonly string[];
  readonly labels: readonly string[];
  readonly compactions: readonly MeasuredCompaction[];
  /** Compactions that the program tried and that failed, in step order. */
  readonly failedCompactions: readonly FailedCompaction[];
  /** Refusals that say more than a size and a limit, and counts that are not one request; in step order. */
  readonly refusals: readonly StepRefusal[];
  readonly counted: readonly StepCount[];
  readonly guard: readonly MeasuredGuard[];
  /** Files in the order in which they were touched; empty where the trace says nothing of them. */
  readonly files: readonly MeasuredFile[];
  /** Images of known size, in log order. */
  readonly images: readonly MeasuredImage[];
}

/** One value per entry of the log, in log order. */
export interface EntryColumns {
  readonly kinds: Readonly<Record<PartKind, Int32Array>>;
  /** Bytes of this entry's texts in the mechanical fallback summary. */
  readonly fallback: Int32Array;
  readonly flags: Uint8Array;
  /** Number of calls, and of inline data parts. */
  readonly calls: Int32Array;
  readonly inlines: Int32Array;
  /** Bytes / 4 rounded up for each part, inline data by the length of its type. */
  readonly ceiled: Int32Array;
  /** UTF-16 units of an entry's texts, calls and responses, for systems that count a string's length. */
  readonly units: Int32Array;
  /** UTF-16 units of its thoughts alone. */
  readonly thoughtUnits: Int32Array;
  /** UTF-16 units ÷ 4, rounded, of each part of a model's entry but its first: Claude Code counts these twice. */
  readonly behindFirst: Int32Array;
  /** UTF-16 units outside ASCII of its texts of at most 100,000 units, for Gemini CLI, which weighs them. */
  readonly wide: Int32Array;
  /** Characters that JSON adds to an entry's texts and responses, for systems that measure their JSON. */
  readonly escapes: Int32Array;
  /** An entry’s own `json`, as its program stores and counts it; 0 where the source does not say. */
  readonly json: Int32Array;
  /** Items of the source without content right before an entry. */
  readonly empty: Int32Array;
  /** Number of responses in an entry. */
  readonly responses: Int32Array;
  /** Tokens that Codex takes an entry's encrypted reasoning for. */
  readonly sealed: Int32Array;
  /** Characters of its texts by script; all 0 for sizes that were kept without them. */
  readonly scripts: Readonly<Record<Script, Int32Array>>;
  /** Not per entry: bytes of every printed response, without its name, in log order. */
  readonly responseBytes: Int32Array;
  /** Likewise: bytes of the id of the call it answers; 0 where none is recorded. */
  readonly responseIds: Int32Array;
  /** Likewise: UTF-16 units of its text, and those of them outside ASCII. */
  readonly responseUnits: Int32Array;
  readonly responseWide: Int32Array;
  /** Likewise: entries between a response and its call, the call's own included; 0 for no call. */
  readonly responseCalls: Int32Array;
  /** Likewise: entries between its call and the newest earlier one with the same tool and arguments; 0 for none. */
  readonly responseRepeats: Int32Array;
}

/** One value per step; what its usage record counts is −1 where unknown. */
export interface StepColumns extends Readonly<Record<keyof UsageCounts, Int32Array>> {
  /** Entries in the request. */
  readonly entries: Int32Array;
  /** Prompt tokens of the request; −1 where unknown. */
  readonly real: Int32Array;
  readonly flags: Uint8Array;
  /** Limit named by a rejection; 0 without one. */
  readonly limit: Int32Array;
  /** Index into `head.models` and `head.labels`; −1 without one. */
  readonly model: Int32Array;
  readonly label: Int32Array;
  /** Milliseconds since 1970; NaN where unknown. */
  readonly time: Float64Array;
  /** First entry of the turn the request belongs to, and the bytes of that user's first text. */
  readonly turnStart: Int32Array;
  readonly requestBytes: Int32Array;
  /** Generated sessions: real = trunc(heuristic × ratio); null for recorded ones. */
  readonly ratio: Float64Array | null;
}

/** A session as numbers: measured once, replayed any number of times. */
export interface Profile {
  readonly head: ProfileHead;
  readonly entries: EntryColumns;
  readonly steps: StepColumns;
  readonly entryCount: number;
  readonly stepCount: number;
  /** Prefix sums, one longer than the columns: heuristic without stripped thoughts. */
  readonly sum: Int32Array;
  /** Prefix sums of stripped thoughts; all 0 where thoughts are kept. */
  readonly thoughtSum: Int32Array;
  readonly fallbackSum: Int32Array;
  /** Prefix sums of response counts: the first index of an entry in `entries.responseBytes`. */
  readonly responseStart: Int32Array;
  /** The earliest entry whose calls an entry's responses answer; −1 without one. */
  readonly callOf: Int32Array;
}

/** Adds the prefix sums to head and columns; the last step of builder and codec. */
export function completeProfile(
  head: ProfileHead,
  entries: EntryColumns,
  steps: StepColumns,
): Profile {
  const entryCount = entries.flags.length;
  const sum = new Int32Array(entryCount + 1);
  const thoughtSum = new Int32Array(entryCount + 1);
  const fallbackSum = new Int32Array(entryCount + 1);
  const { text, thought, call, response, inline, other } = entries.kinds;
  const stripped = head.thoughts === 'stripped';
  for (let i = 0; i < entryCount; i++) {
    const thoughts = intAt(thought, i);
    const rest =
      intAt(text, i) + intAt(call, i) + intAt(response, i) + intAt(inline, i) + intAt(other, i);
    sum[i + 1] = intAt(sum, i) + rest + (stripped ? 0 : thoughts);
    thoughtSum[i + 1] = intAt(thoughtSum, i) + (stripped ? thoughts : 0);
    fallbackSum[i + 1] = intAt(fallbackSum, i) + intAt(entries.fallback, i);
  }
  const responseStart = new Int32Array(entryCount + 1);
  for (let i = 0; i < entryCount; i++) {
    responseStart[i + 1] = intAt(responseStart, i) + intAt(entries.responses, i);
  }
  return {
    head,
    entries,
    steps,
    entryCount,
    stepCount: steps.entries.length,
    sum,
    thoughtSum,
    fallbackSum,
    responseStart,
    callOf: answeredCalls(entries),
  };
}
