/** Most bytes of a JSONL line and of a list's element. */
export const MAX_LINE_BYTES = 256 * 1024 * 1024;

/**
 * Most bytes of a JSON document that is parsed whole. Larger ones are read in pieces: first the
 * content outside the lists, then the elements one by one; so are larger elements with inner lists.
 */
export const LARGE_BYTES = 8 * 1024 * 1024;

/** Most bytes of a large document outside the lists declared by its format. */
export const MAX_SKELETON_BYTES = 64 * 1024 * 1024;

/**
 * Most bytes of a JSON document whose format declares no lists, and of a file of binary OTLP messages.
 * V8's strings end at 512 MiB and parsed values take several times the text: twice as much would not
 * fit into the import process.
 */
export const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;

/** Most bytes of a text or a blob of a SQLite database. */
export const MAX_CELL_BYTES = 128 * 1024 * 1024;

/** Most memory of SQLite in bytes: a value, its copy and a few pages. */
export const SQLITE_MEMORY = 512 * 1024 * 1024;

/** Bytes per read of a file; between two reads the event loop runs and a cancel takes effect. */
export const CHUNK_BYTES = 1024 * 1024;

/** Records shown to a sniffer, and lines searched for them. */
export const HEAD_RECORDS = 20;
export const HEAD_LINES = 200;

/** Limits for unpacking an upload, over all archives and compressions in it. */
export interface ArchiveCaps {
  readonly totalBytes: number;
  /** Largest ratio of decompressed to compressed bytes … */
  readonly ratio: number;
  /** … checked after this many decompressed bytes. */
  readonly ratioFrom: number;
  /** Nested archives and compressions: a `.tar.gz` in a ZIP has three. */
  readonly depth: number;
  readonly entries: number;
  /** Entries that every upload may have; beyond them it needs … */
  readonly fewEntries: number;
  /** … so many bytes for each. */
  readonly bytesPerEntry: number;
  /** Characters of a name, folders included. */
  readonly nameLength: number;
  /** Window of a Zstandard frame in bytes: the decoder's memory. */
  readonly window: number;
}

export const ARCHIVE_CAPS: ArchiveCaps = {
  totalBytes: 32 * 1024 ** 3,
  ratio: 500,
  ratioFrom: 64 * 1024 ** 2,
  depth: 4,
  entries: 100_000,
  fewEntries: 1_000,
  bytesPerEntry: 16,
  nameLength: 1_024,
  window: 128 * 1024 ** 2,
};
