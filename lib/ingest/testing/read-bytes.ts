import { err, type Result } from '@/lib/base/result';
import type { ImportError } from '@/lib/importers/importer';
import { ReceiptBuilder } from '@/lib/importers/receipt';
import { readRecords, type ReadTrace } from '@/lib/importers/testing/read-trace';
import type { Json } from '@/lib/session/schema';
import { JsonLines } from '../json-lines';
import { LineSplitter } from '../line-splitter';
import { parseDocument } from '../text-trace';

/** What reading bytes gives. */
export interface ReadBytes {
  readonly read: Result<ReadTrace, ImportError>;
  /** Lines that hold something, broken ones among them; null where one is a list, which is several. */
  readonly records: number | null;
}

/** Reads bytes as the hosts do (their lines, their parser, their depth), without a file. */
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
  const splitter = new LineSplitter((chunk, start, end) => lines.take(chunk, start, end));
  splitter.push(bytes);
  splitter.end();
  lines.end();
  const records = values.some(([value]) => Array.isArray(value)) ? null : values.length + broken;
  if (values.length > 0) return { read: readRecords(values, input, 'unknown', receipt), records };
  const code = records === 0 ? 'empty' : 'malformed';
  return { read: err({ code, message: 'No line is JSON.' }), records };
}
