import type { ListNode } from '@/lib/readers/importers/document-lists';
import type { OpenList, Piece } from './list-sink';

/** An open object on the way to a list. */
export interface ObjectFrame {
  readonly kind: 'object';
  readonly node: ListNode;
  readonly path: string;
  readonly keys: readonly string[];
  readonly piece: Piece;
  /** Declared keys seen so far. */
  readonly seen: Set<string>;
  readonly root: boolean;
}

/** An open list that is being split. */
export interface ListFrame {
  readonly kind: 'list';
  readonly list: OpenList;
  readonly piece: Piece;
  readonly root: boolean;
  /** An element began since the last comma. */
  filled: boolean;
  /** An element must follow, after a comma. */
  owed: boolean;
}

export type Frame = ObjectFrame | ListFrame;
