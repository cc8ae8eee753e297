import type { ListNode } from '@/lib/readers/importers/document-lists';

/** A list that is being split. */
export interface OpenList {
  readonly node: ListNode;
  /** Its JSON path. */
  readonly path: string;
  /** Its keys below the piece it belongs to. */
  readonly keys: readonly string[];
  readonly piece: Piece;
  /** Number of elements begun. */
  count: number;
}

/** A document or an element with inner lists that is being split. */
export interface Piece {
  readonly path: string;
  /** Offset of its first byte in the content. */
  readonly begin: number;
  /** The list that contains it; null for the document. */
  readonly parent: OpenList | null;
  /** Place of a repeated key on the way to a list. */
  repeated: string | null;
}

/** Receives a splitter's results in text order. */
export interface ListSink {
  /** True to split the element that begins, if lists are declared inside it. */
  opens(list: OpenList, index: number): boolean;
  /** True to receive the bytes of the element that begins. */
  wants(list: OpenList, index: number): boolean;
  /** A complete wanted element; the bytes are valid during the call. */
  element(list: OpenList, index: number, bytes: Buffer, start: number, end: number): void;
  /** A complete wanted element that nests too deep; its bytes were not kept. */
  elementTooDeep(list: OpenList, index: number): void;
  /** A value outside of the lists nests too deep. */
  pieceTooDeep(piece: Piece): void;
  open(piece: Piece): void;
  list(list: OpenList): void;
  /** Text of a piece without its lists' elements. */
  text(piece: Piece, bytes: Buffer, start: number, end: number): void;
  /** `end` is the offset after its last byte; `closers` complete the text if the file is cut off. */
  close(piece: Piece, end: number, closers: string | null): void;
}

/** Position of a splitter. */
export type SplitState =
  /** Before the document. */
  | 'before'
  | 'inside'
  /** After the document. */
  | 'closed'
  /** Other content follows the document. */
  | 'trailing'
  /** The document is neither an object with lists nor a list. */
  | 'other'
  /** A bracket is in an invalid place. */
  | 'broken';
