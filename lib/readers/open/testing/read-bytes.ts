import { err, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import { ReceiptBuilder } from '@/lib/readers/importers/receipt';
import { readRecords, type ReadTrace } from '@/lib/readers/importers/testing/read-trace';
import type { Json } from '@/lib/engine/session/schema';
import { JsonLines } from '../json/json-lines';
import { LineSplitter } from '../json/line-splitter';
import { parseDocument } from '../text-trace';

/** Result of reading bytes. */
export interface ReadBytes {
  readonly read: Result<ReadTrace, ImportError>;
  /** Number of lines that are not blank, broken ones included; null if one is a list of records. */
  readonly records: number | null;
}

/** Reads bytes as the hosts do (same lines, parser, depth), without a file. */
export function readBytes(bytes: Buffer, input: 'json' | 'jsonl'): ReadBytes {
  const receipt = new ReceiptBuilder();
  if (input === 'json') {
    const document = parseDocument(bytes.toString('utf8'));
    if (!document.ok) return { read: document, records: null };
    return { read: readRecords([[document.value, 1]], input, 'unknown', receipt), records: null };
  }
  const values: (readonly [Json, number])[] = [];
  let broken = 0;
  const lines = new JsonLines({
    value: (value, line) => values.push([value, line]),
    broken: (reason, line) => {
      receipt.drop(reason, line);
      broken++;
    },
  });
  const splitter = new LineSplitter(lines);
  splitter.push(bytes);
  splitter.end();
  lines.end();
  const records = values.some(([value]) => isList(value)) ? null : values.length + broken;
  if (values.length > 0) return { read: readRecords(values, input, 'unknown', receipt), records };
  const code = records === 0 ? 'empty' : 'malformed';
  return { read: err({ code, message: 'No line is JSON.' }), records };
}

/** The levels of a line of telemetry, of which the last holds spans or log records. */
const LEVELS = [/^resource(Logs|Spans)$/, /^scope(Logs|Spans)$/, /^(logRecords|spans)$/];

/** A line is a list of records: an array, or telemetry that does not hold exactly one record. */
function isList(line: Json): boolean {
  if (Array.isArray(line)) return true;
  let value: Json | undefined = line;
  for (const [depth, level] of LEVELS.entries()) {
    const entry: [string, Json] | undefined =
      typeof value === 'object'
        ? Object.entries(value ?? {}).find(([key]) => level.test(key))
        : undefined;
    if (entry === undefined) return depth > 0;
    const list: Json = entry[1];
    if (!Array.isArray(list) || list.length !== 1) return true;
    value = (list as readonly Json[])[0];
  }
  return false;
}
