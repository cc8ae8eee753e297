import type { Entry, GuardState, Json, SessionHead, Step } from './schema';

/** Row number of an entry in an entry store. */
export type EntryRef = number;

/** Target of what importers read: entries are measured at once; the host keeps the text. */
export interface EntryStore {
  /** Stores an entry. Its ref is the row number of the store, counting from 0. */
  entry(entry: Entry): EntryRef;
  /** Stores a provider's usage record and returns its ref. */
  usage(record: Json): number;
}

/** A step whose usage record is in the entry store; −1 without one. */
export interface DraftStep extends Omit<Step, 'usage' | 'guard'> {
  readonly usage: number;
  readonly guard?: GuardState | undefined;
}

/** A session whose entries and usage records are refs into a store; the output of importers. */
export interface SessionDraft {
  readonly head: SessionHead;
  /** Refs of the log's entries, in log order. Several drafts of a trace may share refs. */
  readonly entries: readonly EntryRef[];
  readonly steps: readonly DraftStep[];
  /**
   * Folder or repository that the agent worked in, where the recording names it. Sessions of one are
   * not independent; it is no part of the canonical session.
   */
  readonly project?: string;
  /** The user or account that the file names; no part of the canonical session either. */
  readonly user?: string;
}
