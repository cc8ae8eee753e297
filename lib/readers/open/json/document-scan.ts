import type { ListNode } from '@/lib/readers/importers/document-lists';
import type { ImportError } from '@/lib/readers/importers/importer';
import type { Json } from '@/lib/engine/session/schema';
import { HEAD_RECORDS, LARGE_BYTES, MAX_SKELETON_BYTES } from '../open-limits';
import { parseBytes, TOO_DEEP } from './list-elements';
import { Nesting } from './nesting';
import type { ListSink, OpenList, Piece, SplitState } from './list-sink';
import { ListSplitter } from './list-splitter';
import type { TraceBytes } from '../trace-bytes';

/** Result of one reading of a document: all of it except the elements of its lists. */
export type DocumentScan = Pick<
  Scanner,
  | 'state'
  | 'cutOff'
  | 'complete'
  | 'bytes'
  | 'oneLine'
  | 'head'
  | 'large'
  | 'order'
  | 'repeated'
  | 'otherBytes'
  | 'fault'
>;

/** A list of a piece, with its first elements. */
interface HeadList {
  readonly list: OpenList;
  readonly elements: Json[];
}

/** A piece whose text is collected. */
interface OpenScan {
  readonly parts: Buffer[];
  readonly lists: HeadList[];
  /** True if `head` contains the piece and its lists' first elements. */
  readonly inHead: boolean;
  bytes: number;
  /** A value outside of its lists nests too deep; `parts` is empty. */
  tooDeep: boolean;
}

/** Collects a document's content outside its lists. */
class Scanner implements ListSink {
  readonly #splitter: ListSplitter;
  readonly #most: number;
  readonly #elements: number;
  /** Position of the splitter before the file's end. */
  state: SplitState = 'before';
  /** The whole document was read. */
  complete = true;
  bytes = 0;
  /** The document with its first elements only; undefined if that is not JSON. */
  head: Json | undefined;
  /** Large elements with inner lists, by place, without those lists' elements. */
  readonly large = new Map<string, Json>();
  /** Names of the document's lists in text order. */
  readonly order: string[] = [];
  /** Place of a repeated key on the way to a list; null if there is none. */
  repeated: string | null = null;
  /** The document outside its lists has invalid UTF-8. */
  otherBytes = false;
  /** Error for every format. */
  fault: ImportError | null = null;
  readonly #open = new Map<Piece, OpenScan>();
  readonly #lists = new Map<OpenList, HeadList>();
  /** Place of the document's first byte, after its last, and of the first newline behind its begin. */
  #begin = Infinity;
  #end = Infinity;
  #newline = Infinity;
  #headBytes = 0;
  #kept = 0;
  #closed = true;
  /** True if a wanted element nests too deep. */
  #deep = false;

  constructor(tree: ListNode, most: number, elements: number) {
    this.#most = most;
    this.#elements = elements;
    this.#splitter = new ListSplitter(tree, this);
  }

  /** The file ends inside a list. */
  get cutOff(): boolean {
    return this.complete && !this.#closed;
  }

  /** The document is on one line. */
  get oneLine(): boolean {
    return this.#newline >= this.#end;
  }

  /** Takes the next chunk; false if nothing behind it matters. */
  push(chunk: Buffer, enough: (bytes: number, records: number) => boolean): boolean {
    this.#splitter.push(chunk);
    if (this.#newline === Infinity) {
      const at = chunk.indexOf(NEWLINE, Math.max(0, this.#begin - this.bytes));
      if (at >= 0) this.#newline = this.bytes + at;
    }
    this.bytes += chunk.length;
    this.state = this.#splitter.state;
    if (this.fault !== null || !['before', 'inside', 'closed'].includes(this.state)) return false;
    if (this.#newline === Infinity || !enough(this.bytes, this.#records)) return true;
    this.complete = false;
    return false;
  }

  /** Ends the file. */
  finish(): void {
    this.#splitter.end();
    // A list of nothing but such elements is no list of records.
    const onlyDeep = this.#deep && Array.isArray(this.head) && this.head.length === 0;
    if (onlyDeep && this.#elements > 0) this.fault ??= tooDeep;
  }

  /** Elements so far of a document that is a list; 0 for others. */
  get #records(): number {
    const list = this.#lists.values().next().value?.list;
    return list?.path === '$' ? list.count : 0;
  }

  opens(): boolean {
    return true;
  }

  /** The first elements of each list, up to a total size. */
  wants(list: OpenList, index: number): boolean {
    if (this.#open.get(list.piece)?.inHead !== true || index >= this.#elements) return false;
    return index === 0 || this.#headBytes < LARGE_BYTES;
  }

  element(list: OpenList, index: number, bytes: Buffer, start: number, end: number): void {
    if (!this.wants(list, index)) return;
    this.#headBytes += end - start;
    const parsed = parseBytes(bytes.subarray(start, end), () => undefined);
    if (parsed.ok) this.#lists.get(list)?.elements.push(parsed.value);
  }

  elementTooDeep(): void {
    this.#deep = true;
  }

  pieceTooDeep(piece: Piece): void {
    const scan = this.#open.get(piece);
    if (scan === undefined) return;
    scan.tooDeep = true;
    scan.parts.length = 0;
    if (piece.parent === null) this.fault ??= tooDeep;
    else this.#deep = true;
  }

  open(piece: Piece): void {
    const { parent } = piece;
    if (parent === null) this.#begin = piece.begin;
    const inHead = parent === null || this.wants(parent, parent.count - 1);
    this.#open.set(piece, { parts: [], lists: [], inHead, bytes: 0, tooDeep: false });
  }

  list(list: OpenList): void {
    const found: HeadList = { list, elements: [] };
    this.#lists.set(list, found);
    this.#open.get(list.piece)?.lists.push(found);
    if (list.piece.parent === null) this.order.push(list.node.list ?? '');
  }

  text(piece: Piece, bytes: Buffer, start: number, end: number): void {
    const scan = this.#open.get(piece);
    if (scan === undefined || scan.tooDeep) return;
    scan.bytes += end - start;
    if (this.#kept + scan.bytes > MAX_SKELETON_BYTES) this.fault ??= tooMuchBeside(piece);
    else scan.parts.push(Buffer.from(bytes.subarray(start, end)));
  }

  close(piece: Piece, end: number, closers: string | null): void {
    const scan = this.#open.get(piece);
    if (scan === undefined) return;
    this.#open.delete(piece);
    for (const { list } of scan.lists) this.#lists.delete(list);
    const isLarge = end - piece.begin > this.#most;
    if (closers !== null) {
      scan.parts.push(Buffer.from(closers));
      this.#closed = false;
    }
    const { parent } = piece;
    if (parent === null) this.#end = end;
    if (parent !== null && !scan.inHead && !isLarge) return;
    const text = Buffer.concat(scan.parts);
    if (scan.tooDeep || new Nesting().push(text)) {
      if (parent === null) this.fault ??= tooDeep;
      return;
    }
    const parsed = parseBytes(text, () => (this.otherBytes = true));
    if (!parsed.ok) return;
    this.repeated ??= parent === null || isLarge ? piece.repeated : null;
    for (const { list, elements } of scan.lists) putBack(parsed.value, list.keys, elements);
    if (parent === null) this.head = parsed.value;
    else this.#lists.get(parent)?.elements.push(...(scan.inHead ? [parsed.value] : []));
    if (parent !== null && isLarge) {
      this.#kept += scan.bytes;
      this.large.set(piece.path, parsed.value);
    }
  }
}

/** Inserts elements into their emptied list. */
function putBack(value: Json, keys: readonly string[], elements: readonly Json[]): void {
  let list: unknown = value;
  for (const key of keys) list = (list as Readonly<Record<string, unknown>> | undefined)?.[key];
  // With a repeated key the parser may have kept the other list.
  if (Array.isArray(list)) for (const element of elements) (list as Json[]).push(element);
}

const NEWLINE = 10;
const MEBIBYTE = 1024 * 1024;

const tooMuchBeside = ({ path }: Piece): ImportError => ({
  code: 'too-large',
  message: `Outside its lists the document has more than ${MAX_SKELETON_BYTES / MEBIBYTE} MiB (at ${path}), the limit; export fewer sessions at a time, or as JSON lines.`,
  at: path,
});

const tooDeep: ImportError = {
  code: 'too-deep',
  message: `The JSON is ${TOO_DEEP}.`,
  at: '$',
};

/** Limits of a scan. */
export interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes beyond which an element with inner lists goes to `large`. */
  readonly large?: number | undefined;
  /** Most elements of each list that `head` holds. */
  readonly elements?: number;
  /**
   * True if so many bytes and (of a list) records suffice. The scan then stops, unless they are on one
   * line: only its end shows that no other list follows.
   */
  readonly enough?: (bytes: number, records: number) => boolean;
}

/**
 * Reads a document once for its content outside the lists of `tree`. Stops when there is enough or
 * the content is not a document.
 */
export async function scanDocument(
  content: TraceBytes,
  tree: ListNode,
  { signal, large = LARGE_BYTES, elements = HEAD_RECORDS, enough = () => false }: ScanOptions,
): Promise<DocumentScan> {
  const scanner = new Scanner(tree, large, elements);
  for await (const chunk of content.chunks(signal)) if (!scanner.push(chunk, enough)) break;
  scanner.finish();
  return scanner;
}
