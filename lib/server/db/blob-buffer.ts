/** Bytes of JSON per blob before compression; about 180 KB after. */
const BLOB_BYTES = 1 << 20;

/** Initial bytes of a buffer; most sessions are small. */
const FIRST_BYTES = 1 << 16;

const NEWLINE = 10;

/** Records that are stored together. */
export interface RecordBlob {
  /** Number of the first record, and the number of records. */
  readonly first: number;
  readonly count: number;
  /** Their JSON, not compressed yet. */
  readonly content: Uint8Array;
}

/** Receives one full blob. */
type BlobSink = (blob: RecordBlob) => void;

/** Collects JSON records, numbered from 0, into blobs of about 1 MB for a sink. */
export class BlobBuffer {
  #bytes = Buffer.alloc(0);
  #capacity = FIRST_BYTES;
  #used = 0;
  #first = 0;
  #count = 0;

  constructor(private readonly sink: BlobSink) {}

  /** Adds a record and returns its number. */
  add(record: string): number {
    this.#reserve(record.length * 3 + 1);
    // JSON has no raw line breaks, so line breaks separate the records.
    if (this.#count > 0) this.#bytes[this.#used++] = NEWLINE;
    this.#used += this.#bytes.write(record, this.#used, 'utf8');
    this.#count++;
    const number = this.#first + this.#count - 1;
    if (this.#used >= BLOB_BYTES) this.flush();
    return number;
  }

  /** Passes the collected records to the sink. */
  flush(): void {
    if (this.#count === 0) return;
    const content = this.#bytes.subarray(0, this.#used);
    this.sink({ first: this.#first, count: this.#count, content });
    this.#first += this.#count;
    this.#count = 0;
    this.#used = 0;
    this.#bytes = Buffer.alloc(0);
  }

  /** Makes room for more bytes; the sink owns each blob, so every blob has its own buffer. */
  #reserve(bytes: number): void {
    const needed = this.#used + bytes;
    if (needed <= this.#bytes.length) return;
    while (this.#capacity < needed) this.#capacity *= 2;
    const grown = Buffer.allocUnsafeSlow(this.#capacity);
    this.#bytes.copy(grown, 0, 0, this.#used);
    this.#bytes = grown;
  }
}

/** The records of a list as blobs, made one at a time. */
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
