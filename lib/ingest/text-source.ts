import { err, ok, type Result } from '@/lib/base/result';
import type { ImportError } from '@/lib/importers/importer';
import type { ReceiptBuilder } from '@/lib/importers/receipt';
import type { Json } from '@/lib/session/schema';
import { MAX_LINE_BYTES } from './ingest-limits';
import { JsonLines } from './json-lines';
import { LineSplitter } from './line-splitter';
import { tooLong, type TextTrace } from './text-trace';
import type { TraceFile } from './trace-file';
import type { TraceRun, TraceSource } from './trace-source';

const unrecognized: ImportError = {
  code: 'unrecognized',
  message: 'The file is JSON of a kind that no importer recognises.',
};

/** A file of JSON lines. */
export function linesSource(
  file: TraceFile,
  { head, alone, notDocument }: TextTrace & { readonly form: 'lines' },
): TraceSource {
  const lines = { kind: 'jsonl', records: head } as const;
  const [value] = head;
  return {
    heads: alone ? [{ kind: 'json', records: head }, lines] : [lines],
    unclaimed: notDocument ?? unrecognized,
    feed: (run) =>
      run.input === 'json' && value !== undefined
        ? feedDocument(file, value, 1, run)
        : feedLines(file, run),
    close: () => Promise.resolve(),
  };
}

/** A file that is one JSON document. */
export function documentSource(
  file: TraceFile,
  { value, line }: TextTrace & { readonly form: 'document' },
): TraceSource {
  return {
    heads: [{ kind: 'json', records: [value] }],
    unclaimed: unrecognized,
    feed: (run) => feedDocument(file, value, line, run),
    close: () => Promise.resolve(),
  };
}

async function feedLines(file: TraceFile, run: TraceRun): Promise<Result<void, ImportError>> {
  let bytes = 0;
  let records = 0;
  const json = new JsonLines({
    value: (value, line) => {
      records++;
      run.reader.record(value, line);
    },
    broken: (reason, line) => run.receipt.drop(reason, line),
  });
  const splitter = new LineSplitter((buffer, start, end) => json.take(buffer, start, end));
  for await (const chunk of file.chunks(run.signal)) {
    splitter.push(chunk);
    if (splitter.begunBytes > MAX_LINE_BYTES) return err(tooLong(json.lines + 1));
    bytes += chunk.length;
    run.progress(bytes, records);
    await run.ready();
  }
  splitter.end();
  json.end();
  run.progress(bytes, records);
  remark(run.receipt, json);
  return ok(undefined);
}

/** Oddities of lines that were read all the same. */
function remark(receipt: ReceiptBuilder, { oddities }: JsonLines): void {
  const { notUtf8, several } = oddities;
  if (notUtf8.length > 0) {
    receipt.remark(
      `${lines(notUtf8)} with bytes that are no UTF-8, read as U+FFFD (first: line ${notUtf8[0]}).`,
    );
  }
  if (several.length > 0) {
    receipt.remark(`${lines(several)} with more than one JSON value (first: line ${several[0]}).`);
  }
}

const lines = ({ length }: readonly number[]): string =>
  length === 1 ? '1 line' : `${length} lines`;

async function feedDocument(
  file: TraceFile,
  value: Json,
  line: number,
  run: TraceRun,
): Promise<Result<void, ImportError>> {
  let utf8 = true;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of file.chunks(run.signal)) utf8 &&= decodes(decoder, chunk);
  if (line > 1)
    run.receipt.remark(`The JSON begins on line ${line}; what stands before it was left out.`);
  if (!utf8) run.receipt.remark('The file holds bytes that are no UTF-8, read as U+FFFD.');
  run.reader.record(value, line);
  run.progress(file.bytes, 1);
  return ok(undefined);
}

function decodes(decoder: TextDecoder, chunk: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: true });
    return true;
  } catch {
    return false;
  }
}
