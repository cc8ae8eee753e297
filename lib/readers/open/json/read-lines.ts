import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import { MAX_LINE_BYTES } from '../open-limits';
import type { TraceBytes } from '../trace-bytes';
import { LineSplitter, type LineSink } from './line-splitter';

/** Error for a line that is too long. */
const tooLong = (line: number): ImportError => ({
  code: 'too-large',
  message: `Line ${line} is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB.`,
  at: line,
});

/** Takes the lines of a file and counts them. */
export interface LineReader extends LineSink {
  /** Lines seen so far, blank ones included. */
  readonly lines: number;
  /** Ends the file. */
  end?(): void;
}

interface LinesOptions {
  readonly signal?: AbortSignal | undefined;
  /** False for lines that are no JSON, whose brackets mean nothing. */
  readonly json?: boolean;
  /** Awaited after each chunk. */
  readonly ready?: () => Promise<void>;
  /** True to stop, by the bytes read and those of the incomplete line. */
  readonly stop?: (bytes: number, begunBytes: number) => boolean;
}

/**
 * Reads a content line by line: true once it is read to its end, false if it was stopped before, an
 * error for a line that is too long.
 */
export async function readLines(
  content: TraceBytes,
  reader: LineReader,
  { signal, json = true, ready, stop }: LinesOptions,
): Promise<Result<boolean, ImportError>> {
  const splitter = new LineSplitter(reader, { json });
  let bytes = 0;
  for await (const chunk of content.chunks(signal)) {
    splitter.push(chunk);
    bytes += chunk.length;
    if (splitter.begunBytes > MAX_LINE_BYTES) return err(tooLong(reader.lines + 1));
    if (reader.full === true || stop?.(bytes, splitter.begunBytes) === true) return ok(false);
    await ready?.();
  }
  splitter.end();
  reader.end?.();
  return ok(true);
}
