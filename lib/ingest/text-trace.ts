import { exceedsDepth, MAX_JSON_DEPTH } from '@/lib/base/json-depth';
import { err, ok, type Result } from '@/lib/base/result';
import { listTree, type ListNode } from '@/lib/importers/document-lists';
import type { ImportError } from '@/lib/importers/importer';
import { importers } from '@/lib/importers/registry';
import type { Json } from '@/lib/session/schema';
import { scanDocument, type DocumentScan } from './document-scan';
import {
  HEAD_LINES,
  HEAD_RECORDS,
  LARGE_BYTES,
  MAX_DOCUMENT_BYTES,
  MAX_LINE_BYTES,
} from './ingest-limits';
import { JsonLines } from './json-lines';
import { LineSplitter } from './line-splitter';
import { lineOf, splitJson } from '@/lib/base/scan-json';
import type { TraceBytes } from './trace-bytes';

/** How a text trace is to be read. */
export type TextTrace =
  /** Line by line. A file of one value only may be a document as well. */
  | {
      readonly form: 'lines';
      readonly head: readonly Json[];
      readonly alone: boolean;
      /** Why the file is no document, for the case that no format of lines claims it. */
      readonly notDocument: ImportError | null;
    }
  /** One JSON document that is read in pieces. */
  | {
      readonly form: 'pieces';
      readonly scan: DocumentScan;
      readonly head: Json;
      /** Bytes beyond which an element with lists inside is read in pieces too. */
      readonly large: number;
    }
  /** One JSON document, parsed already. */
  | { readonly form: 'document'; readonly value: Json; readonly line: number };

/** A line at the beginning of the file. */
interface HeadLine {
  readonly line: number;
  /** Undefined where the line is no JSON. */
  readonly value: Json | undefined;
}

/** How a file is looked at. */
export interface DetectOptions {
  readonly signal?: AbortSignal | undefined;
  /** A JSON document of more bytes is read in pieces; `LARGE_BYTES` when left out. */
  readonly large?: number | undefined;
}

/** Tells JSON lines from one JSON document by the beginning of the file. */
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
    const mayBeLines = lines.some(({ value }) => isContainer(value));
    const document = await inPieces(file, { signal, large }, mayBeLines);
    if (document !== null) return ok(document);
  }
  if (read.value.long) {
    const all = await readHead(file, signal, MAX_LINE_BYTES);
    return all.ok ? whole(file, all.value, signal) : all;
  }
  return whole(file, { lines, complete }, signal);
}

/** What a file is that is small enough to be parsed, or consists of lines. */
async function whole(
  file: TraceBytes,
  { lines, complete }: Pick<Head, 'lines' | 'complete'>,
  signal: AbortSignal | undefined,
): Promise<Result<TextTrace, ImportError>> {
  const [first] = lines;
  if (first === undefined)
    return err({ code: 'empty', message: 'The file holds nothing but blanks.' });
  const alone = complete && lines.length === 1;
  // A document may be JSON text inside JSON.
  const mayBe = (value: Json | undefined): value is Json =>
    isContainer(value) || (alone && typeof value === 'string');
  const values = lines.flatMap(({ value }) => (mayBe(value) ? [value] : []));
  const head = values.slice(0, HEAD_RECORDS);
  const asLines: TextTrace = { form: 'lines', head, alone, notDocument: null };
  if (mayBe(first.value)) return ok(asLines);
  const bytes = await file.whole(MAX_DOCUMENT_BYTES, signal);
  if (bytes === null) return head.length > 0 ? ok(asLines) : err(tooLarge);
  return readDocument(bytes.toString('utf8'), lines, asLines);
}

/** The lists of all formats, those inside of an array's records too. */
const everyList = (): ListNode =>
  listTree(
    importers.flatMap(({ inputs, lists = [] }) => [
      ...lists,
      ...(inputs.includes('jsonl') ? lists.map((name) => `[].${name}`) : []),
      '[]',
    ]),
  );

/**
 * The document that the file is, where it is a large one; null for any other file. Of an array
 * that is a list of records the beginning is looked at, of other documents everything.
 */
async function inPieces(
  file: TraceBytes,
  { signal, large }: DetectOptions & { readonly large: number },
  mayBeLines = false,
): Promise<TextTrace | null> {
  const scan = await scanDocument(file, everyList(), {
    signal,
    large,
    enough: (bytes, records) => bytes > large && records >= HEAD_RECORDS,
  });
  const { bytes, head, fault, cutOff, state } = scan;
  if (bytes <= large || head === undefined || fault !== null) return null;
  const document = state === 'closed' || !scan.complete || (cutOff && !mayBeLines);
  return document ? { form: 'pieces', scan, head, large } : null;
}

const isContainer = (value: Json | undefined): value is Json =>
  typeof value === 'object' && value !== null;

/** Bytes looked at to tell a document: blanks may stand before it. */
const PEEKED_BYTES = 4_096;

/** The bracket that the file begins with; undefined where it begins otherwise. */
const openingOf = (head: Buffer): string | undefined =>
  /^(?:\xef\xbb\xbf)?\s*([[{])/.exec(head.toString('latin1'))?.[1];

/** The error for a document that would have to be parsed whole. */
export const tooLarge: ImportError = {
  code: 'too-large',
  message: `The file is one JSON document without a list that could be read piece by piece; at most ${megabytes(MAX_DOCUMENT_BYTES)} of such are read, more as JSON lines or as one JSON array of records.`,
};

/** The error for a line that is longer than any that is read. */
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
  /** These are all lines of the file. */
  readonly complete: boolean;
  /** What follows is a line of more than so many bytes. */
  readonly long: boolean;
}

/** The first lines; a line of more than `most` bytes ends them, or is too long for any reading. */
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
    if (value !== undefined) return document(value, lineOf(text, start));
  }
  const error = faultOf(text.slice(first), line);
  return asLines.head.length > 0 ? ok({ ...asLines, notDocument: error }) : err(error);
}

/** Parses a text that is one JSON document from its beginning. */
export function parseDocument(text: string): Result<Json, ImportError> {
  const value = parsed(text.replace(/^\ufeff/, ''));
  if (value === undefined) return err(faultOf(text, 1));
  const deep = document(value, 1);
  return deep.ok ? ok(value) : deep;
}

function document(value: Json, line: number): Result<TextTrace, ImportError> {
  if (!exceedsDepth(value)) return ok({ form: 'document', value, line });
  return err({
    code: 'too-deep',
    message: `The JSON nests deeper than ${MAX_JSON_DEPTH} levels.`,
    at: line,
  });
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Where a document may begin: on the first line that opens one, or behind text on a line before. */
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

/** What is wrong with a text that does not parse, and on which line. */
function faultOf(text: string, firstLine: number): ImportError {
  const { values, fault } = splitJson(text);
  const [value] = values;
  const place = value === undefined ? (fault?.at ?? 0) : text.indexOf(value) + value.length;
  const at = firstLine + lineOf(text, place) - 1;
  if (value !== undefined) {
    const message = `Something else follows the JSON document that ends on line ${at}.`;
    return { code: 'malformed', message, at };
  }
  const message =
    fault?.cutOff === true
      ? `The JSON is cut off: the file ends inside a value that begins on line ${at} or before.`
      : `The text is no JSON from line ${at} on.`;
  return { code: 'malformed', message, at };
}
