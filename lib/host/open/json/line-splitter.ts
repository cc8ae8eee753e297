/** Receives a line: `bytes` from `start` to `end`, without the newline. */
export type LineSink = (bytes: Buffer, start: number, end: number) => void;

const NEWLINE = 10;

/** Splits chunks of bytes into lines; a line may span any number of chunks. */
export class LineSplitter {
  #begun: Buffer[] = [];
  #begunBytes = 0;

  constructor(private readonly sink: LineSink) {}

  /** Bytes of the incomplete line. */
  get begunBytes(): number {
    return this.#begunBytes;
  }

  /** Splits the next chunk, whose bytes may be reused afterwards. */
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
      this.sink(chunk, start, newline);
      start = newline + 1;
      newline = chunk.indexOf(NEWLINE, start);
    }
    if (start === chunk.length) return;
    this.#begun.push(Buffer.from(chunk.subarray(start)));
    this.#begunBytes += chunk.length - start;
  }

  /** Ends the file; a last line without a newline counts. */
  end(): void {
    if (this.#begun.length > 0) this.#flush();
  }

  #flush(): void {
    const [only] = this.#begun;
    const line = this.#begun.length === 1 && only ? only : Buffer.concat(this.#begun);
    this.#begun = [];
    this.#begunBytes = 0;
    this.sink(line, 0, line.length);
  }
}
