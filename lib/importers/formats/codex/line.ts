import type { Fields } from '../../mechanisms/loose-json';

/** A record and its place. */
export interface Line {
  readonly payload: Fields;
  readonly at: number | string;
  /** Time of writing; null if the record lacks it. */
  readonly time: string | null;
  /** True for a copy from the thread this one was forked from. */
  readonly inherited: boolean;
}

/** Outcome of a record, for the receipt. */
export type Fate =
  | { readonly fate: 'keep' }
  /** Counted with the entries, when the sessions are known. */
  | { readonly fate: 'entry' }
  | { readonly fate: 'merge' | 'drop' | 'lose'; readonly reason: string };
