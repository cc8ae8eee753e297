/** Takes a line's bytes: `bytes` from `start` to `end` (the newline is not part of it). */
export type LineSink = (bytes: Buffer, start: number, end: number) => void;

const NEWLINE = 10;

/** Cuts chunks of bytes into lines; a line may span any number of chunks. */
export class LineSplitter {
  readonly #sink: LineSink;
  #begun: Buffer[] = [];
  #begunBytes = 0;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /** Bytes of the line that is not complete yet. */
  get begunBytes(): number {
    return this.#begunBytes;
  }

  /** Takes the next chunk; its bytes may be reused afterwards. */
  push(chunk: Buffer): void {
    let start = 0;
    let newline = chunk.indexOf(NEWLINE);
    if (newline >= 0 && this.#begun.length > 0) {
      this.#begun.push(chunk.subarray(0, newline));
      this.#flush();
      start = newline + 1;
      newline = chunk.indexOf(NEWLINE, start);
    }
    while (newline >= 0) {
      this.#sink(chunk, start, newline);
      start = newline + 1;
      newline = chunk.indexOf(NEWLINE, start);
    }
    if (start === chunk.length) return;
    this.#begun.push(Buffer.from(chunk.subarray(start)));
    this.#begunBytes += chunk.length - start;
  }

  /** The file is over: a last line without a newline is a line too. */
  end(): void {
    if (this.#begun.length > 0) this.#flush();
  }

  #flush(): void {
    const [only] = this.#begun;
    const line = this.#begun.length === 1 && only ? only : Buffer.concat(this.#begun);
    this.#begun = [];
    this.#begunBytes = 0;
    this.#sink(line, 0, line.length);
  }
}
