import { MAX_JSON_DEPTH } from '@/lib/base/json-depth';
import { CLOSE_LIST, CLOSE_OBJECT, JsonSkipper, OPEN_LIST, OPEN_OBJECT, QUOTE } from './json-bytes';

/** What a byte outside of strings does to the nesting. */
const plain = 0;
const quote = 1;
const opens = 2;
const closes = 3;
const EFFECT = new Uint8Array(256);
EFFECT[QUOTE] = quote;
EFFECT[OPEN_LIST] = EFFECT[OPEN_OBJECT] = opens;
EFFECT[CLOSE_LIST] = EFFECT[CLOSE_OBJECT] = closes;

/**
 * Counts the open brackets of JSON that comes in chunks, by quotes and brackets only: text is known to
 * nest too deep before it is kept or parsed.
 */
export class Nesting {
  readonly #skipper = new JsonSkipper();
  #depth = 0;

  /** True if the text so far nests deeper than `MAX_JSON_DEPTH`. */
  get tooDeep(): boolean {
    return this.#depth > MAX_JSON_DEPTH;
  }

  /** Reads on, up to the first bracket that is too deep; returns {@link tooDeep}. */
  push(bytes: Buffer): boolean {
    let i = 0;
    while (i < bytes.length && !this.tooDeep) {
      if (this.#skipper.inString) {
        i = this.#skipper.string(bytes, i);
        continue;
      }
      const effect = EFFECT[bytes[i++] ?? 0];
      if (effect === plain) continue;
      if (effect === quote) this.#skipper.openString();
      else if (effect === opens) this.#depth++;
      else if (this.#depth > 0) this.#depth--;
    }
    return this.tooDeep;
  }

  /** Starts another text. */
  reset(): void {
    this.#skipper.reset();
    this.#depth = 0;
  }
}
