import { MAX_JSON_DEPTH } from '@/lib/engine/base/json-depth';
import { parseJson } from '@/lib/engine/base/parse-json';

/** Bytes with a meaning in the structure of JSON. */
export const QUOTE = 34;
const BACKSLASH = 92;
export const COMMA = 44;
export const COLON = 58;
export const OPEN_OBJECT = 123;
export const CLOSE_OBJECT = 125;
export const OPEN_LIST = 91;
export const CLOSE_LIST = 93;

export const isBlank = (byte: number): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9;

/** Blanks and the bytes of a UTF-8 byte order mark. */
export const isBlankOrMark = (byte: number): boolean =>
  isBlank(byte) || byte === 0xef || byte === 0xbb || byte === 0xbf;

/** Bytes inside a value that cannot be skipped. */
const STOPS = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST])
  STOPS[byte] = 1;

/** Bytes of a string to check one by one before a search pays off. */
const NEAR = 32;

/** Skips strings and values in chunks of JSON, by quotes and brackets only. */
export class JsonSkipper {
  /** Inside a string; inside a string after a backslash. */
  #string = false;
  #escaped = false;
  /** Open brackets of the skipped value. */
  #depth = 0;
  #tooDeep = false;

  /** True if the value skipped last nests deeper than `MAX_JSON_DEPTH`. */
  get tooDeep(): boolean {
    return this.#tooDeep;
  }

  /** Starts another value. */
  begin(): void {
    this.#tooDeep = false;
  }

  get inString(): boolean {
    return this.#string;
  }

  /** Starts a string, after its opening quote. */
  openString(): void {
    this.#string = true;
  }

  /** Place after the string's closing quote; the chunk's end if the string continues. */
  string(chunk: Buffer, from: number): number {
    let i = from;
    if (this.#escaped) {
      this.#escaped = false;
      i++;
    }
    for (;;) {
      for (const near = Math.min(chunk.length, i + NEAR); i < near; i++) {
        const byte = chunk[i];
        if (byte === BACKSLASH) i++;
        else if (byte === QUOTE) return this.#closed(i + 1);
      }
      if (i >= chunk.length) break;
      const quote = chunk.indexOf(QUOTE, i);
      const end = quote < 0 ? chunk.length : quote;
      let before = end;
      while (before > i && chunk[before - 1] === BACKSLASH) before--;
      const escaped = (end - before) % 2 === 1;
      if (quote >= 0 && !escaped) return this.#closed(quote + 1);
      i = escaped ? end + 1 : end;
      if (i >= chunk.length) break;
    }
    this.#escaped = i > chunk.length;
    return chunk.length;
  }

  #closed(at: number): number {
    this.#string = false;
    return at;
  }

  /**
   * Place of the comma or closing bracket that ends the value; the chunk's end if the value continues.
   */
  value(chunk: Buffer, from: number): number {
    let i = from;
    while (i < chunk.length) {
      if (this.#string) {
        i = this.string(chunk, i);
        continue;
      }
      const byte = chunk[i] ?? 0;
      if (STOPS[byte] === 1) {
        if (byte === QUOTE) this.#string = true;
        else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
          if (++this.#depth > MAX_JSON_DEPTH) this.#tooDeep = true;
        } else if (this.#depth === 0) return i;
        else if (byte !== COMMA) this.#depth--;
      }
      i++;
    }
    return i;
  }

  /** Drops a value cut off by the file's end. */
  reset(): void {
    this.#string = false;
    this.#escaped = false;
    this.#depth = 0;
  }
}

/** Bytes for any declared key, even with every letter escaped. */
const MOST_KEY_BYTES = 1_024;

/** Collects the bytes of an object's key across chunks. */
export class JsonKey {
  #parts: Buffer[] = [];
  #bytes = 0;

  /** Adds bytes after the opening quote, the closing one included, up to a length. */
  add(chunk: Buffer, start: number, end: number): void {
    if (this.#bytes <= MOST_KEY_BYTES) this.#parts.push(Buffer.from(chunk.subarray(start, end)));
    this.#bytes += end - start;
  }

  /** The key's text; null if it is too long to be a declared key. */
  take(): string | null {
    const text = Buffer.concat(this.#parts).toString('utf8').slice(0, -1);
    const tooLong = this.#bytes > MOST_KEY_BYTES;
    this.#parts = [];
    this.#bytes = 0;
    if (tooLong) return null;
    if (!text.includes('\\')) return text;
    return (parseJson(`"${text}"`) as string | undefined) ?? null;
  }
}
