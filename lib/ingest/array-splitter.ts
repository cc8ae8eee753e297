import type { LineSink } from './line-splitter';

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;

/** Where a scan of an array stands. */
export type ArrayState =
  /** Before the opening bracket. */
  | 'before'
  | 'inside'
  /** Behind the closing bracket. */
  | 'closed'
  /** Something else follows the closing bracket, or stands in place of the opening one. */
  | 'trailing';

const isBlank = (byte: number): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9;

/**
 * Cuts the chunks of one JSON array into its elements, by brackets and quotes only: whether an
 * element is JSON is for the parser to say. An element may span any number of chunks.
 */
export class ArraySplitter {
  readonly #sink: LineSink;
  #state: ArrayState = 'before';
  /** Brackets open inside the array. */
  #depth = 0;
  #string = false;
  #escaped = false;
  /** Whether an element has begun. */
  #begun = false;
  /** Whether an element must follow: behind a comma. */
  #owed = false;
  #parts: Buffer[] = [];
  #partBytes = 0;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  get state(): ArrayState {
    return this.#state;
  }

  /** Bytes of the element that is not complete yet. */
  get begunBytes(): number {
    return this.#partBytes;
  }

  /** Takes the next chunk; its bytes may be reused afterwards. */
  push(chunk: Buffer): void {
    let start = 0;
    let i = this.#state === 'before' ? this.#open(chunk) : 0;
    while (i < chunk.length) {
      if (this.#state !== 'inside') {
        i = this.#after(chunk, i);
        continue;
      }
      if (this.#string) {
        i = this.#inString(chunk, i);
        continue;
      }
      const byte = chunk[i] ?? 0;
      if (this.#depth === 0 && (byte === COMMA || byte === 93)) {
        if (this.#begun || byte === COMMA || this.#owed) this.#finish(chunk, start, i);
        this.#owed = byte === COMMA;
        if (byte === 93) this.#state = 'closed';
      } else if (this.#begun || !isBlank(byte)) {
        if (!this.#begun) start = i;
        this.#begun = true;
        if (byte === QUOTE) this.#string = true;
        else if (byte === 123 || byte === 91) this.#depth++;
        else if (byte === 125 || byte === 93) this.#depth--;
      }
      i++;
    }
    if (this.#state !== 'inside' || !this.#begun) return;
    this.#parts.push(Buffer.from(chunk.subarray(start)));
    this.#partBytes += chunk.length - start;
  }

  /** The file is over: hands over the element that was cut off; false where there is none. */
  end(): boolean {
    if (this.#state !== 'inside' || !this.#begun) return false;
    this.#finish(Buffer.alloc(0), 0, 0);
    return true;
  }

  /** The place behind the opening bracket. */
  #open(chunk: Buffer): number {
    let i = 0;
    while (i < chunk.length && isBlankOrMark(chunk[i] ?? 0)) i++;
    if (i === chunk.length) return i;
    this.#state = chunk[i] === 91 ? 'inside' : 'trailing';
    return i + 1;
  }

  #after(chunk: Buffer, from: number): number {
    for (let i = from; i < chunk.length; i++) {
      if (!isBlank(chunk[i] ?? 0)) this.#state = 'trailing';
    }
    return chunk.length;
  }

  /** The place behind the string, or the chunk's end. */
  #inString(chunk: Buffer, from: number): number {
    let i = from;
    if (this.#escaped) {
      this.#escaped = false;
      i++;
    }
    for (; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) {
        this.#string = false;
        return i + 1;
      }
    }
    this.#escaped = i > chunk.length;
    return chunk.length;
  }

  #finish(chunk: Buffer, start: number, end: number): void {
    const begun = this.#begun;
    this.#begun = false;
    if (this.#parts.length === 0) {
      this.#sink(chunk, begun ? start : end, end);
      return;
    }
    this.#parts.push(chunk.subarray(0, end));
    const whole = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#partBytes = 0;
    this.#sink(whole, 0, whole.length);
  }
}

/** Blanks, and the bytes of a UTF-8 byte order mark. */
const isBlankOrMark = (byte: number): boolean =>
  isBlank(byte) || byte === 0xef || byte === 0xbb || byte === 0xbf;
