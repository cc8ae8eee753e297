import { exceedsDepth, MAX_JSON_DEPTH } from '@/lib/base/json-depth';
import { err, ok, type Result } from '@/lib/base/result';
import type { ImportError } from '@/lib/importers/importer';
import type { Json } from '@/lib/session/schema';
import { ArraySplitter, type ArrayState } from './array-splitter';
import { decodeText } from './decode-text';
import { HEAD_RECORDS, MAX_LINE_BYTES, SMALL_ARRAY_BYTES } from './ingest-limits';
import type { TraceBytes } from './trace-bytes';
import type { TraceRun } from './trace-source';

/** What an array gives, element by element; its place is `$[n]`. */
interface ElementTaker {
  value(value: Json, place: string): void;
  broken(reason: string, place: string): void;
}

/** Parses the elements of one JSON array as they arrive. */
class JsonElements {
  readonly #taker: ElementTaker;
  readonly #splitter: ArraySplitter;
  readonly #notUtf8: string[] = [];
  #count = 0;
  #cutOff = false;

  constructor(taker: ElementTaker) {
    this.#taker = taker;
    this.#splitter = new ArraySplitter((bytes, start, end) => this.#take(bytes, start, end));
  }

  get count(): number {
    return this.#count;
  }

  get state(): ArrayState {
    return this.#splitter.state;
  }

  /** Places of elements with bytes that are no UTF-8. */
  get notUtf8(): readonly string[] {
    return this.#notUtf8;
  }

  /** Takes a chunk; the error of an element that is too long. */
  push(chunk: Buffer): ImportError | null {
    this.#splitter.push(chunk);
    if (this.#splitter.begunBytes <= MAX_LINE_BYTES) return null;
    const at = `$[${this.#count}]`;
    const message = `The array's element ${at} is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB.`;
    return { code: 'too-large', message, at };
  }

  /** The file is over; true where it ends inside the array. */
  end(): boolean {
    this.#cutOff = true;
    this.#splitter.end();
    return this.state === 'inside';
  }

  #take(bytes: Buffer, start: number, end: number): void {
    const place = `$[${this.#count++}]`;
    const text = decodeText(bytes.subarray(start, end), () => this.#notUtf8.push(place));
    let value: Json;
    try {
      value = JSON.parse(text) as Json;
    } catch {
      return this.#taker.broken(this.#cutOff ? 'cut off' : 'not JSON', place);
    }
    if (exceedsDepth(value)) {
      this.#taker.broken(`nested deeper than ${MAX_JSON_DEPTH} levels`, place);
    } else this.#taker.value(value, place);
  }
}

/**
 * The first elements of a JSON array; null where the content is small enough to be parsed whole, is
 * no array, or goes on behind one (lines that are arrays).
 */
export async function arrayHead(
  content: TraceBytes,
  signal?: AbortSignal,
): Promise<Result<readonly Json[] | null, ImportError>> {
  const head: Json[] = [];
  const elements = new JsonElements({
    value: (value) => head.length < HEAD_RECORDS && head.push(value),
    broken: () => undefined,
  });
  let bytes = 0;
  for await (const chunk of content.chunks(signal)) {
    bytes += chunk.length;
    const fault = elements.push(chunk);
    if (fault !== null) return err(fault);
    if (elements.state === 'trailing') return ok(null);
    if (bytes > SMALL_ARRAY_BYTES && elements.count >= HEAD_RECORDS) return ok(head);
  }
  return ok(bytes > SMALL_ARRAY_BYTES ? head : null);
}

/** Hands over the elements of an array as records. */
export async function feedArray(
  content: TraceBytes,
  run: TraceRun,
): Promise<Result<void, ImportError>> {
  let records = 0;
  const elements = new JsonElements({
    value: (value, place) => {
      records++;
      run.reader.record(value, place);
    },
    broken: (reason, place) => run.receipt.drop(reason, place),
  });
  for await (const chunk of content.chunks(run.signal)) {
    const fault = elements.push(chunk);
    if (fault !== null) return err(fault);
    if (elements.state === 'trailing') return err(trailing(elements.count));
    run.progress(content.position, records);
    await run.ready();
  }
  if (elements.end()) run.receipt.remark('The array is cut off: the file ends before it does.');
  const [first] = elements.notUtf8;
  if (first !== undefined) {
    const times = elements.notUtf8.length;
    const what = times === 1 ? '1 element' : `${times} elements`;
    run.receipt.remark(`${what} with bytes that are no UTF-8, read as U+FFFD (first: ${first}).`);
  }
  run.progress(content.bytes, records);
  return ok(undefined);
}

const trailing = (elements: number): ImportError => ({
  code: 'malformed',
  message: `Something else follows the JSON array of ${elements} elements.`,
});
