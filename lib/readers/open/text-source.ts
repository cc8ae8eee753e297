import { err, ok, type Result } from '@/lib/engine/base/result';
import { isLeaf, listTree } from '@/lib/readers/importers/document-lists';
import type { ImportError } from '@/lib/readers/importers/importer';
import { fieldsOf } from '@/lib/readers/importers/mechanisms/loose-json';
import type { ReceiptBuilder } from '@/lib/readers/importers/receipt';
import type { Json } from '@/lib/engine/session/schema';
import { skeletonOf } from './json/skeleton';
import { HEAD_RECORDS, MAX_DOCUMENT_BYTES, MAX_LINE_BYTES } from './open-limits';
import { feedArray, feedPieces, recordsTree } from './json/document-feed';
import { JsonLines, type LineTaker, type ValueReader } from './json/json-lines';
import { JsonValues } from './json/json-values';
import { CUT_OFF } from './json/list-elements';
import { readLines } from './json/read-lines';
import { CUT_SHORT, saysMore } from './may-lack';
import { parseDocument, tooLarge, type TextTrace } from './text-trace';
import type { TraceBytes } from './trace-bytes';
import type { TraceRun, TraceSource } from './trace-source';

const unrecognized: ImportError = {
  code: 'unrecognized',
  message: 'The file is JSON of a kind that no importer recognises.',
};

const noRecords: ImportError = {
  code: 'no-records',
  message: 'The file is JSON without any object, so without records.',
};

/** Error for records that no format claims. */
const unclaimedOf = (records: readonly Json[]): ImportError =>
  records.some(holdsObject) ? unrecognized : noRecords;

const holdsObject = (record: Json): boolean =>
  Array.isArray(record)
    ? record.slice(0, HEAD_RECORDS).some((value) => fieldsOf(value) !== null)
    : fieldsOf(record) !== null;

/** Error for JSON behind other text, as in notes about a format, that no format claims. */
const inText = (line: number): ImportError => ({
  code: 'unrecognized',
  message: `The file is text, and the JSON in it from line ${line} on is of a kind that no importer recognises.`,
});

const cutOff: ImportError = {
  code: 'unrecognized',
  message: 'The JSON is cut off, and what there is of it no importer recognises.',
};

/** A file of JSON lines. */
export function linesSource(
  file: TraceBytes,
  { head, alone, notDocument, spanning }: TextTrace & { readonly form: 'lines' },
): TraceSource {
  const lines = { kind: 'jsonl', records: head } as const;
  const [value] = head;
  if (alone && Array.isArray(value)) {
    return documentSource(file, { form: 'document', value, after: null });
  }
  return {
    heads: alone ? [{ kind: 'json', records: head }, lines] : [lines],
    unclaimed: notDocument ?? unclaimedOf(head),
    feed: (run) =>
      run.input === 'json' && value !== undefined
        ? feedDocument(file, value, null, run)
        : feedLines(file, run, spanning),
    close: () => Promise.resolve(),
  };
}

/** A file that is one JSON document; of an array also its elements. */
export function documentSource(
  file: TraceBytes,
  { value, after }: TextTrace & { readonly form: 'document' },
): TraceSource {
  const elements = Array.isArray(value) ? (value as readonly Json[]) : [];
  const whole = { kind: 'json', records: [value] } as const;
  return {
    heads: Array.isArray(value)
      ? [whole, { kind: 'jsonl', records: elements.slice(0, HEAD_RECORDS) }]
      : [whole],
    unclaimed:
      after === null
        ? unclaimedOf(Array.isArray(value) ? elements.slice(0, HEAD_RECORDS) : [value])
        : inText(after),
    feed: (run) =>
      run.input === 'jsonl' ? feedRecords(file, null, run) : feedDocument(file, value, after, run),
    close: () => Promise.resolve(),
  };
}

/** A file that is one document in pieces; formats that declare its lists read it in pieces. */
export function piecesSource(
  file: TraceBytes,
  { scan, head, large, fault }: TextTrace & { readonly form: 'pieces' },
): TraceSource {
  const whole = { kind: 'json', records: [head] } as const;
  const list = Array.isArray(head) ? (head as readonly Json[]) : null;
  const asLine = scan.oneLine && scan.bytes <= MAX_LINE_BYTES;
  const lines = { kind: 'jsonl', records: list?.slice(0, HEAD_RECORDS) ?? [head] } as const;
  return {
    // In the order of a document that is read whole: each claims what the other does.
    heads: list !== null || asLine ? [whole, lines] : [whole],
    unclaimed: fault ?? (scan.cutOff ? cutOff : unrecognized),
    feed: (run) => {
      if (list !== null && run.importer.inputs.includes('jsonl')) {
        return feedRecords(file, large, run);
      }
      const document = run.importer.inputs.includes('json');
      return document ? feedLarge(file, head, large, run) : feedLines(file, run);
    },
    close: () => Promise.resolve(),
  };
}

/** The elements of an array, each a record; those of more than `large` bytes in pieces, if any. */
async function feedRecords(
  file: TraceBytes,
  large: number | null,
  run: TraceRun,
): Promise<Result<void, ImportError>> {
  const tree = recordsTree(run.importer.lists);
  if (large === null || tree.element === null || isLeaf(tree.element)) {
    return feedArray(file, { tree, large: new Map() }, run);
  }
  const skeleton = await skeletonOf(file, tree, { signal: run.signal, large });
  return skeleton.ok ? feedArray(file, skeleton.value, run) : skeleton;
}

/** A large document in pieces; without declared lists parsed whole, if not too large. */
async function feedLarge(
  file: TraceBytes,
  head: Json,
  large: number,
  run: TraceRun,
): Promise<Result<void, ImportError>> {
  const tree = listTree(run.importer.lists);
  const declared = Array.isArray(head) ? tree.list !== null : tree.fields.size > 0;
  const skeleton = declared
    ? await skeletonOf(file, tree, { signal: run.signal, large })
    : err(tooLarge);
  if (skeleton.ok) return feedPieces(file, skeleton.value, run);
  if (skeleton.error.code !== 'too-large') return skeleton;
  const bytes = await file.whole(MAX_DOCUMENT_BYTES, run.signal);
  if (bytes === null) return skeleton;
  const parsed = parseDocument(bytes.toString('utf8'));
  return parsed.ok ? feedDocument(file, parsed.value, null, run) : parsed;
}

async function feedLines(
  file: TraceBytes,
  run: TraceRun,
  spanning = false,
): Promise<Result<void, ImportError>> {
  let records = 0;
  const taker: LineTaker = {
    value: (value, line) => {
      records++;
      run.take(value, line);
    },
    broken: (reason, line) => {
      run.receipt.lose(reason, line);
      if (reason === CUT_OFF) run.receipt.mayLack(CUT_SHORT);
    },
  };
  const json = spanning ? new JsonValues(taker) : new JsonLines(taker);
  const read = await readLines(file, json, {
    signal: run.signal,
    ready: () => {
      run.progress(file.position, records);
      return run.ready();
    },
  });
  if (!read.ok) return read;
  run.progress(file.bytes, records);
  remark(run.receipt, json);
  return ok(undefined);
}

/** Oddities of lines that were read nevertheless. */
function remark(receipt: ReceiptBuilder, { oddities }: ValueReader): void {
  const { notUtf8, several, behindText } = oddities;
  if (notUtf8.count > 0) {
    receipt.remark(
      `${lines(notUtf8)} with bytes that are not UTF-8, read as U+FFFD (first: line ${notUtf8.first}).`,
    );
  }
  if (several.count > 0) {
    receipt.remark(
      `${lines(several)} with more than one JSON value (first: line ${several.first}).`,
    );
  }
  if (behindText.count > 0) {
    receipt.remark(
      `${lines(behindText)} with text before their JSON, which was left out (first: line ${behindText.first}).`,
    );
  }
}

const lines = ({ count }: { readonly count: number }): string =>
  count === 1 ? '1 line' : `${count} lines`;

async function feedDocument(
  file: TraceBytes,
  value: Json,
  after: number | null,
  run: TraceRun,
): Promise<Result<void, ImportError>> {
  let utf8 = true;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of file.chunks(run.signal)) utf8 &&= decodes(decoder, chunk);
  if (after !== null) {
    run.receipt.remark(`The JSON begins on line ${after}; the text before it was left out.`);
  }
  if (!utf8) run.receipt.remark('The file has invalid UTF-8, read as U+FFFD.');
  const more = saysMore(value);
  if (more !== null) run.receipt.mayLack(more);
  run.take(value, '$');
  run.progress(file.bytes, 1);
  return ok(undefined);
}

/** True if a chunk goes on with whole characters; a decoder in streaming use keeps cut ones. */
export function decodes(decoder: TextDecoder, chunk: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: true });
    return true;
  } catch {
    return false;
  }
}
