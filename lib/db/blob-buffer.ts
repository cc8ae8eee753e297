import { compress } from './compress';

/** Characters of JSON that one blob holds before it is compressed; about 180 KB after. */
const BLOB_CHARS = 1 << 20;

/** Takes one full blob: the number of its first record, how many it holds, their bytes. */
export type BlobSink = (first: number, count: number, data: Uint8Array) => void;

/** Gathers JSON records, numbered from 0, and hands them on in compressed blobs. */
export class BlobBuffer {
  readonly #sink: BlobSink;
  #records: string[] = [];
  #chars = 0;
  #first = 0;

  constructor(sink: BlobSink) {
    this.#sink = sink;
  }

  /** Takes a record and returns its number. */
  add(record: string): number {
    const number = this.#first + this.#records.push(record) - 1;
    this.#chars += record.length;
    if (this.#chars >= BLOB_CHARS) this.flush();
    return number;
  }

  /** Hands on what has been gathered. */
  flush(): void {
    const count = this.#records.length;
    if (count === 0) return;
    // JSON holds no raw line break, so one separates records.
    this.#sink(this.#first, count, compress(this.#records.join('\n')));
    this.#first += count;
    this.#records = [];
    this.#chars = 0;
  }
}
