import { GrowableInts } from '@/lib/engine/base/growable';
import { IdTable, UNKNOWN } from './id-table';

/** Finds the entries of a log by the keys of their copies. */
export class ItemIndex {
  /** Numbers of the keys; the newest position of each key. */
  readonly #keys = new IdTable();
  readonly #newest = new GrowableInts();
  /** Per position: its key, and the previous position with the same key; −1 without one. */
  readonly #key = new GrowableInts();
  readonly #before = new GrowableInts();
  #length = 0;

  /** Adds the key of the entry at the end of the log; null for an entry without a key. */
  add(key: string | null): void {
    const number = key === null ? -1 : this.#number(key);
    this.#put(this.#key, number);
    this.#put(this.#before, number < 0 ? -1 : this.#newest.at(number));
    if (number >= 0) this.#newest.set(number, this.#length);
    this.#length++;
  }

  /** Forgets the entries from position `length` on. */
  truncate(length: number): void {
    while (this.#length > length) {
      const at = --this.#length;
      const key = this.#key.at(at);
      if (key >= 0) this.#newest.set(key, this.#before.at(at));
    }
  }

  /** Positions of the entries of `keys`, newest copy first; −1 for an unknown key. */
  match(keys: readonly (string | null)[]): readonly number[] {
    const next = new Map<number, number>();
    const found = new Array<number>(keys.length).fill(-1);
    for (let i = keys.length - 1; i >= 0; i--) {
      const key = keys[i] ?? null;
      const number = key === null ? UNKNOWN : this.#keys.get(key);
      if (number === UNKNOWN) continue;
      const at = next.get(number) ?? this.#newest.at(number);
      if (at < 0) continue;
      found[i] = at;
      next.set(number, this.#before.at(at));
    }
    return found;
  }

  #number(key: string): number {
    const known = this.#keys.get(key);
    if (known !== UNKNOWN) return known;
    this.#keys.set(key, this.#newest.length);
    this.#newest.push(-1);
    return this.#newest.length - 1;
  }

  /** Writes at the end of the log, over removed values. */
  #put(column: GrowableInts, value: number): void {
    if (this.#length < column.length) column.set(this.#length, value);
    else column.push(value);
  }
}

/** Positions as ascending, disjoint half-open ranges. */
export function rangesOf(positions: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const at of [...new Set(positions)].sort((a, b) => a - b)) {
    const newest = ranges.at(-1);
    if (newest?.[1] === at) newest[1] = at + 1;
    else ranges.push([at, at + 1]);
  }
  return ranges;
}
