import { MAX_JSON_DEPTH } from '@/lib/engine/base/json-depth';
import { isBlankOrMark, OPEN_LIST, OPEN_OBJECT } from './json-bytes';
import { Nesting, opensFew } from './nesting';

/** Receives the lines of a text in order. */
export interface LineSink {
  /** A line: `bytes` from `start` to `end`, without the newline. */
  line(bytes: Buffer, start: number, end: number): void;
  /** So many lines without a byte. */
  blank(lines: number): void;
  /** A line that begins like JSON and nests too deep; none of it is kept. */
  tooDeep(): void;
}

const NEWLINE = 10;

/** True if the first byte after blanks opens a list or an object; null if there are only blanks. */
function opensBracket(bytes: Buffer): boolean | null {
  for (const byte of bytes) {
    if (!isBlankOrMark(byte)) return byte === OPEN_LIST || byte === OPEN_OBJECT;
  }
  return null;
}

/** Lines up to this length cannot nest too deep: every level takes a byte to open. */
const SHALLOW = MAX_JSON_DEPTH;

const isDeep = (line: Buffer): boolean =>
  !opensFew(line) && opensBracket(line) === true && new Nesting().push(line);

/** Splits chunks of bytes into lines; a line may span any number of chunks. */
export class LineSplitter {
  readonly #sink: LineSink;
  /** False for lines that are no JSON, whose brackets mean nothing. */
  readonly #json: boolean;
  readonly #nesting = new Nesting();
  #begun: Buffer[] = [];
  #begunBytes = 0;
  /** The incomplete line opens a list or an object; null while only blanks are known. */
  #bracketed: boolean | null = null;

  constructor(sink: LineSink, { json = true }: { readonly json?: boolean } = {}) {
    this.#sink = sink;
    this.#json = json;
  }

  /** Bytes kept of the incomplete line. */
  get begunBytes(): number {
    return this.#begunBytes;
  }

  /** Splits the next chunk, whose bytes may be reused afterwards. */
  push(chunk: Buffer): void {
    let start = 0;
    let newline = chunk.indexOf(NEWLINE);
    if (newline >= 0 && this.#hasBegun) {
      this.#continue(chunk.subarray(0, newline));
      this.#flush();
      start = newline + 1;
      newline = chunk.indexOf(NEWLINE, start);
    }
    while (newline >= 0) {
      if (newline === start) newline = this.#blank(chunk, start);
      else this.#whole(chunk, start, newline);
      start = newline + 1;
      newline = chunk.indexOf(NEWLINE, start);
    }
    if (start < chunk.length) this.#continue(Buffer.from(chunk.subarray(start)));
  }

  /** Ends the file; a last line without a newline counts. */
  end(): void {
    if (this.#hasBegun) this.#flush();
  }

  get #hasBegun(): boolean {
    return this.#begun.length > 0 || this.#nesting.tooDeep;
  }

  /** Counts the empty lines at `start`; returns the place of the last one's newline. */
  #blank(chunk: Buffer, start: number): number {
    let end = start + 1;
    while (chunk[end] === NEWLINE) end++;
    this.#sink.blank(end - start);
    return end - 1;
  }

  #whole(chunk: Buffer, start: number, end: number): void {
    if (this.#json && end - start > SHALLOW && isDeep(chunk.subarray(start, end)))
      this.#sink.tooDeep();
    else this.#sink.line(chunk, start, end);
  }

  /** Keeps a part of the incomplete line, unless it nests too deep. */
  #continue(part: Buffer): void {
    if (this.#nesting.tooDeep) return;
    this.#bracketed ??= this.#json ? opensBracket(part) : false;
    if (this.#bracketed === true && this.#nesting.push(part)) {
      this.#begun = [];
      this.#begunBytes = 0;
      return;
    }
    this.#begun.push(part);
    this.#begunBytes += part.length;
  }

  #flush(): void {
    const deep = this.#nesting.tooDeep;
    const parts = this.#begun;
    this.#nesting.reset();
    this.#begun = [];
    this.#begunBytes = 0;
    this.#bracketed = null;
    if (deep) return this.#sink.tooDeep();
    const [only] = parts;
    const line = parts.length === 1 && only ? only : Buffer.concat(parts);
    this.#sink.line(line, 0, line.length);
  }
}
