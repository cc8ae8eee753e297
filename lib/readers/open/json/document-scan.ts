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
export interface DocumentScan {
  readonly state: SplitState;
  /** The file ends inside a list. */
  readonly cutOff: boolean;
  /** The whole document was read. */
  readonly complete: boolean;
  readonly bytes: number;
  /** The document is on one line. */
  readonly oneLine: boolean;
  /** The document with its first elements only; undefined if that is not JSON. */
  readonly head: Json | undefined;
  /** Large elements with inner lists, by place, without those lists' elements. */
  readonly large: ReadonlyMap<string, Json>;
  /** Names of the document's lists in text order. */
  readonly order: readonly string[];
  /** Names of lists with more elements than are in `head` or `large`. */
  readonly shortened: ReadonlySet<string>;
  /** Place of a repeated key on the way to a list; null if there is none. */
  readonly repeated: string | null;
  /** The document outside its lists has invalid UTF-8. */
  readonly otherBytes: boolean;
  /** Error for every format. */
  readonly fault: ImportError | null;
}

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
  readonly splitter: ListSplitter;
  readonly large = new Map<string, Json>();
  readonly shortened = new Set<string>();
  readonly order: string[] = [];
  head: Json | undefined;
  cutOff = false;
  repeated: string | null = null;
  otherBytes = false;
  /** Place of the first wanted element that nests too deep. */
  deep: string | null = null;
  fault: ImportError | null = null;
  readonly #most: number;
  readonly #open = new Map<Piece, OpenScan>();
  readonly #lists = new Map<OpenList, HeadList>();
  /** Place of the document's first byte, and after its last. */
  begin = Infinity;
  end = Infinity;
  #headBytes = 0;
  #kept = 0;

  constructor(tree: ListNode, most: number) {
    this.#most = most;
    this.splitter = new ListSplitter(tree, this);
  }

  /** Elements so far of a document that is a list; 0 for others. */
  get records(): number {
    const list = this.#lists.values().next().value?.list;
    return list?.path === '$' ? list.count : 0;
  }

  opens(): boolean {
    return true;
  }

  /** The first elements of each list, up to a total size. */
  wants(list: OpenList, index: number): boolean {
    if (this.#open.get(list.piece)?.inHead !== true || index >= HEAD_RECORDS) return false;
    return index === 0 || this.#headBytes < LARGE_BYTES;
  }

  element(list: OpenList, index: number, bytes: Buffer, start: number, end: number): void {
    if (!this.wants(list, index)) return;
    this.#headBytes += end - start;
    const parsed = parseBytes(bytes.subarray(start, end), () => undefined);
    if (parsed.ok) this.#lists.get(list)?.elements.push(parsed.value);
  }

  elementTooDeep(list: OpenList, index: number): void {
    this.deep ??= `${list.path}[${index}]`;
  }

  pieceTooDeep(piece: Piece): void {
    const scan = this.#open.get(piece);
    if (scan === undefined) return;
    scan.tooDeep = true;
    scan.parts.length = 0;
    if (piece.parent === null) this.fault ??= tooDeep;
    else this.deep ??= piece.path;
  }

  open(piece: Piece): void {
    const { parent } = piece;
    if (parent === null) this.begin = piece.begin;
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
      this.cutOff = true;
    }
    const { parent } = piece;
    if (parent === null) this.end = end;
    if (parent !== null && !scan.inHead && !isLarge) return;
    const text = Buffer.concat(scan.parts);
    if (scan.tooDeep || new Nesting().push(text)) {
      if (parent === null) this.fault ??= tooDeep;
      return;
    }
    const parsed = parseBytes(text, () => (this.otherBytes = true));
    if (!parsed.ok) return;
    this.repeated ??= parent === null || isLarge ? piece.repeated : null;
    for (const { list, elements } of scan.lists) {
      if (list.count > elements.length) this.shortened.add(list.node.list ?? '');
      putBack(parsed.value, list.keys, elements);
    }
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
  { signal, large: most = LARGE_BYTES, enough = () => false }: ScanOptions,
): Promise<DocumentScan> {
  const scanner = new Scanner(tree, most);
  const { splitter } = scanner;
  let bytes = 0;
  let complete = true;
  let newline = -1;
  for await (const chunk of content.chunks(signal)) {
    splitter.push(chunk);
    const at = newline < 0 ? chunk.indexOf(NEWLINE, Math.max(0, scanner.begin - bytes)) : -1;
    if (at >= 0) newline = bytes + at;
    bytes += chunk.length;
    const { state } = splitter;
    if (scanner.fault !== null || !['before', 'inside', 'closed'].includes(state)) break;
    if (newline >= 0 && enough(bytes, scanner.records)) {
      complete = false;
      break;
    }
  }
  const { state } = splitter;
  splitter.end();
  const { head, large, order, shortened, repeated, otherBytes, cutOff } = scanner;
  // A list of nothing but such elements is no list of records.
  const onlyDeep = scanner.deep !== null && Array.isArray(head) && head.length === 0;
  const fault = scanner.fault ?? (onlyDeep ? tooDeep : null);
  return {
    ...{ state, complete, bytes, head, oneLine: newline < 0 || newline >= scanner.end },
    ...{ large, order, shortened, repeated, otherBytes, fault },
    cutOff: complete && cutOff,
  };
}
