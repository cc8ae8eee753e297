/** Bytes of JSON that one blob holds before it is compressed; about 180 KB after. */
const BLOB_BYTES = 1 << 20;

/** Bytes that a buffer begins with; most sessions are small. */
const FIRST_BYTES = 1 << 16;

const NEWLINE = 10;

/** Records that are stored together. */
export interface RecordBlob {
  /** Number of the first record, and how many there are. */
  readonly first: number;
  readonly count: number;
  /** Their JSON, not compressed yet. */
  readonly content: Uint8Array;
}

/** Takes one full blob. */
type BlobSink = (blob: RecordBlob) => void;

/** Gathers JSON records, numbered from 0, and hands them on in blobs of about a megabyte. */
export class BlobBuffer {
  readonly #sink: BlobSink;
  #bytes = Buffer.alloc(0);
  #capacity = FIRST_BYTES;
  #used = 0;
  #first = 0;
  #count = 0;

  constructor(sink: BlobSink) {
    this.#sink = sink;
  }

  /** Takes a record and returns its number. */
  add(record: string): number {
    this.#reserve(record.length * 3 + 1);
    // JSON holds no raw line break, so one separates records.
    if (this.#count > 0) this.#bytes[this.#used++] = NEWLINE;
    this.#used += this.#bytes.write(record, this.#used, 'utf8');
    this.#count++;
    const number = this.#first + this.#count - 1;
    if (this.#used >= BLOB_BYTES) this.flush();
    return number;
  }

  /** Hands on what has been gathered. */
  flush(): void {
    if (this.#count === 0) return;
    const content = this.#bytes.subarray(0, this.#used);
    this.#sink({ first: this.#first, count: this.#count, content });
    this.#first += this.#count;
    this.#count = 0;
    this.#used = 0;
    this.#bytes = Buffer.alloc(0);
  }

  /** Makes room for as many more bytes; the sink owns what it was given, so a blob has its own. */
  #reserve(bytes: number): void {
    const needed = this.#used + bytes;
    if (needed <= this.#bytes.length) return;
    while (this.#capacity < needed) this.#capacity *= 2;
    const grown = Buffer.allocUnsafeSlow(this.#capacity);
    this.#bytes.copy(grown, 0, 0, this.#used);
    this.#bytes = grown;
  }
}

/** All records of a list as blobs, made one at a time. */
export function* blobsOf(records: Iterable<string>): Generator<RecordBlob, void, void> {
  let full: RecordBlob | undefined;
  const buffer = new BlobBuffer((blob) => (full = blob));
  for (const record of records) {
    buffer.add(record);
    if (full !== undefined) yield full;
    full = undefined;
  }
  buffer.flush();
  if (full !== undefined) yield full;
}
