import { err, ok, type Result } from '@/lib/base/result';
import type { ImportError } from '@/lib/importers/importer';
import type { ReceiptBuilder } from '@/lib/importers/receipt';
import type { Json } from '@/lib/session/schema';
import { HEAD_RECORDS, MAX_DOCUMENT_BYTES, MAX_LINE_BYTES } from './ingest-limits';
import { feedArray } from './json-array';
import { JsonLines } from './json-lines';
import { LineSplitter } from './line-splitter';
import { parseDocument, tooLarge, tooLong, type TextTrace } from './text-trace';
import type { TraceBytes } from './trace-bytes';
import type { TraceRun, TraceSource } from './trace-source';

const unrecognized: ImportError = {
  code: 'unrecognized',
  message: 'The file is JSON of a kind that no importer recognises.',
};

/** A file of JSON lines. */
export function linesSource(
  file: TraceBytes,
  { head, alone, notDocument }: TextTrace & { readonly form: 'lines' },
): TraceSource {
  const lines = { kind: 'jsonl', records: head } as const;
  const [value] = head;
  if (alone && Array.isArray(value)) {
    return documentSource(file, { form: 'document', value, line: 1 });
  }
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

/** A file that is one JSON document; an array is its elements as well. */
export function documentSource(
  file: TraceBytes,
  { value, line }: TextTrace & { readonly form: 'document' },
): TraceSource {
  const elements = Array.isArray(value) ? (value as readonly Json[]) : [];
  const whole = { kind: 'json', records: [value] } as const;
  return {
    heads: Array.isArray(value)
      ? [whole, { kind: 'jsonl', records: elements.slice(0, HEAD_RECORDS) }]
      : [whole],
    unclaimed: unrecognized,
    feed: (run) =>
      run.input === 'jsonl' ? feedArray(file, run) : feedDocument(file, value, line, run),
    close: () => Promise.resolve(),
  };
}

/**
 * A file that is one large JSON array: streamed where a format takes its elements, else parsed
 * whole where it is not too large for that.
 */
export function arraySource(
  file: TraceBytes,
  { head }: TextTrace & { readonly form: 'array' },
): TraceSource {
  return {
    heads: [
      { kind: 'jsonl', records: head },
      { kind: 'json', records: [head] },
    ],
    unclaimed: unrecognized,
    feed: async (run) => {
      if (run.input === 'jsonl') return feedArray(file, run);
      const whole = await file.whole(MAX_DOCUMENT_BYTES, run.signal);
      if (whole === null) return err(tooLarge);
      const parsed = parseDocument(whole.toString('utf8'));
      return parsed.ok ? feedDocument(file, parsed.value, 1, run) : parsed;
    },
    close: () => Promise.resolve(),
  };
}

async function feedLines(file: TraceBytes, run: TraceRun): Promise<Result<void, ImportError>> {
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
    run.progress(file.position, records);
    await run.ready();
  }
  splitter.end();
  json.end();
  run.progress(file.bytes, records);
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
  file: TraceBytes,
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
