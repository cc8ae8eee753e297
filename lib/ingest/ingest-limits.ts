/** The longest line of a JSONL file, and the longest element of a list, that is read. */
export const MAX_LINE_BYTES = 256 * 1024 * 1024;

/**
 * A JSON document up to this size is parsed whole. Of a larger one what stands beside its lists is
 * read first and then their elements, one by one; so is a larger element that has lists inside.
 */
export const LARGE_BYTES = 8 * 1024 * 1024;

/** What a large document may hold beside the lists that its format declares. */
export const MAX_SKELETON_BYTES = 64 * 1024 * 1024;

/**
 * The largest JSON document that is parsed whole where its format declares no lists for it, and the
 * largest file of binary OTLP messages. V8 holds no string beyond 512 MiB, and what is parsed takes
 * several times the text: twice as much would not fit into the import process.
 */
export const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;

/** Bytes read from a file at a time; between two chunks the event loop runs and a cancel is seen. */
export const CHUNK_BYTES = 1024 * 1024;

/** Records a sniffer sees, and lines that are looked at to find them. */
export const HEAD_RECORDS = 20;
export const HEAD_LINES = 200;

/** The most that compressed data and archives may unfold to. */
export interface ArchiveCaps {
  /** Bytes of everything in one file or archive together, what is nested in it included. */
  readonly totalBytes: number;
  /** How many times its size a compressed piece may unfold to … */
  readonly ratio: number;
  /** … once it has given this many bytes. */
  readonly ratioFrom: number;
  /** Archives and compressed layers inside one another: a `.tar.gz` in a ZIP has three. */
  readonly depth: number;
  readonly entries: number;
  /** Characters of a name, folders included. */
  readonly nameLength: number;
  /** Window of a Zstandard frame in bytes: what a decoder has to hold. */
  readonly window: number;
}

export const ARCHIVE_CAPS: ArchiveCaps = {
  totalBytes: 32 * 1024 ** 3,
  ratio: 500,
  ratioFrom: 64 * 1024 ** 2,
  depth: 4,
  entries: 100_000,
  nameLength: 1_024,
  window: 128 * 1024 ** 2,
};
