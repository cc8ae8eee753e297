import { searchSecrets } from './find-secrets';
import { mayHoldSecret } from './secret-signs';

/** Number of distinct secrets of a rule, and of their places. */
export interface SecretCount {
  readonly distinct: number;
  readonly places: number;
}

/** Characters searched at once. */
const AT_ONCE = 1 << 20;

/** Counts the secrets in a stream of records; of the text it keeps them alone, and only in memory. */
export class SecretCounter {
  readonly #places = new Map<string, number>();
  readonly #distinct = new Map<string, Set<string>>();
  #waiting: string[] = [];
  #length = 0;

  /** Adds a record's JSON; most have no sign of a secret and are not searched. */
  add(json: string): void {
    if (!mayHoldSecret(json)) return;
    this.#waiting.push(json);
    this.#length += json.length;
  }

  /** True if enough text is collected for a search. */
  get isFull(): boolean {
    return this.#length >= AT_ONCE;
  }

  /** Searches the collected text. */
  async search(): Promise<void> {
    if (this.#length === 0) return;
    const text = plainText(this.#waiting.join('\n'));
    this.#waiting = [];
    this.#length = 0;
    for (const { from, to, rule } of await searchSecrets(text)) {
      this.#places.set(rule, (this.#places.get(rule) ?? 0) + 1);
      const distinct = this.#distinct.get(rule) ?? new Set();
      this.#distinct.set(rule, distinct.add(text.slice(from, to)));
    }
  }

  /** The distinct secrets of the text searched so far. */
  get found(): readonly string[] {
    return [...this.#distinct.values()].flatMap((secrets) => [...secrets]);
  }

  /** Counts by rule, in alphabetical order. */
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

/** Undoes JSON's escapes of line breaks and quotes, which keys do not have. */
const plainText = (json: string): string =>
  json.replace(/\\([nrt"\\])/g, (_, char: string) => (char === '"' ? '"' : '\n'));
