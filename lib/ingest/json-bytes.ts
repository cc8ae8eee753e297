/** Bytes that mean something to who cuts JSON apart. */
export const QUOTE = 34;
export const BACKSLASH = 92;
export const COMMA = 44;
export const COLON = 58;
export const OPEN_OBJECT = 123;
export const CLOSE_OBJECT = 125;
export const OPEN_LIST = 91;
export const CLOSE_LIST = 93;

export const isBlank = (byte: number): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9;

/** Blanks, and the bytes of a UTF-8 byte order mark. */
export const isBlankOrMark = (byte: number): boolean =>
  isBlank(byte) || byte === 0xef || byte === 0xbb || byte === 0xbf;

/** Inside a value everything but these bytes can be skipped. */
const STOPS = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST])
  STOPS[byte] = 1;

/** Bytes of a string that are looked at one by one before a search is worth its call. */
const NEAR = 32;

/** Skips strings and values in chunks of JSON by quotes and brackets only. */
export class JsonSkipper {
  /** Inside a string, and there behind a backslash. */
  #string = false;
  #escaped = false;
  /** Brackets open in the value that is skipped. */
  #depth = 0;

  get inString(): boolean {
    return this.#string;
  }

  /** A string begins: its opening quote has been passed. */
  openString(): void {
    this.#string = true;
  }

  /** The place behind the string's closing quote; the chunk's end where it does not end there. */
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
   * The place of the comma or the closing bracket that ends the value; the chunk's end where it does
   * not end there.
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
        else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth++;
        else if (this.#depth === 0) return i;
        else if (byte !== COMMA) this.#depth--;
      }
      i++;
    }
    return i;
  }

  /** Forgets a value that the file's end cut off. */
  reset(): void {
    this.#string = false;
    this.#escaped = false;
    this.#depth = 0;
  }
}
