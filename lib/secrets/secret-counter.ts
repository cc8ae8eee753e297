import { textHash } from '@/lib/base/text-hash';
import { searchSecrets } from './find-secrets';
import { mayHoldSecret } from './secret-signs';

/** How many distinct secrets a rule found, and in how many places. */
export interface SecretCount {
  readonly distinct: number;
  readonly places: number;
}

/** Text that is searched at once, in characters. */
const AT_ONCE = 1 << 20;

/** Counts the secrets of a stream of records without keeping any of their text. */
export class SecretCounter {
  readonly #places = new Map<string, number>();
  readonly #distinct = new Map<string, Set<number>>();
  #waiting: string[] = [];
  #length = 0;

  /** Takes a record's JSON. Most show no sign of a secret and are not searched at all. */
  add(json: string): void {
    if (!mayHoldSecret(json)) return;
    this.#waiting.push(json);
    this.#length += json.length;
  }

  /** Whether enough has been gathered to be searched. */
  get isFull(): boolean {
    return this.#length >= AT_ONCE;
  }

  /** Searches what has been gathered. */
  async search(): Promise<void> {
    if (this.#length === 0) return;
    const text = plainText(this.#waiting.join('\n'));
    this.#waiting = [];
    this.#length = 0;
    for (const { from, to, rule } of await searchSecrets(text)) {
      this.#places.set(rule, (this.#places.get(rule) ?? 0) + 1);
      const distinct = this.#distinct.get(rule) ?? new Set();
      this.#distinct.set(rule, distinct.add(textHash(text.slice(from, to))));
    }
  }

  /** What was found, by rule in alphabetical order. */
  get counts(): Readonly<Record<string, SecretCount>> {
    const rules = [...this.#places.keys()].sort();
    return Object.fromEntries(
      rules.map((rule) => [
        rule,
        { distinct: this.#distinct.get(rule)?.size ?? 0, places: this.#places.get(rule) ?? 0 },
      ]),
    );
  }
}

/** JSON writes line breaks and quotes with a backslash, where a key's own form has none. */
const plainText = (json: string): string =>
  json.replace(/\\([nrt"\\])/g, (_, char: string) => (char === '"' ? '"' : '\n'));
