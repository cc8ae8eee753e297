import { intAt, numberAt } from './read';

/** Integers in a typed array that doubles when full; what a stream is measured into. */
export class GrowableInts {
  #data: Int32Array;
  #length = 0;

  constructor(capacity = 16) {
    this.#data = new Int32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#data.length) {
      const grown = new Int32Array(this.#data.length * 2);
      grown.set(this.#data);
      this.#data = grown;
    }
    this.#data[this.#length++] = value;
  }

  /** The value at `index`, which must be below `length`. */
  at(index: number): number {
    return intAt(this.#data, index);
  }

  /** Replaces the value at `index`, which must be below `length`. */
  set(index: number, value: number): void {
    this.#data[index] = value;
  }

  /** All values; a view that the next `push` may leave behind. */
  get all(): Int32Array {
    return this.#data.subarray(0, this.#length);
  }

  /** The values picked by `indexes`, in that order. */
  pick(indexes: ArrayLike<number>): Int32Array {
    const out = new Int32Array(indexes.length);
    for (let i = 0; i < indexes.length; i++) out[i] = intAt(this.#data, numberAt(indexes, i));
    return out;
  }
}
