import type { Json } from '@/lib/engine/session/schema';
import { textExceedsDepth } from '@/lib/engine/base/json-depth';
import { scanJson, splitJson } from '@/lib/engine/base/scan-json';
import { decodeText } from '../decode-text';
import type { LineSink } from './line-splitter';
import { CUT_OFF, NOT_JSON, parsedText, TOO_DEEP } from './list-elements';

/** Receives a file's content line by line. */
export interface LineTaker {
  /** A value; a line may have several. */
  value(value: Json, line: number): void;
  /** A line, or the rest of one, that is not JSON or nests too deep. */
  broken(reason: string, line: number): void;
}

/** Lines with an oddity: their number, and the first of them. */
export interface OddLines {
  count: number;
  first: number;
}

export const noLines = (): OddLines => ({ count: 0, first: 0 });

/** Adds a line that comes after those counted. */
export function countLine(lines: OddLines, line: number): void {
  if (lines.count === 0) lines.first = line;
  lines.count++;
}

/** Oddities of lines that were read nevertheless. */
export interface LineOddities {
  readonly notUtf8: Readonly<OddLines>;
  readonly several: Readonly<OddLines>;
  /** Lines with text before their value. */
  readonly behindText: Readonly<OddLines>;
}

/** Reads the values of a file from its lines, whose nesting was checked while it was split. */
export interface LineReader extends LineSink {
  /** Lines seen so far, blank ones included. */
  readonly lines: number;
  readonly oddities: LineOddities;
  /** Ends the file. */
  end(): void;
}

/** Parses the lines of a JSONL file; reports a broken last line as cut off. */
export class JsonLines implements LineReader {
  readonly #notUtf8 = noLines();
  readonly #several = noLines();
  readonly #behindText = noLines();
  #line = 0;
  /** The newest broken line; only the next line shows that it was not the last. */
  #broken: number | null = null;

  constructor(private readonly taker: LineTaker) {}

  get lines(): number {
    return this.#line;
  }

  get oddities(): LineOddities {
    return { notUtf8: this.#notUtf8, several: this.#several, behindText: this.#behindText };
  }

  line(bytes: Buffer, start: number, end: number): void {
    this.#line++;
    let from = start;
    if (this.#line === 1 && hasBom(bytes, start)) from += 3;
    this.#parse(this.#decoded(bytes.subarray(from, end)));
  }

  blank(lines: number): void {
    this.#line += lines;
  }

  tooDeep(): void {
    this.#line++;
    this.#settle();
    this.taker.broken(TOO_DEEP, this.#line);
  }

  #decoded(line: Buffer): string {
    return decodeText(line, () => this.#count(this.#notUtf8));
  }

  #count(lines: OddLines): void {
    countLine(lines, this.#line);
  }

  end(): void {
    if (this.#broken !== null) this.taker.broken(CUT_OFF, this.#broken);
    this.#broken = null;
  }

  #parse(text: string): void {
    const line = text.trim();
    if (line === '') return;
    const from = valueStart(line);
    if (from > 0) return this.#behind(line.slice(from), text);
    const value = mayBeValue(line, this.#broken !== null) ? parsedText(text) : undefined;
    if (value === undefined) return this.#salvage(text);
    this.#settle();
    this.taker.value(value, this.#line);
  }

  /** Takes the value behind a log's time or level, whose nesting was not checked. */
  #behind(rest: string, text: string): void {
    const deep = textExceedsDepth(rest);
    const readable = !deep && mayBeValue(rest, this.#broken !== null);
    const value = readable ? parsedText(rest) : undefined;
    if (value === undefined && !deep) return this.#salvage(text);
    this.#settle();
    if (value === undefined) return this.taker.broken(TOO_DEEP, this.#line);
    this.#count(this.#behindText);
    this.taker.value(value, this.#line);
  }

  /** Makes each of several values on a line a record; the rest of the line is broken. */
  #salvage(text: string): void {
    this.#settle();
    const { values, fault } = /^\s*[[{]/.test(text) ? splitJson(text) : nothing;
    let left = fault !== null;
    let taken = 0;
    for (const part of values) {
      const value = parsedText(part);
      left ||= value === undefined;
      if (value === undefined) break;
      this.taker.value(value, this.#line);
      taken++;
    }
    if (taken > 0) this.#count(this.#several);
    if (left) this.#broken = this.#line;
  }

  #settle(): void {
    if (this.#broken !== null) this.taker.broken(NOT_JSON, this.#broken);
    this.#broken = null;
  }
}

const nothing = { values: [], fault: { at: 0, cutOff: false } } as const;

/** Closing character per opening one. */
const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"' };

/** Most characters of a log's time, level and source before an object. */
const MOST_BEFORE = 256;

/** Place of an object at the end of a line that begins with other text; 0 for other lines. */
function valueStart(line: string): number {
  if (line.charAt(0) in CLOSERS || !line.endsWith('}')) return 0;
  return Math.max(0, line.slice(0, MOST_BEFORE).indexOf('{"'));
}

/** Most bytes of a line that is scanned before parsing, if the line before was broken. */
const SCANNED = 1_024;

/**
 * False for a line that is certainly not a value. The parser refuses by throwing, which takes as long
 * as parsing kilobytes: megabytes of short broken lines would block the process.
 */
export function mayBeValue(line: string, afterBroken: boolean): boolean {
  const closer = CLOSERS[line.charAt(0)];
  if (closer !== undefined && !line.endsWith(closer)) return false;
  if (!afterBroken || line.length > SCANNED) return true;
  const scan = scanJson(line, 0);
  return scan.complete && scan.end === line.length;
}

/** True if a UTF-8 byte order mark is at `start`. */
function hasBom(bytes: Buffer, start = 0): boolean {
  return bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf;
}
