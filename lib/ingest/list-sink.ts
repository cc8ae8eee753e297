import type { ListNode } from '@/lib/importers/document-lists';

/** A list while its elements pass. */
export interface OpenList {
  readonly node: ListNode;
  /** Its JSON path. */
  readonly path: string;
  /** Its keys below the piece it belongs to. */
  readonly keys: readonly string[];
  readonly piece: Piece;
  /** Elements that have begun. */
  count: number;
}

/** A document, or an element of a list with lists inside, that is being taken apart. */
export interface Piece {
  readonly path: string;
  /** Place of its first byte in the content. */
  readonly begin: number;
  /** The list that it is an element of; null for the document. */
  readonly parent: OpenList | null;
  /** A key on the way to a list that stands twice in one object: its place. */
  repeated: string | null;
}

/** What a splitter finds, in the order of the text. */
export interface ListSink {
  /** Whether the element that begins is taken apart in turn, where lists are declared inside of it. */
  opens(list: OpenList, index: number): boolean;
  /** Whether the bytes of the element that begins are wanted. */
  wants(list: OpenList, index: number): boolean;
  /** A wanted element, whole; the bytes are valid during the call. */
  element(list: OpenList, index: number, bytes: Buffer, start: number, end: number): void;
  open(piece: Piece): void;
  list(list: OpenList): void;
  /** Text of a piece, without the elements of its lists. */
  text(piece: Piece, bytes: Buffer, start: number, end: number): void;
  /** `end` is the place behind its last byte; `closers` complete the text where the file ends before. */
  close(piece: Piece, end: number, closers: string | null): void;
}

/** Where a splitting stands. */
export type SplitState =
  /** Before the document. */
  | 'before'
  | 'inside'
  /** Behind the document. */
  | 'closed'
  /** Something else follows the document. */
  | 'trailing'
  /** The document is neither an object with lists nor a list. */
  | 'other'
  /** A bracket stands where none can. */
  | 'broken';
