import { seededRandom } from '@/lib/engine/base/random';
import { utf8Length } from '@/lib/engine/base/utf8';

/** Word lists by name; entries may hold slots of their own. */
export type Vocabulary = Readonly<Record<string, readonly string[]>>;

/** `{name}`: a word of that list · `{3-9}`: a number · `{x7}`: hex digits · `{a5}`: letters. */
const SLOT = /\{([^{}]+)\}/g;
const HEX = '0123456789abcdef';
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** Writes varied text from templates; equal seeds give equal text on every host. */
export class Writer {
  readonly #random: () => number;
  readonly #vocabulary: Vocabulary;

  constructor(seed: number, vocabulary: Vocabulary) {
    this.#random = seededRandom(seed);
    this.#vocabulary = vocabulary;
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.#random() * (high - low + 1));
  }

  /** A number from `low` to `high`. */
  between(low: number, high: number): number {
    return low + this.#random() * (high - low);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new Error('There is nothing to pick from');
    return item;
  }

  /** `count` characters of an alphabet. */
  letters(count: number, alphabet = LETTERS): string {
    let out = '';
    for (let i = 0; i < count; i++) out += alphabet[this.int(0, alphabet.length - 1)] ?? '';
    return out;
  }

  /** A template with its slots filled. */
  line(template: string): string {
    const text = template.replace(SLOT, (_, slot: string) => this.#slot(slot));
    return text.replace(/\ba (?=[aeio])/g, 'an ');
  }

  /** `count` lines, each from one of the templates. */
  lines(templates: readonly string[], count: number): string {
    return Array.from({ length: count }, () => this.line(this.pick(templates))).join('\n');
  }

  /** Lines from the templates, exactly `bytes` long; the templates' text must be ASCII. */
  exactly(templates: readonly string[], bytes: number): string {
    let text = '';
    while (text.length < bytes) text += `${this.line(this.pick(templates))}\n`;
    text = text.slice(0, bytes);
    if (utf8Length(text) !== bytes) throw new Error('Only ASCII text can be cut to a byte length');
    return text;
  }

  /** Whole lines from the templates, about `bytes` long. */
  about(templates: readonly string[], bytes: number): string {
    const lines: string[] = [];
    let length = 0;
    while (length < bytes) {
      const line = this.line(this.pick(templates));
      lines.push(line);
      length += utf8Length(line) + 1;
    }
    return lines.join('\n');
  }

  #slot(slot: string): string {
    const range = /^(\d+)-(\d+)$/.exec(slot);
    if (range) return String(this.int(Number(range[1]), Number(range[2])));
    const letters = /^([xa])(\d+)$/.exec(slot);
    if (letters) return this.letters(Number(letters[2]), letters[1] === 'x' ? HEX : LETTERS);
    const words = this.#vocabulary[slot];
    if (words === undefined) throw new Error(`No word list is called ${slot}`);
    return this.line(this.pick(words));
  }
}
