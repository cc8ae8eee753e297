import { GrowableInts } from '@/lib/engine/base/growable';
import { intAt } from '@/lib/engine/base/read';
import { nameKinds, type NameKind } from './name-kinds';

/** Most names that a trace's table knows; about 100 MB with their places. */
export const MOST_NAMES = 2 ** 21;

const kindNumber = Object.fromEntries(nameKinds.map((kind, i) => [kind, i])) as Readonly<
  Record<NameKind, number>
>;

/**
 * Numbers the names of a trace. A name is known by 64 bits of hash, which live as long as the table, so
 * that the millions that stand in one entry only cost no string; {@link NameTable.keep} adds its text.
 */
export class NameTable {
  readonly kinds = new GrowableInts();
  /** The line, by its number, that mentioned a name last. */
  readonly lastLine = new GrowableInts();
  readonly #texts: (string | undefined)[] = [];
  readonly #high = new GrowableInts();
  readonly #low = new GrowableInts();
  #slots = new Int32Array(1 << 12).fill(-1);
  readonly #most: number;

  constructor(most = MOST_NAMES) {
    this.#most = most;
  }

  get length(): number {
    return this.kinds.length;
  }

  /** The number of a name; −1 for a new one where the table is full. */
  index(text: string, from: number, to: number, kind: NameKind): number {
    const [high, low] = hashOf(text, from, to);
    const slot = this.#slotOf(high, low);
    const known = intAt(this.#slots, slot);
    if (known >= 0) return known;
    if (this.length >= this.#most) return -1;
    this.#slots[slot] = this.length;
    this.#high.push(high);
    this.#low.push(low);
    this.kinds.push(kindNumber[kind]);
    this.lastLine.push(-1);
    if (this.length * 2 > this.#slots.length) this.#grow();
    return this.length - 1;
  }

  /** The number of a name that is in the table; −1 for another. */
  find(text: string, from = 0, to = text.length): number {
    const [high, low] = hashOf(text, from, to);
    return intAt(this.#slots, this.#slotOf(high, low));
  }

  /** Keeps the text of a name, in a string of its own: a slice would hold the whole text. */
  keep(name: number, text: string, from: number, to: number): void {
    if (this.#texts[name] !== undefined) return;
    const units = new Array<number>(to - from);
    for (let i = from; i < to; i++) units[i - from] = text.charCodeAt(i);
    this.#texts[name] = String.fromCharCode(...units);
  }

  /** The text of a name that was kept; undefined for one that stands in a single entry. */
  text(name: number): string | undefined {
    return this.#texts[name];
  }

  #slotOf(high: number, low: number): number {
    const mask = this.#slots.length - 1;
    let slot = low & mask;
    for (;;) {
      const known = intAt(this.#slots, slot);
      if (known < 0 || (this.#high.at(known) === high && this.#low.at(known) === low)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = this.#slots.length - 1;
    for (let name = 0; name < this.length; name++) {
      let slot = this.#low.at(name) & mask;
      while (intAt(this.#slots, slot) >= 0) slot = (slot + 1) & mask;
      this.#slots[slot] = name;
    }
  }
}

/** Two 32-bit hashes (cyrb53's streams, as `textHash`) of a part of a text. */
function hashOf(text: string, from: number, to: number): readonly [high: number, low: number] {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  const c = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  const d = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(c ^ (c >>> 13), 3266489909);
  return [d | 0, c | 0];
}
