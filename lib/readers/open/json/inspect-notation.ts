/**
 * https://nodejs.org/api/util.html#utilinspectobject-options
 * The notation in which JavaScript prints objects to a console: unquoted keys, three kinds of quotes,
 * long texts in pieces joined by `+`, marks for what was left out. Read without recursion deeper
 * than a limit and without evaluating anything.
 */
import { MAX_JSON_DEPTH } from '@/lib/engine/base/json-depth';

/** A plain value. */
type Plain =
  string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

/**
 * The value of a printed object or list; undefined for other text. `undefined` and marks such as
 * `[Object]` are left out of objects and null in lists; a text that was cut keeps the printed mark.
 */
export function parseInspected(text: string): Plain | undefined {
  const reader = new Reader(text);
  try {
    const value = reader.value(MAX_JSON_DEPTH);
    reader.skip(/\s*/y);
    return reader.ended ? value : undefined;
  } catch (error) {
    if (error instanceof NotInspected) return undefined;
    throw error;
  }
}

class NotInspected extends Error {
  override readonly name = 'NotInspected';
}

const escapes: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' },
};

/** Characters of a text up to its quote or the next escape. */
const runs: Readonly<Record<string, RegExp>> = {
  "'": /[^'\\]*/y,
  '"': /[^"\\]*/y,
  '`': /[^`\\]*/y,
};

const NUMBER = /-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?n?|Infinity)|NaN/y;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/y;
const WORD = /(?:true|false|null|undefined)\b/y;
/** Something deeper than the printer went, or no data at all. */
const MARK = /\[(?:Object|Array|Circular|Function|Getter|Setter|class|Symbol)\b[^\]\n]*\]/y;
/** The name of a class before its object: `Resource {`, `[Object: null prototype] {`. */
const CLASS = /(?:[A-Za-z_$][\w$]*|\[Object: null prototype\]) (?=[{[])/y;
const MORE = /\.\.\. \d+ more items?|<\d+ empty items?>/y;
const KEY = /[A-Za-z_$][\w$]*/y;
const CUT = /\.\.\. \d+ more characters?/y;
const PLUS = /\s*\+\s*(?=['"`])/y;

class Reader {
  #at = 0;

  constructor(private readonly text: string) {}

  get ended(): boolean {
    return this.#at === this.text.length;
  }

  /** Moves behind a match at this place; returns its text, or null without one. */
  skip(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.#at += found[0].length;
    return found[0];
  }

  /** The value at this place; undefined for `undefined` and for marks. */
  value(depth: number): Plain | undefined {
    if (depth < 0) throw new NotInspected();
    this.skip(/\s*/y);
    if (this.skip(CLASS) === null && this.skip(MARK) !== null) return undefined;
    if (this.#takes('{')) return this.#object(depth);
    if (this.#takes('[')) return this.#list(depth);
    if (this.#peek() in runs) return this.#text();
    return this.#scalar();
  }

  #peek(): string {
    return this.text.charAt(this.#at);
  }

  #takes(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at++;
    return true;
  }

  #object(depth: number): Plain {
    const entries: [string, Plain][] = [];
    this.#items('}', () => {
      const key = this.#key();
      if (key === null || this.skip(/\s*:\s*/y) === null) throw new NotInspected();
      const value = this.value(depth - 1);
      if (value !== undefined) entries.push([key, value]);
    });
    return Object.fromEntries(entries);
  }

  /** A key; `['__proto__']` is printed in brackets. */
  #key(): string | null {
    const bracketed = this.#takes('[');
    const key = this.#peek() in runs ? this.#quoted() : this.skip(KEY);
    return bracketed && !this.#takes(']') ? null : key;
  }

  #list(depth: number): Plain {
    const items: Plain[] = [];
    this.#items(']', () => {
      if (this.skip(MORE) === null) items.push(this.value(depth - 1) ?? null);
    });
    return items;
  }

  /** Takes items and commas up to the closing bracket. */
  #items(closer: string, take: () => void): void {
    for (;;) {
      this.skip(/\s*/y);
      if (this.#takes(closer)) return;
      take();
      this.skip(/\s*/y);
      if (!this.#takes(',') && this.#peek() !== closer) throw new NotInspected();
    }
  }

  /** A text, perhaps in pieces; the mark of one that was cut stays at its end. */
  #text(): string {
    let text = this.#quoted();
    while (this.skip(PLUS) !== null) text += this.#quoted();
    return text + (this.skip(CUT) ?? '');
  }

  #quoted(): string {
    const quote = this.#peek();
    const run = runs[quote];
    if (run === undefined) throw new NotInspected();
    this.#at++;
    let text = '';
    for (;;) {
      text += this.skip(run) ?? '';
      if (this.#takes(quote)) return text;
      if (!this.#takes('\\')) throw new NotInspected();
      const code = this.skip(/x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}/y);
      if (code !== null) text += String.fromCharCode(parseInt(code.slice(1), 16));
      else {
        const char = this.#peek();
        text += escapes[char] ?? char;
        this.#at++;
      }
    }
  }

  #scalar(): Plain | undefined {
    const time = this.skip(TIME);
    if (time !== null) return time;
    const word = this.skip(WORD);
    if (word !== null)
      return word === 'undefined' ? undefined : word === 'null' ? null : word === 'true';
    const number = this.skip(NUMBER);
    if (number === null) throw new NotInspected();
    const value = Number(number.replace(/n$/, ''));
    return Number.isFinite(value) ? value : null;
  }
}
