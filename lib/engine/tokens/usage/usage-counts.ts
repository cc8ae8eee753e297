/** Counts above this are taken for errors; no provider comes near. */
export const MAX_REAL_TOKENS = 1_000_000_000;

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for a JSON object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads counts from one record and remembers whether any was absurd. */
export class Counts {
  readonly #fields: Fields;
  absurd = false;

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  /** The first of `paths` (dotted, `*` a map key's fixed name) that holds a count. */
  first(...paths: readonly string[]): number | null {
    for (const path of paths) {
      const value = this.#at(path);
      if (typeof value !== 'number') continue;
      if (Number.isInteger(value) && value >= 0 && value <= MAX_REAL_TOKENS) return value;
      this.absurd = true;
    }
    return null;
  }

  has(...paths: readonly string[]): boolean {
    return paths.some((path) => typeof this.#at(path) === 'number');
  }

  #at(path: string): unknown {
    if (Object.hasOwn(this.#fields, path)) return this.#fields[path];
    if (!path.includes('.')) return undefined;
    let value: unknown = this.#fields;
    for (const key of path.split('.')) {
      if (!isFields(value) || !Object.hasOwn(value, key)) return undefined;
      value = value[key];
    }
    return value;
  }
}
