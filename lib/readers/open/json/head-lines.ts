import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import type { Json } from '@/lib/engine/session/schema';
import { HEAD_LINES, HEAD_RECORDS, MAX_LINE_BYTES } from '../open-limits';
import type { TraceBytes } from '../trace-bytes';
import { JsonLines } from './json-lines';
import { LineSplitter } from './line-splitter';
import { TOO_DEEP } from './list-elements';

/** A line at the beginning of the file. */
export interface HeadLine {
  readonly line: number;
  /** Undefined if the line is not JSON or nests too deep. */
  readonly value: Json | undefined;
  readonly tooDeep: boolean;
}

/** The lines at the beginning of a file. */
export interface Head {
  readonly lines: readonly HeadLine[];
  /** True if these are all lines of the file. */
  readonly complete: boolean;
  /** True if the next line has more than so many bytes. */
  readonly long: boolean;
}

/** Error for a line that is too long. */
export const tooLong = (line: number): ImportError => ({
  code: 'too-large',
  message: `Line ${line} is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB.`,
  at: line,
});

/** The first lines, up to one of more than `most` bytes; an error for one that is too long to read. */
export async function readHead(
  file: TraceBytes,
  signal: AbortSignal | undefined,
  most: number,
): Promise<Result<Head, ImportError>> {
  const lines: HeadLine[] = [];
  let values = 0;
  const json = new JsonLines({
    value: (value, line) => {
      lines.push({ line, value, tooDeep: false });
      values++;
    },
    broken: (reason, line) => {
      lines.push({ line, value: undefined, tooDeep: reason === TOO_DEEP });
    },
  });
  const enough = (): boolean => values >= HEAD_RECORDS || lines.length >= HEAD_LINES;
  const splitter = new LineSplitter({
    line: (bytes, start, end) => (enough() ? undefined : json.line(bytes, start, end)),
    blank: (count) => json.blank(count),
    tooDeep: () => (enough() ? undefined : json.tooDeep()),
  });
  for await (const chunk of file.chunks(signal)) {
    splitter.push(chunk);
    if (enough()) return ok({ lines, complete: false, long: false });
    if (splitter.begunBytes <= most) continue;
    if (most === MAX_LINE_BYTES) return err(tooLong(json.lines + 1));
    return ok({ lines, complete: false, long: true });
  }
  splitter.end();
  json.end();
  return ok({ lines, complete: true, long: false });
}
