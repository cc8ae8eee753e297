/**
 * The names of a session, the lines of its entries that hold them, and its calls: what tells which of the
 * context is used again. Texts of names are foreign text. A session of numbers alone has no index.
 */
import type { PinnedKind } from './pinned-table';

/** Bits of a name. */
export const nameFlag = {
  /** It stands in the system prompt, a tool's definition or instructions: it cannot be lost. */
  safe: 1,
} as const;

/** Bits of a line. */
export const lineFlag = {
  /** The model wrote it, in a text or a call: its names are references. */
  said: 1,
  /** It stands for a whole result: the names that the call asked for. It has no units of its own. */
  asked: 2,
} as const;

/** An entry's lines that hold a name, and their names; CSR over entries, then over lines. */
export interface NamedLines {
  /** First line of each entry; one longer than the log. */
  readonly first: Int32Array;
  /** UTF-16 units of each line, its newline included. */
  readonly units: Int32Array;
  readonly flags: Uint8Array;
  /** Number of the call (in `calls`) that a line is an argument of, else −1. */
  readonly call: Int32Array;
  /** First name of each line in `names`; one longer than the lines. */
  readonly nameFirst: Int32Array;
  /** Numbers of names. */
  readonly names: Int32Array;
}

/** The calls of a log in its order. */
export interface IndexedCalls {
  readonly entry: Int32Array;
  /** Equal for calls of the same tool with the same arguments. */
  readonly same: Int32Array;
  /** Index into `callEffects`. */
  readonly effect: Uint8Array;
  /** The first path or address among its arguments: a name, −1 without one. */
  readonly subject: Int32Array;
  /** The entry that answers; −1 without an answer. */
  readonly answer: Int32Array;
  /** Equal for equal results; −1 without one. */
  readonly result: Int32Array;
  /** UTF-16 units of its result. */
  readonly resultUnits: Int32Array;
}

/** Content that should outlive a compaction. */
export interface PinnedContent {
  readonly what: PinnedKind;
  readonly entry: number;
  /** Equal for equal content: what an agent puts back is the same again. */
  readonly same: number;
  /** Lines or items of its text. */
  readonly pieces: number;
  /** Of these, how many each recorded compaction's summary quotes; −1 where it has no text. */
  readonly quoted: readonly number[];
}

/** What of a session's texts was not searched, because a table has a bound. */
export interface LeftOut {
  /** Entries of which some names are missing. */
  readonly entries: number;
}

/** The names of a session and where they stand. */
export interface ReferenceIndex {
  readonly entryCount: number;
  /** Names that the model wrote at least once, in order of appearance. */
  readonly names: readonly string[];
  /** Index into `nameKinds`, and bits of `nameFlag`. */
  readonly kinds: Uint8Array;
  readonly nameFlags: Uint8Array;
  /** UTF-16 units of all texts of each entry that later requests hold. */
  readonly units: Int32Array;
  readonly lines: NamedLines;
  readonly calls: IndexedCalls;
  /** By recorded compaction: the names that its summary holds, ascending; null where it has no text. */
  readonly summaries: readonly (Int32Array | null)[];
  readonly pinned: readonly PinnedContent[];
  readonly leftOut: LeftOut;
}
