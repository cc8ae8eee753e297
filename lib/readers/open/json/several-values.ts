import type { Json } from '@/lib/engine/session/schema';
import { HEAD_RECORDS } from '../open-limits';
import type { TraceBytes } from '../trace-bytes';
import { JsonValues } from './json-values';
import { LineSplitter } from './line-splitter';

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
  const json = new JsonValues({
    value: (value) => void (typeof value === 'object' && value !== null && head.push(value)),
    broken: () => undefined,
  });
  const enough = (): boolean => head.length >= HEAD_RECORDS;
  const splitter = new LineSplitter({
    line: (bytes, start, end) => (enough() ? undefined : json.line(bytes, start, end)),
    blank: (lines) => json.blank(lines),
    tooDeep: () => (enough() ? undefined : json.tooDeep()),
  });
  let bytes = 0;
  for await (const chunk of file.chunks(signal)) {
    splitter.push(chunk);
    bytes += chunk.length;
    if (enough() || bytes > SEARCHED) break;
  }
  if (bytes <= SEARCHED) splitter.end();
  return json.spanning === 0 ? null : head;
}
