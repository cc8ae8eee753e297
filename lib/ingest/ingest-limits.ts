/** The longest line of a JSONL file that is read. */
export const MAX_LINE_BYTES = 256 * 1024 * 1024;

/** The largest single JSON document that is parsed whole. */
export const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;

/** Bytes read from a file at a time; between two chunks the event loop runs and a cancel is seen. */
export const CHUNK_BYTES = 1024 * 1024;

/** Records a sniffer sees, and lines that are looked at to find them. */
export const HEAD_RECORDS = 20;
export const HEAD_LINES = 200;
