import { exceedsDepth, MAX_JSON_DEPTH } from '@/lib/base/json-depth';
import { err, ok, type Result } from '@/lib/base/result';
import type { ImportError } from '@/lib/importers/importer';
import type { Json } from '@/lib/session/schema';
import { HEAD_LINES, HEAD_RECORDS, MAX_DOCUMENT_BYTES, MAX_LINE_BYTES } from './ingest-limits';
import { JsonLines } from './json-lines';
import { LineSplitter } from './line-splitter';
import { lineOf, splitJson } from '@/lib/base/scan-json';
import { arrayHead } from './json-array';
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
  /** One JSON array that is too large to be looked at whole: its first elements. */
  | { readonly form: 'array'; readonly head: readonly Json[] }
  /** One JSON document, parsed already. */
  | { readonly form: 'document'; readonly value: Json; readonly line: number };

/** A line at the beginning of the file. */
interface HeadLine {
  readonly line: number;
  /** Undefined where the line is no JSON. */
  readonly value: Json | undefined;
}

/** Tells JSON lines from one JSON document by the beginning of the file. */
export async function detectText(
  file: TraceBytes,
  signal?: AbortSignal,
): Promise<Result<TextTrace, ImportError>> {
  if (beginsArray(await file.head(PEEKED_BYTES))) {
    const array = await arrayHead(file, signal);
    if (!array.ok) return array;
    if (array.value !== null) return ok({ form: 'array', head: array.value });
  }
  const read = await readHead(file, signal);
  if (!read.ok) return read;
  const { lines, complete } = read.value;
  const [first] = lines;
  if (first === undefined)
    return err({ code: 'empty', message: 'The file holds nothing but blanks.' });
  const values = lines.flatMap(({ value }) => (isContainer(value) ? [value] : []));
  const head = values.slice(0, HEAD_RECORDS);
  const asLines: TextTrace = {
    form: 'lines',
    head,
    alone: complete && lines.length === 1,
    notDocument: null,
  };
  if (isContainer(first.value)) return ok(asLines);
  const whole = await file.whole(MAX_DOCUMENT_BYTES, signal);
  if (whole === null) return head.length > 0 ? ok(asLines) : err(tooLarge);
  return readDocument(whole.toString('utf8'), lines, asLines);
}

const isContainer = (value: Json | undefined): value is Json =>
  typeof value === 'object' && value !== null;

/** Bytes looked at to tell an array: blanks may stand before it. */
const PEEKED_BYTES = 4_096;

const beginsArray = (head: Buffer): boolean =>
  /^(\xef\xbb\xbf)?\s*\[/.test(head.toString('latin1'));

/** The error for a document that would have to be parsed whole. */
export const tooLarge: ImportError = {
  code: 'too-large',
  message: `The file is one JSON document; at most ${megabytes(MAX_DOCUMENT_BYTES)} of such are read, more as JSON lines or as one JSON array of records.`,
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

async function readHead(
  file: TraceBytes,
  signal: AbortSignal | undefined,
): Promise<Result<{ lines: readonly HeadLine[]; complete: boolean }, ImportError>> {
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
    if (enough()) return ok({ lines, complete: false });
    if (splitter.begunBytes > MAX_LINE_BYTES) return err(tooLong(json.lines + 1));
  }
  splitter.end();
  json.end();
  return ok({ lines, complete: true });
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
