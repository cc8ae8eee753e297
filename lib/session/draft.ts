import type { Entry, GuardState, Json, SessionHead, Step } from './schema';

/** Number under which an entry store keeps an entry. */
export type EntryRef = number;

/** Where importers put what they read: measured at once, text kept by the host (memory, blobs). */
export interface EntryStore {
  /** Stores an entry. Its ref is the row number of the store, counting from 0. */
  entry(entry: Entry): EntryRef;
  /** Stores a provider's usage record and returns its ref. */
  usage(record: Json): number;
}

/** A step whose usage record lives in the entry store; −1 where there is none. */
export interface DraftStep extends Omit<Step, 'usage' | 'guard'> {
  readonly usage: number;
  readonly guard?: GuardState | undefined;
}

/** A session whose entries and usage records are refs into a store; what importers produce. */
export interface SessionDraft {
  readonly head: SessionHead;
  /** Refs of the log's entries, in log order. Several drafts of a trace may share refs. */
  readonly entries: readonly EntryRef[];
  readonly steps: readonly DraftStep[];
}
