import { MAX_JSON_DEPTH } from '@/lib/engine/base/json-depth';
import { CLOSE_OBJECT, JsonSkipper, OPEN_LIST, OPEN_OBJECT, QUOTE } from './json-bytes';

/** The bit in which `[` differs from `{`, and `]` from `}`; no other byte becomes a bracket by it. */
const CURLY = 0x20;

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
    const skipper = this.#skipper;
    let i = skipper.inString ? skipper.string(bytes, 0) : 0;
    let depth = this.#depth;
    while (i < bytes.length && depth <= MAX_JSON_DEPTH) {
      const byte = bytes[i++] ?? 0;
      if (byte === QUOTE) {
        skipper.openString();
        i = skipper.string(bytes, i);
      } else if ((byte | CURLY) === OPEN_OBJECT) depth++;
      else if ((byte | CURLY) === CLOSE_OBJECT && depth > 0) depth--;
    }
    this.#depth = depth;
    return this.tooDeep;
  }

  /** Starts another text. */
  reset(): void {
    this.#skipper.reset();
    this.#depth = 0;
  }
}

/** True if the text opens so few brackets, in strings or not, that it cannot nest too deep. */
export function opensFew(text: Buffer): boolean {
  let opened = 0;
  for (const bracket of [OPEN_OBJECT, OPEN_LIST]) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++opened > MAX_JSON_DEPTH) return false;
    }
  }
  return true;
}
