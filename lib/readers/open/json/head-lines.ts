import { ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import type { Json } from '@/lib/engine/session/schema';
import { HEAD_LINES, HEAD_RECORDS } from '../open-limits';
import type { TraceBytes } from '../trace-bytes';
import { JsonLines } from './json-lines';
import { JsonValues } from './json-values';
import { TOO_DEEP } from './list-elements';
import { readLines } from './read-lines';

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

/** The first lines, up to one of more than `most` bytes; an error for one that is too long to read. */
export async function readHead(
  file: TraceBytes,
  signal: AbortSignal | undefined,
  most: number,
): Promise<Result<Head, ImportError>> {
  const lines: HeadLine[] = [];
  let values = 0;
  const take = (line: HeadLine): void => {
    lines.push(line);
    if (line.value !== undefined) values++;
    json.full = values >= HEAD_RECORDS || lines.length >= HEAD_LINES;
  };
  const json: JsonLines = new JsonLines({
    value: (value, line) => take({ line, value, tooDeep: false }),
    broken: (reason, line) => take({ line, value: undefined, tooDeep: reason === TOO_DEEP }),
  });
  let long = false;
  const stop = (_: number, begunBytes: number): boolean => (long = begunBytes > most);
  const read = await readLines(file, json, { signal, stop });
  return read.ok ? ok({ lines, complete: read.value, long }) : read;
}

/** Bytes searched for the first values. */
const SEARCHED = 16 * 1024 * 1024;

/**
 * The first objects and lists of a file of pretty-printed values one after another; null if no value
 * at its beginning spans lines.
 */
export async function severalValues(
  file: TraceBytes,
  signal: AbortSignal | undefined,
): Promise<readonly Json[] | null> {
  const head: Json[] = [];
  const json: JsonValues = new JsonValues({
    value: (value) => {
      if (typeof value === 'object' && value !== null) head.push(value);
      json.full = head.length >= HEAD_RECORDS;
    },
    broken: () => undefined,
  });
  await readLines(file, json, { signal, stop: (bytes) => bytes > SEARCHED });
  return json.spanning === 0 ? null : head;
}
