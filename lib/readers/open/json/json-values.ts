import { exceedsDepth, MAX_JSON_DEPTH } from '@/lib/engine/base/json-depth';
import { parseJson } from '@/lib/engine/base/parse-json';
import type { Json } from '@/lib/engine/session/schema';
import { decodeText } from '../decode-text';
import {
  countLine,
  mayBeValue,
  noLines,
  type LineOddities,
  type LineReader,
  type LineTaker,
} from './json-lines';
import { parseInspected } from './inspect-notation';
import { CUT_OFF, NOT_JSON, TOO_DEEP } from './list-elements';

/** Most characters of a value that spans lines; one more is left out. */
const MOST = 64 * 1024 * 1024;

const TOO_LONG = 'longer than 64 MiB';

/** A value whose last line has not come yet. */
interface OpenValue {
  readonly line: number;
  readonly parts: string[];
  length: number;
}

/**
 * Reads values that are pretty-printed one after another, as console exporters of telemetry write
 * them: each is an object whose brackets begin lines; the lines between are indented. Other lines may
 * stand between the objects; those of one value are read too. The objects are JSON, or in the notation
 * of JavaScript's console.
 */
export class JsonValues implements LineReader {
  readonly #notUtf8 = noLines();
  #line = 0;
  #open: OpenValue | null = null;
  /** Values so far that span lines. */
  spanning = 0;

  constructor(private readonly taker: LineTaker) {}

  get lines(): number {
    return this.#line;
  }

  get oddities(): LineOddities {
    return { notUtf8: this.#notUtf8, several: noLines(), behindText: noLines() };
  }

  line(bytes: Buffer, start: number, end: number): void {
    this.#line++;
    const text = decodeText(bytes.subarray(start, end), () => countLine(this.#notUtf8, this.#line));
    const line = this.#line === 1 ? text.replace(/^\ufeff/, '') : text;
    if (this.#open === null) return this.#begin(line);
    if (line.startsWith('}')) return this.#close(this.#open, line);
    if (/^(?:\s|$)/.test(line)) return this.#continue(this.#open, line);
    this.#drop(NOT_JSON);
    this.#begin(line);
  }

  blank(lines: number): void {
    this.#line += lines;
  }

  tooDeep(): void {
    this.#line++;
    this.#drop(NOT_JSON);
    this.taker.broken(TOO_DEEP, this.#line);
  }

  end(): void {
    this.#drop(CUT_OFF);
  }

  #drop(reason: string): void {
    if (this.#open !== null) this.taker.broken(reason, this.#open.line);
    this.#open = null;
  }

  #begin(line: string): void {
    const text = line.trim();
    if (text === '') return;
    const value = mayBeValue(text, true) ? (parseJson(text) as Json | undefined) : undefined;
    if (typeof value === 'object') this.#hand(value, this.#line);
    else if (text.startsWith('{') && line.length <= MOST) {
      this.#open = { line: this.#line, parts: [line], length: line.length };
    } else this.taker.broken(NOT_JSON, this.#line);
  }

  #continue(open: OpenValue, line: string): void {
    open.length += line.length;
    if (open.length > MOST) this.#drop(TOO_LONG);
    else open.parts.push(line);
  }

  #close({ line, parts }: OpenValue, closing: string): void {
    this.#open = null;
    const text = [...parts, '}'].join('\n');
    const value = nestsTooDeep(text) ? TOO_DEEP : (parsed(text) ?? NOT_JSON);
    if (typeof value === 'string') this.taker.broken(value, line);
    else {
      this.spanning++;
      this.#hand(value, line);
    }
    // The next value may begin at once.
    this.#begin(closing.slice(1).replace(/^\s*,/, ''));
  }

  #hand(value: Json, line: number): void {
    if (exceedsDepth(value)) this.taker.broken(TOO_DEEP, line);
    else this.taker.value(value, line);
  }
}

/** An object with a key as JavaScript's console prints it: damaged JSON is not that. */
const INSPECTED = /^\s*\{\s*(?:[A-Za-z_$']|\[')/;

const parsed = (text: string): Json | undefined =>
  INSPECTED.test(text) ? parseInspected(text) : (parseJson(text) as Json | undefined);

/** True if a text has more brackets open at once than a value may nest; counts those in texts too. */
function nestsTooDeep(text: string): boolean {
  let open = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open += bracket === '{' || bracket === '[' ? 1 : -1;
    if (open > MOST_BRACKETS) return true;
  }
  return false;
}

/** Brackets inside of texts need not be balanced: only what no text explains is too deep. */
const MOST_BRACKETS = 100 * MAX_JSON_DEPTH;
