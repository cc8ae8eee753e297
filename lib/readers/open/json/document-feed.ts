import { err, ok, type Result } from '@/lib/engine/base/result';
import { handPieces, listTree, type ListNode } from '@/lib/readers/importers/document-lists';
import type { ImportError } from '@/lib/readers/importers/importer';
import type { Json } from '@/lib/engine/session/schema';
import { namesIn, type Skeleton } from './skeleton';
import { MAX_LINE_BYTES } from '../open-limits';
import { CUT_SHORT } from '../may-lack';
import { CUT_OFF, NOT_JSON, parseBytes, TOO_DEEP } from './list-elements';
import type { ListSink, OpenList, Piece } from './list-sink';
import { ListSplitter } from './list-splitter';
import type { TraceBytes } from '../trace-bytes';
import type { TraceRun } from '../trace-source';

/** Name of the list in a document that is an array of records. */
const RECORDS = '[]';

/** List tree of an array of records, each with its format's lists. */
export const recordsTree = (lists: readonly string[] = []): ListNode => ({
  list: RECORDS,
  element: listTree(lists),
  fields: new Map(),
});

/** List tree of an array, and its known large elements. */
type ArraySkeleton = Pick<Skeleton, 'tree' | 'large'>;

const placeOf = ({ path }: OpenList, index: number): string => `${path}[${index}]`;

/** Passes the elements of a document's lists to a reader. */
class ListFeed implements ListSink {
  readonly splitter: ListSplitter;
  readonly #run: TraceRun;
  readonly #large: ReadonlyMap<string, Json>;
  readonly #records: boolean;
  readonly #notUtf8: string[] = [];
  records = 0;
  ended = false;

  constructor(
    tree: ListNode,
    large: ReadonlyMap<string, Json>,
    run: TraceRun,
    elements: 'records' | 'lists',
  ) {
    this.splitter = new ListSplitter(tree, this);
    this.#run = run;
    this.#large = large;
    this.#records = elements === 'records';
  }

  /** Places of elements with invalid UTF-8. */
  get notUtf8(): readonly string[] {
    return this.#notUtf8;
  }

  /** The error of an element that is too long. */
  get fault(): ImportError | null {
    const { list, bytes } = this.splitter.begun;
    if (list === null || bytes <= MAX_LINE_BYTES) return null;
    const at = placeOf(list, list.count - 1);
    const message = `The element ${at} is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB, the most that is read at once; export it without its attachments, or in parts.`;
    return { code: 'too-large', message, at };
  }

  opens(list: OpenList, index: number): boolean {
    return this.#large.has(placeOf(list, index));
  }

  wants(): boolean {
    return true;
  }

  element(list: OpenList, index: number, bytes: Buffer, start: number, end: number): void {
    const at = placeOf(list, index);
    const parsed = parseBytes(bytes.subarray(start, end), () => this.#notUtf8.push(at));
    if (parsed.ok) this.#hand(list, at, parsed.value);
    else {
      const reason = this.ended && parsed.reason === NOT_JSON ? CUT_OFF : parsed.reason;
      this.#run.receipt.lose(reason, at);
    }
  }

  elementTooDeep(list: OpenList, index: number): void {
    this.#run.receipt.lose(TOO_DEEP, placeOf(list, index));
  }

  open({ parent, path }: Piece): void {
    const value = this.#large.get(path);
    if (parent !== null && value !== undefined) this.#hand(parent, path, value);
  }

  #hand({ node }: OpenList, at: string, value: Json): void {
    this.records++;
    const { reader } = this.#run;
    const name = this.#records && node.list === RECORDS ? undefined : (node.list ?? undefined);
    handPieces(node.element ?? listTree(), value, at, name, (item, place, list) =>
      reader.record(item, place, list),
    );
  }
}

/** Passes the elements of an array as records. */
export async function feedArray(
  content: TraceBytes,
  { tree, large }: ArraySkeleton,
  run: TraceRun,
): Promise<Result<void, ImportError>> {
  const feed = new ListFeed(tree, large, run, 'records');
  const whole = { from: 0, share: 1, records: 0 };
  const fed = await push(content, feed, run, whole);
  if (!fed.ok) return fed;
  if (fed.value !== null) {
    run.receipt.mayLack(CUT_SHORT);
    run.receipt.remark('The array is cut off: the file ends before it does.');
  }
  remarkBytes(feed.notUtf8, run);
  run.progress(content.bytes, feed.records);
  return ok(undefined);
}

/** Passes a document without its lists, then the lists' elements in the declared order. */
export async function feedPieces(
  content: TraceBytes,
  { tree, document, large, inOrder, cutOff, otherBytes }: Skeleton,
  run: TraceRun,
): Promise<Result<void, ImportError>> {
  run.reader.record(document, '$');
  const passes = inOrder ? [tree] : singleLists(tree);
  const notUtf8: string[] = [];
  let records = 1;
  let end: string | null = null;
  for (const [i, pass] of passes.entries()) {
    const feed = new ListFeed(pass, large, run, 'lists');
    const part = { from: i / passes.length, share: 1 / passes.length, records };
    const fed = await push(content, feed, run, part);
    if (!fed.ok) return fed;
    if (end === null || end === '$') end = fed.value;
    records += feed.records;
    notUtf8.push(...feed.notUtf8);
  }
  if (cutOff) {
    const where = end === null ? '' : ` (${end})`;
    run.receipt.mayLack(CUT_SHORT);
    run.receipt.remark(`The document is cut off: the file ends inside of a list${where}.`);
  }
  if (otherBytes) {
    run.receipt.remark('Outside its lists the document has invalid UTF-8, read as U+FFFD.');
  }
  remarkBytes(notUtf8, run);
  run.progress(content.bytes, records);
  return ok(undefined);
}

/** List tree per list of the document, with the lists declared inside. */
function singleLists(tree: ListNode): readonly ListNode[] {
  const names = namesIn(tree);
  const outer = names.filter((name) => name.indexOf('[]') === name.length - 2);
  return outer.map((name) => listTree(names.filter((other) => other.startsWith(name))));
}

/** Splits the content; returns the list in which it is cut off, or null. */
async function push(
  content: TraceBytes,
  feed: ListFeed,
  run: TraceRun,
  part: { readonly from: number; readonly share: number; readonly records: number },
): Promise<Result<string | null, ImportError>> {
  const { splitter } = feed;
  for await (const chunk of content.chunks(run.signal)) {
    splitter.push(chunk);
    const fault = feed.fault ?? stray(splitter);
    if (fault !== null) return err(fault);
    const bytes = part.from * content.bytes + part.share * content.position;
    run.progress(Math.floor(bytes), part.records + feed.records);
    await run.ready();
  }
  feed.ended = true;
  const open = splitter.state === 'inside' ? (splitter.begun.list?.path ?? '$') : null;
  splitter.end();
  return ok(open);
}

/** Error for content in an invalid place. */
function stray({ state, begun }: ListSplitter): ImportError | null {
  if (state === 'trailing') {
    return { code: 'malformed', message: 'Other content follows the JSON document.' };
  }
  if (state !== 'broken') return null;
  const at = begun.list === null ? '$' : placeOf(begun.list, begun.list.count);
  return { code: 'malformed', message: `A bracket at ${at} closes nothing that is open.`, at };
}

function remarkBytes(places: readonly string[], { receipt }: TraceRun): void {
  const [first] = places;
  if (first === undefined) return;
  const what = places.length === 1 ? '1 element' : `${places.length} elements`;
  receipt.remark(`${what} with bytes that are not UTF-8, read as U+FFFD (first: ${first}).`);
}
