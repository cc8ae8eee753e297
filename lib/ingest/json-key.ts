/** A declared key fits into this many bytes even where every letter is escaped. */
const MOST_BYTES = 1_024;

/** Collects the bytes of an object's key, which may span chunks. */
export class JsonKey {
  #parts: Buffer[] = [];
  #bytes = 0;

  /** Takes bytes behind the opening quote, the closing one among them; beyond a length none. */
  add(chunk: Buffer, start: number, end: number): void {
    if (this.#bytes <= MOST_BYTES) this.#parts.push(Buffer.from(chunk.subarray(start, end)));
    this.#bytes += end - start;
  }

  /** The key's text; null where it is none that could be declared. */
  take(): string | null {
    const text = Buffer.concat(this.#parts).toString('utf8').slice(0, -1);
    const tooLong = this.#bytes > MOST_BYTES;
    this.#parts = [];
    this.#bytes = 0;
    if (tooLong) return null;
    if (!text.includes('\\')) return text;
    try {
      return JSON.parse(`"${text}"`) as string;
    } catch {
      return null;
    }
  }
}
