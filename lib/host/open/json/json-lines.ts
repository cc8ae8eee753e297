import { exceedsDepth, MAX_JSON_DEPTH } from '@/lib/base/json-depth';
import { parseJson } from '@/lib/base/parse-json';
import type { Json } from '@/lib/session/schema';
import { scanJson, splitJson } from '@/lib/base/scan-json';
import { decodeText } from '../decode-text';
import { CUT_OFF, NOT_JSON, TOO_DEEP } from './list-elements';

/** Receives a file's content line by line. */
export interface LineTaker {
  /** A value; a line may have several. */
  value(value: Json, line: number): void;
  /** A line, or the rest of one, that is not JSON. */
  broken(reason: string, line: number): void;
}

/** Oddities of lines that were read nevertheless. */
export interface LineOddities {
  readonly notUtf8: readonly number[];
  readonly several: readonly number[];
  /** Lines with text before their value. */
  readonly behindText: readonly number[];
}

/** Reads the values of a file from its lines. */
export interface LineReader {
  /** Lines seen so far, blank ones included. */
  readonly lines: number;
  readonly oddities: LineOddities;
  /** Parses a line's bytes. */
  take(bytes: Buffer, start: number, end: number): void;
  /** Ends the file. */
  end(): void;
}

/** Lines up to this length cannot nest too deep: every level takes two bytes. */
const SHALLOW = 2 * MAX_JSON_DEPTH;

/** Parses the lines of a JSONL file; reports a broken last line as cut off. */
export class JsonLines implements LineReader {
  readonly #notUtf8: number[] = [];
  readonly #several: number[] = [];
  readonly #behindText: number[] = [];
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

  take(bytes: Buffer, start: number, end: number): void {
    this.#line++;
    let from = start;
    if (this.#line === 1 && hasBom(bytes, start)) from += 3;
    this.#parse(this.#decoded(bytes.subarray(from, end)));
  }

  #decoded(line: Buffer): string {
    return decodeText(line, () => this.#notUtf8.push(this.#line));
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
    const value = mayBeValue(line, this.#broken !== null) ? parsed(text) : undefined;
    if (value === undefined) return this.#salvage(text);
    this.#settle();
    this.#value(value, text.length);
  }

  /** Takes the value behind a log's time or level. */
  #behind(rest: string, text: string): void {
    const value = mayBeValue(rest, this.#broken !== null) ? parsed(rest) : undefined;
    if (value === undefined) return this.#salvage(text);
    this.#settle();
    this.#behindText.push(this.#line);
    this.#value(value, rest.length);
  }

  #value(value: Json, length: number): void {
    if (length > SHALLOW && exceedsDepth(value)) this.taker.broken(TOO_DEEP, this.#line);
    else this.taker.value(value, this.#line);
  }

  /** Makes each of several values on a line a record; the rest of the line is broken. */
  #salvage(text: string): void {
    this.#settle();
    const { values, fault } = /^\s*[[{]/.test(text) ? splitJson(text) : nothing;
    let left = fault !== null;
    let taken = 0;
    for (const part of values) {
      const value = parsed(part);
      left ||= value === undefined;
      if (value === undefined) break;
      this.#value(value, part.length);
      taken++;
    }
    if (taken > 0) this.#several.push(this.#line);
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

/** Parses a value; undefined if invalid, because the scanner is laxer inside strings. */
const parsed = (text: string): Json | undefined => parseJson(text) as Json | undefined;

/** True if a UTF-8 byte order mark is at `start`. */
function hasBom(bytes: Buffer, start = 0): boolean {
  return bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf;
}
