import { numberAt } from './read';

/** From the narrowest: most columns of a long log hold small numbers, or zeros alone. */
const KINDS = [Int8Array, Int16Array, Int32Array] as const;

/**
 * Integers of 32 bits in a typed array that doubles when full, and widens where a value does not fit;
 * what a stream is measured into.
 */
export class GrowableInts {
  #data: Int8Array | Int16Array | Int32Array;
  /** Of its values, in `KINDS`. */
  #kind = 0;
  #length = 0;

  constructor(capacity = 16) {
    this.#data = new Int8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#data.length) {
      const grown = this.#room(this.#length * 2);
      grown.set(this.#data);
      this.#data = grown;
    }
    this.set(this.#length++, value);
  }

  /** The value at `index`, which must be below `length`. */
  at(index: number): number {
    // No reader of `read.ts`: those are for columns of one kind.
    return this.#data[index] ?? NaN;
  }

  /** Replaces the value at `index`, which must be below `length`. */
  set(index: number, value: number): void {
    this.#data[index] = value;
    while (this.#data[index] !== value && this.#kind < KINDS.length - 1) {
      this.#kind++;
      const wider = this.#room(this.#data.length);
      wider.set(this.#data);
      this.#data = wider;
      this.#data[index] = value;
    }
  }

  #room(length: number): Int8Array | Int16Array | Int32Array {
    return new (KINDS[this.#kind] ?? Int32Array)(length);
  }

  /** The values from one index up to another; of all without them. */
  slice(from = 0, to = this.#length): Int32Array {
    return Int32Array.from(this.#data.subarray(from, to));
  }

  /** The values picked by `indexes`, in that order. */
  pick(indexes: ArrayLike<number>): Int32Array {
    const out = new Int32Array(indexes.length);
    for (let i = 0; i < indexes.length; i++) out[i] = this.at(numberAt(indexes, i));
    return out;
  }
}
