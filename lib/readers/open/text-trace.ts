import { textExceedsDepth } from '@/lib/engine/base/json-depth';
import { err, ok, type Result } from '@/lib/engine/base/result';
import { listTree, type ListNode } from '@/lib/readers/importers/document-lists';
import type { ImportError } from '@/lib/readers/importers/importer';
import { importers } from '@/lib/readers/importers/registry';
import type { Json } from '@/lib/engine/session/schema';
import { scanDocument, type DocumentScan } from './json/document-scan';
import { HEAD_RECORDS, LARGE_BYTES, MAX_DOCUMENT_BYTES, MAX_LINE_BYTES } from './open-limits';
import { readHead, type Head, type HeadLine } from './json/head-lines';
import { severalValues } from './json/several-values';
import { parsedText } from './json/list-elements';
import { lineOf } from '@/lib/engine/base/scan-json';
import { binaryFault, nestsTooDeep, textFault, withoutJson } from './text-fault';
import type { TraceBytes } from './trace-bytes';

/** Ways of reading a text trace. */
export type TextTrace =
  /** Line by line. A file with one value may also be a document. */
  | {
      readonly form: 'lines';
      readonly head: readonly Json[];
      readonly alone: boolean;
      /** Reason why the file is not a document, if no line format claims it. */
      readonly notDocument: ImportError | null;
      /** Values span lines: they are pretty-printed one after another. */
      readonly spanning: boolean;
    }
  /** One JSON document, read in pieces. */
  | {
      readonly form: 'pieces';
      readonly scan: DocumentScan;
      readonly head: Json;
      /** Bytes beyond which an element with inner lists is read in pieces too. */
      readonly large: number;
      /** Fault of a document that is small enough to parse; null for a large one. */
      readonly fault: ImportError | null;
    }
  /** One JSON document, already parsed. */
  | {
      readonly form: 'document';
      readonly value: Json;
      /** Line of its beginning where other text precedes it; null where none does. */
      readonly after: number | null;
    };

/** Limits for the detection. */
interface DetectOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes beyond which a JSON document is read in pieces; default `LARGE_BYTES`. */
  readonly large?: number | undefined;
}

/** Distinguishes JSON lines from one JSON document by the beginning of the file. */
export async function detectText(
  file: TraceBytes,
  { signal, large = LARGE_BYTES }: DetectOptions = {},
): Promise<Result<TextTrace, ImportError>> {
  const opening = openingOf(await file.head(PEEKED_BYTES));
  const array = opening === '[' ? await inPieces(file, { signal, large }) : notPieces;
  if (array.pieces !== null) return ok(array.pieces);
  const read = await readHead(file, signal, opening === '{' ? large : MAX_LINE_BYTES);
  if (!read.ok) return read;
  let { tooDeep } = array;
  if (opening === '{' && !isContainer(read.value.lines[0]?.value)) {
    const document = await inPieces(file, { signal, large });
    if (document.pieces !== null) return ok(document.pieces);
    ({ tooDeep } = document);
  }
  if (read.value.long) {
    const all = await readHead(file, signal, MAX_LINE_BYTES);
    return all.ok ? whole(file, { ...all.value, tooDeep }, { signal, large }) : all;
  }
  return whole(file, { ...read.value, tooDeep }, { signal, large });
}

/** Way of reading a file that is small enough to parse or consists of lines. */
async function whole(
  file: TraceBytes,
  { lines, complete, tooDeep }: Pick<Head, 'lines' | 'complete'> & Pick<InPieces, 'tooDeep'>,
  { signal, large }: Pick<PiecesOptions, 'signal' | 'large'>,
): Promise<Result<TextTrace, ImportError>> {
  const [first] = lines;
  if (first === undefined) return err({ code: 'empty', message: 'The file contains only blanks.' });
  const alone = complete && lines.length === 1;
  // A document may be JSON text inside JSON.
  const mayBe = (value: Json | undefined): value is Json =>
    isContainer(value) || (alone && typeof value === 'string');
  const values = lines.flatMap(({ value }) => (mayBe(value) ? [value] : []));
  const head = values.slice(0, HEAD_RECORDS);
  const asLines: TextTrace = { form: 'lines', head, alone, notDocument: null, spanning: false };
  if (mayBe(first.value)) return ok(asLines);
  const deep = lines.find((line) => line.tooDeep);
  if (tooDeep || deep) return head.length > 0 ? ok(asLines) : err(nestsTooDeep(deep?.line ?? 1));
  const bytes = await file.whole(MAX_DOCUMENT_BYTES, signal);
  if (bytes === null) {
    const several = await severalValues(file, signal);
    if (several !== null) return ok({ ...asLines, head: several, spanning: true });
    return head.length > 0 ? ok(asLines) : err(tooLarge);
  }
  const document = readDocument(bytes.toString('utf8'), lines, asLines);
  const fault = document.ok && document.value.form === 'lines' ? document.value.notDocument : null;
  const notDocument = document.ok ? fault : document.error;
  if (notDocument === null) return document;
  const several = await severalValues(file, signal);
  if (several === null && !document.ok) return document;
  const damaged = bytes.length <= large ? await damagedDocument(file, notDocument, signal) : null;
  if (damaged !== null) return ok(damaged);
  return several === null
    ? document
    : ok({ ...asLines, head: several, notDocument, spanning: true });
}

/**
 * A small document with a `fault`, in pieces as a large one is read: its lines are no values of their
 * own. Null for a file that is no document by its brackets.
 */
async function damagedDocument(
  file: TraceBytes,
  fault: ImportError,
  signal: AbortSignal | undefined,
): Promise<TextTrace | null> {
  const { pieces } = await inPieces(file, { signal, large: 0, complete: true });
  return pieces && { ...pieces, fault };
}

/** The lists of all formats, also those inside an array's records. */
const everyList = (): ListNode =>
  listTree(
    importers.flatMap(({ inputs, lists = [] }) => [
      ...lists,
      ...(inputs.includes('jsonl') ? lists.map((name) => `[].${name}`) : []),
      '[]',
    ]),
  );

interface PiecesOptions extends DetectOptions {
  readonly large: number;
  /** True to read all of a document, also of a large array. */
  readonly complete?: boolean;
}

/** A file as one document that is read in pieces; null for other files. */
interface InPieces {
  readonly pieces: (TextTrace & { readonly form: 'pieces' }) | null;
  /** It begins like a document that nests too deep. */
  readonly tooDeep: boolean;
}

const notPieces: InPieces = { pieces: null, tooDeep: false };

/**
 * Scan of a file that may be one document to read in pieces. Reads the beginning of a large array of
 * records, and all of other documents.
 */
async function inPieces(
  file: TraceBytes,
  { signal, large, complete = false }: PiecesOptions,
): Promise<InPieces> {
  const scan = await scanDocument(file, everyList(), {
    signal,
    large,
    enough: (bytes, records) => !complete && bytes > large && records >= HEAD_RECORDS,
  });
  const { bytes, head, fault, cutOff, state } = scan;
  if (fault?.code === 'too-deep') return { pieces: null, tooDeep: true };
  if (bytes <= large || head === undefined || fault !== null) return notPieces;
  const pieces = { form: 'pieces', scan, head, large, fault: null } as const;
  const found = { pieces, tooDeep: false };
  if (state === 'closed' || !scan.complete) return found;
  if (!cutOff) return notPieces;
  if (scan.oneLine) return found;
  // A broken first line can look like a document that is cut off: another line is whole then.
  const lines = await readHead(file, signal, MAX_LINE_BYTES);
  return lines.ok && lines.value.lines.some(({ value }) => isContainer(value)) ? notPieces : found;
}

const isContainer = (value: Json | undefined): value is Json =>
  typeof value === 'object' && value !== null;

/** Bytes searched for the beginning of a document, after blanks. */
const PEEKED_BYTES = 4_096;

/** The file's opening bracket; undefined without one. */
const openingOf = (head: Buffer): string | undefined =>
  /^(?:\xef\xbb\xbf)?\s*([[{])/.exec(head.toString('latin1'))?.[1];

/** Error for a document that is too large to parse whole. */
export const tooLarge: ImportError = {
  code: 'too-large',
  message: `The file is one JSON document without a list to read piece by piece; the limit is ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB. JSON lines or one JSON array of records may be larger.`,
};

/** Parses the document that begins at the first line that looks like one. */
function readDocument(
  text: string,
  lines: readonly HeadLine[],
  asLines: TextTrace & { readonly form: 'lines' },
): Result<TextTrace, ImportError> {
  const starts = documentStarts(text);
  const [first] = starts;
  if (first === undefined) return err(withoutJson(text));
  const line = lineOf(text, first);
  if (lines.some((known) => known.line === line && known.value !== undefined)) {
    return ok({ ...asLines, notDocument: binaryFault(text) });
  }
  for (const start of starts) {
    const value = parseDocument(text.slice(start));
    if (!value.ok) continue;
    const at = lineOf(text, start);
    const after = /[^\s\ufeff]/.test(text.slice(0, start)) ? at : null;
    return ok({ form: 'document', value: value.value, after });
  }
  const error = textFault(text, first);
  if (asLines.head.length === 0) return err(error);
  const fault = error.code === 'no-records' ? binaryFault(text) : error;
  return ok({ ...asLines, notDocument: fault });
}

/** Parses a text that is one JSON document. */
export function parseDocument(text: string): Result<Json, ImportError> {
  const deep = textExceedsDepth(text);
  const value = deep ? undefined : parsedText(text.replace(/^\ufeff/, ''));
  return value === undefined ? err(textFault(text, 0)) : ok(value);
}

/** Start of a possible document: the first line that opens one, or a bracket after text before it. */
function documentStarts(text: string): readonly number[] {
  const line = /^\ufeff?[ \t]*(?=[[{])/m.exec(text);
  const onLine = line ? line.index + line[0].length : -1;
  const anywhere = text.slice(0, 65_536).search(/[[{]/);
  return [...new Set([onLine, anywhere])].filter((start) => start >= 0);
}
