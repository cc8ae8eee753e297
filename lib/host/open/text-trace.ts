import { exceedsDepth, MAX_JSON_DEPTH } from '@/lib/base/json-depth';
import { parseJson } from '@/lib/base/parse-json';
import { err, ok, type Result } from '@/lib/base/result';
import { listTree, type ListNode } from '@/lib/importers/document-lists';
import type { ImportError } from '@/lib/importers/importer';
import { importers } from '@/lib/importers/registry';
import type { Json } from '@/lib/session/schema';
import { scanDocument, type DocumentScan } from './json/document-scan';
import {
  HEAD_LINES,
  HEAD_RECORDS,
  LARGE_BYTES,
  MAX_DOCUMENT_BYTES,
  MAX_LINE_BYTES,
} from './open-limits';
import { JsonLines } from './json/json-lines';
import { severalValues } from './json/several-values';
import { LineSplitter } from './json/line-splitter';
import { lineOf, splitJson } from '@/lib/base/scan-json';
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
    }
  /** One JSON document, already parsed. */
  | {
      readonly form: 'document';
      readonly value: Json;
      /** Line of its beginning where other text precedes it; null where none does. */
      readonly after: number | null;
    };

/** A line at the beginning of the file. */
interface HeadLine {
  readonly line: number;
  /** Undefined if the line is not JSON. */
  readonly value: Json | undefined;
}

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
  const array = opening === '[' ? await inPieces(file, { signal, large }) : null;
  if (array !== null) return ok(array);
  const read = await readHead(file, signal, opening === '{' ? large : MAX_LINE_BYTES);
  if (!read.ok) return read;
  const { lines, complete } = read.value;
  if (opening === '{' && !isContainer(lines[0]?.value)) {
    const document = await inPieces(file, { signal, large });
    if (document !== null) return ok(document);
  }
  if (read.value.long) {
    const all = await readHead(file, signal, MAX_LINE_BYTES);
    return all.ok ? whole(file, all.value, signal) : all;
  }
  return whole(file, { lines, complete }, signal);
}

/** Way of reading a file that is small enough to parse or consists of lines. */
async function whole(
  file: TraceBytes,
  { lines, complete }: Pick<Head, 'lines' | 'complete'>,
  signal: AbortSignal | undefined,
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
  return several === null
    ? document
    : ok({ ...asLines, head: several, notDocument, spanning: true });
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

/**
 * Scan of a file that is one large document; null for other files. Reads the beginning of an array of
 * records, and all of other documents.
 */
async function inPieces(
  file: TraceBytes,
  { signal, large }: DetectOptions & { readonly large: number },
): Promise<TextTrace | null> {
  const scan = await scanDocument(file, everyList(), {
    signal,
    large,
    enough: (bytes, records) => bytes > large && records >= HEAD_RECORDS,
  });
  const { bytes, head, fault, cutOff, state } = scan;
  if (bytes <= large || head === undefined || fault !== null) return null;
  const pieces = { form: 'pieces', scan, head, large } as const;
  if (state === 'closed' || !scan.complete) return pieces;
  if (!cutOff) return null;
  // A broken first line can look like a document that is cut off: another line is whole then.
  const lines = await readHead(file, signal, MAX_LINE_BYTES);
  return lines.ok && lines.value.lines.some(({ value }) => isContainer(value)) ? null : pieces;
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
  message: `The file is one JSON document without a list to read piece by piece; the limit is ${megabytes(MAX_DOCUMENT_BYTES)}. JSON lines or one JSON array of records may be larger.`,
};

/** Error for a line that is too long. */
export const tooLong = (line: number): ImportError => ({
  code: 'too-large',
  message: `Line ${line} is longer than ${megabytes(MAX_LINE_BYTES)}.`,
  at: line,
});

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}

interface Head {
  readonly lines: readonly HeadLine[];
  /** True if these are all lines of the file. */
  readonly complete: boolean;
  /** True if the next line has more than so many bytes. */
  readonly long: boolean;
}

/** The first lines, up to one of more than `most` bytes; an error for one that is too long to read. */
async function readHead(
  file: TraceBytes,
  signal: AbortSignal | undefined,
  most: number,
): Promise<Result<Head, ImportError>> {
  const lines: HeadLine[] = [];
  let values = 0;
  const json = new JsonLines({
    value: (value, line) => {
      lines.push({ line, value });
      values++;
    },
    broken: (_, line) => lines.push({ line, value: undefined }),
  });
  const enough = (): boolean => values >= HEAD_RECORDS || lines.length >= HEAD_LINES;
  const splitter = new LineSplitter((bytes, start, end) => {
    if (!enough()) json.take(bytes, start, end);
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

/** Parses the document that begins at the first line that looks like one. */
function readDocument(
  text: string,
  lines: readonly HeadLine[],
  asLines: TextTrace & { readonly form: 'lines' },
): Result<TextTrace, ImportError> {
  const starts = documentStarts(text);
  const [first] = starts;
  if (first === undefined) return err(noJson(text));
  const line = lineOf(text, first);
  if (lines.some((known) => known.line === line && known.value !== undefined)) return ok(asLines);
  for (const start of starts) {
    const value = parsed(text.slice(start));
    if (value === undefined) continue;
    const at = lineOf(text, start);
    return document(value, at, /[^\s\ufeff]/.test(text.slice(0, start)) ? at : null);
  }
  const error = faultOf(text.slice(first), line);
  return asLines.head.length > 0 ? ok({ ...asLines, notDocument: error }) : err(error);
}

/** Parses a text that is one JSON document. */
export function parseDocument(text: string): Result<Json, ImportError> {
  const value = parsed(text.replace(/^\ufeff/, ''));
  if (value === undefined) return err(faultOf(text, 1));
  const deep = document(value, 1);
  return deep.ok ? ok(value) : deep;
}

function document(
  value: Json,
  line: number,
  after: number | null = null,
): Result<TextTrace, ImportError> {
  if (!exceedsDepth(value)) return ok({ form: 'document', value, after });
  return err({
    code: 'too-deep',
    message: `The JSON nests deeper than ${MAX_JSON_DEPTH} levels.`,
    at: line,
  });
}

const parsed = (text: string): Json | undefined => parseJson(text) as Json | undefined;

/** Start of a possible document: the first line that opens one, or a bracket after text before it. */
function documentStarts(text: string): readonly number[] {
  const line = /^\ufeff?[ \t]*(?=[[{])/m.exec(text);
  const onLine = line ? line.index + line[0].length : -1;
  const anywhere = text.slice(0, 65_536).search(/[[{]/);
  return [...new Set([onLine, anywhere])].filter((start) => start >= 0);
}

function noJson(text: string): ImportError {
  const binary = text.slice(0, 65_536).includes('\0');
  return {
    code: 'unrecognized',
    message: binary
      ? 'The file is neither text nor a SQLite database.'
      : 'The file is text without any JSON.',
  };
}

/** Error of a text that does not parse, with its line. */
function faultOf(text: string, firstLine: number): ImportError {
  const { values, fault } = splitJson(text);
  const [value] = values;
  const place = value === undefined ? (fault?.at ?? 0) : text.indexOf(value) + value.length;
  const at = firstLine + lineOf(text, place) - 1;
  if (value !== undefined) {
    const message = `Other content follows the JSON document that ends on line ${at}.`;
    return { code: 'malformed', message, at };
  }
  const message =
    fault?.cutOff === true
      ? `The JSON is cut off: the file ends inside a value that begins on line ${at} or before.`
      : `The text is not JSON from line ${at} on.`;
  return { code: 'malformed', message, at };
}
