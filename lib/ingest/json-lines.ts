import { exceedsDepth, MAX_JSON_DEPTH } from '@/lib/base/json-depth';
import type { Json } from '@/lib/session/schema';
import { scanJson, splitJson } from '@/lib/base/scan-json';
import { decodeText } from './decode-text';

/** What a file of JSON lines gives, line by line. */
export interface LineTaker {
  /** A value; several may stand on one line. */
  value(value: Json, line: number): void;
  /** A line, or the rest of one, that is no JSON. */
  broken(reason: string, line: number): void;
}

/** Oddities of lines that were read all the same. */
export interface LineOddities {
  readonly notUtf8: readonly number[];
  readonly several: readonly number[];
}

/** No line of this length or less can nest too deep: every level takes two bytes. */
const SHALLOW = 2 * MAX_JSON_DEPTH;

const BROKEN = 'not JSON';
const CUT_OFF = 'cut off';
const TOO_DEEP = `nested deeper than ${MAX_JSON_DEPTH} levels`;

/** Parses the lines of a JSONL file; a broken last line is told apart as cut off. */
export class JsonLines {
  readonly #taker: LineTaker;
  readonly #notUtf8: number[] = [];
  readonly #several: number[] = [];
  #line = 0;
  /** The newest broken line: whether it was the last is known at the next one. */
  #broken: number | null = null;

  constructor(taker: LineTaker) {
    this.#taker = taker;
  }

  /** Lines seen so far, blank ones included. */
  get lines(): number {
    return this.#line;
  }

  get oddities(): LineOddities {
    return { notUtf8: this.#notUtf8, several: this.#several };
  }

  /** Takes a line's bytes. */
  take(bytes: Buffer, start: number, end: number): void {
    this.#line++;
    let from = start;
    if (this.#line === 1 && hasBom(bytes, start)) from += 3;
    this.#parse(this.#decoded(bytes.subarray(from, end)));
  }

  #decoded(line: Buffer): string {
    return decodeText(line, () => this.#notUtf8.push(this.#line));
  }

  /** The file is over. */
  end(): void {
    if (this.#broken !== null) this.#taker.broken(CUT_OFF, this.#broken);
    this.#broken = null;
  }

  #parse(text: string): void {
    const line = text.trim();
    if (line === '') return;
    const value = mayBeValue(line, this.#broken !== null) ? parsed(text) : undefined;
    if (value === undefined) return this.#salvage(text);
    this.#settle();
    this.#value(value, text.length);
  }

  #value(value: Json, length: number): void {
    if (length > SHALLOW && exceedsDepth(value)) this.#taker.broken(TOO_DEEP, this.#line);
    else this.#taker.value(value, this.#line);
  }

  /** Several values on one line are records each; what is left of the line is broken. */
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
    if (this.#broken !== null) this.#taker.broken(BROKEN, this.#broken);
    this.#broken = null;
  }
}

const nothing = { values: [], fault: { at: 0, cutOff: false } } as const;

/** The closing character of what begins so. */
const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"' };

/** A line up to this length is scanned before it is parsed where the one before was broken. */
const SCANNED = 1_024;

/**
 * False for a line that is surely no value. The parser says no by throwing, which takes as long as
 * parsing kilobytes: megabytes of short broken lines would hold everything up.
 */
function mayBeValue(line: string, afterBroken: boolean): boolean {
  const closer = CLOSERS[line.charAt(0)];
  if (closer !== undefined && !line.endsWith(closer)) return false;
  if (!afterBroken || line.length > SCANNED) return true;
  const scan = scanJson(line, 0);
  return scan.complete && scan.end === line.length;
}

/** Undefined for what is no JSON; the scanner is laxer than the parser inside strings. */
function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** True where a UTF-8 byte order mark stands at `start`. */
export function hasBom(bytes: Buffer, start = 0): boolean {
  return bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf;
}
