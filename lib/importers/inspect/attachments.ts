import { fieldsOf, type Fields } from '../loose-json';

const reference = /^(?:attachment|tc):\/\/(.+)$/;

/** Long texts of a sample, which its events name by hash or by place. */
export class AttachmentTexts {
  readonly #texts = new Map<string, string>();
  #count = 0;

  /** Texts by their hash. */
  add(texts: Fields | null): void {
    for (const [hash, text] of Object.entries(texts ?? {})) {
      if (typeof text === 'string') this.#texts.set(hash, text);
    }
  }

  /** Texts by their place in a sequence that goes on from piece to piece. */
  append(texts: readonly unknown[]): void {
    for (const text of texts) {
      if (typeof text === 'string') this.#texts.set(String(this.#count), text);
      this.#count++;
    }
  }

  /** The value with every reference replaced by its text; unknown ones stay as they are. */
  resolve(value: unknown): unknown {
    if (typeof value === 'string') {
      if (this.#texts.size === 0 || value.length > 200) return value;
      const name = reference.exec(value)?.[1];
      return name === undefined ? value : (this.#texts.get(name) ?? value);
    }
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    const fields = fieldsOf(value);
    if (fields === null) return value;
    return Object.fromEntries(
      Object.entries(fields).map(([name, item]) => [name, this.resolve(item)]),
    );
  }
}
