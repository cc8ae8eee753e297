/** Result of `IdTable.get` for an unknown id. */
export const UNKNOWN = -2;

/** Empty slots hold this value; ids map to −1 and up. */
const EMPTY = -2147483648;

/** Slots of a new table: a trace may hold thousands of small sessions, each with its own. */
const FIRST_SLOTS = 32;

/**
 * Identifiers → small integers in flat typed arrays: 20 bytes per slot, against well over 100 in a
 * map of strings. UUIDs keep their 128 bits, anything else a 128-bit hash.
 */
export class IdTable {
  #keys = new Int32Array(4 * FIRST_SLOTS);
  #values = new Int32Array(FIRST_SLOTS).fill(EMPTY);
  #size = 0;
  readonly #key = new Int32Array(4);
  /** The id whose bits `#key` holds; ids are looked up several times in a row. */
  #loaded: string | null = null;
  /** The id set last: the next line mostly names it as its parent. */
  #newest: string | null = null;
  #newestValue = UNKNOWN;

  get size(): number {
    return this.#size;
  }

  /** The value of `id`, or UNKNOWN. */
  get(id: string): number {
    if (id === this.#newest) return this.#newestValue;
    this.#load(id);
    const value = this.#values[this.#slot(this.#key, 0)] as number;
    return value === EMPTY ? UNKNOWN : value;
  }

  /** Sets the value of `id`, a whole number from −1 up. */
  set(id: string, value: number): void {
    if (this.#size * 2 >= this.#values.length) this.#grow();
    this.#load(id);
    this.#put(this.#key, 0, value);
    this.#newest = id;
    this.#newestValue = value;
  }

  #load(id: string): void {
    if (id === this.#loaded) return;
    keyOf(id, this.#key);
    this.#loaded = id;
  }

  #put(keys: Int32Array, at: number, value: number): void {
    const slot = this.#slot(keys, at);
    if (this.#values[slot] === EMPTY) this.#size++;
    this.#values[slot] = value;
    for (let i = 0; i < 4; i++) this.#keys[slot * 4 + i] = keys[at + i] as number;
  }

  /** The slot of the key, or the empty slot for it. */
  #slot(keys: Int32Array, at: number): number {
    const mask = this.#values.length - 1;
    let slot = hashOf(keys, at) & mask;
    while (this.#values[slot] !== EMPTY && !this.#holds(slot, keys, at)) slot = (slot + 1) & mask;
    return slot;
  }

  #holds(slot: number, keys: Int32Array, at: number): boolean {
    for (let i = 0; i < 4; i++) if (this.#keys[slot * 4 + i] !== keys[at + i]) return false;
    return true;
  }

  #grow(): void {
    const keys = this.#keys;
    const values = this.#values;
    this.#keys = new Int32Array(keys.length * 2);
    this.#values = new Int32Array(values.length * 2).fill(EMPTY);
    this.#size = 0;
    values.forEach((value, slot) => {
      if (value !== EMPTY) this.#put(keys, slot * 4, value);
    });
  }
}

/** Mixes all four words: sequential identifiers differ in the last one only. */
function hashOf(keys: Int32Array, at: number): number {
  const mixed =
    (keys[at] as number) ^
    Math.imul(keys[at + 1] as number, 0x9e3779b1) ^
    Math.imul(keys[at + 2] as number, 0x85ebca6b) ^
    Math.imul(keys[at + 3] as number, 0xc2b2ae35);
  return mixed ^ (mixed >>> 15);
}

/** Writes the 128 bits of a UUID, or a hash of any other text, into `key`. */
function keyOf(id: string, key: Int32Array): void {
  if (id.length === 36 && uuidBits(id, key)) return;
  let a = 0x6a09e667;
  let b = 0xbb67ae85 | 0;
  let c = 0x3c6ef372;
  let d = 0xa54ff53a | 0;
  for (let i = 0; i < id.length; i++) {
    const unit = id.charCodeAt(i);
    a = Math.imul(b ^ unit, 0x239b961b) ^ (a << 5);
    b = Math.imul(c ^ unit, 0xab0e9789) ^ (b >>> 3);
    c = Math.imul(d ^ unit, 0x38b34ae5) + a;
    d = Math.imul(a ^ unit, 0xa1e38b93) + b;
  }
  key[0] = a ^ c;
  key[1] = b ^ d;
  key[2] = Math.imul(c, 0x85ebca6b) ^ id.length;
  key[3] = d ^ (a >>> 15);
}

const NO_DIGIT = 255;
const DASH = 254;

/** Value of each hexadecimal digit in lower case, by its code. */
const DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (let digit = 0; digit < 16; digit++) DIGITS[digit.toString(16).charCodeAt(0)] = digit;
DIGITS['-'.charCodeAt(0)] = DASH;

/** Parses 8-4-4-4-12 hexadecimal digits in lower case; false for any other text. */
function uuidBits(id: string, key: Int32Array): boolean {
  let word = 0;
  let digits = 0;
  for (let i = 0; i < 36; i++) {
    const digit = DIGITS[id.charCodeAt(i)] ?? NO_DIGIT;
    if (i === 8 || i === 13 || i === 18 || i === 23) {
      if (digit !== DASH) return false;
      continue;
    }
    if (digit > 15) return false;
    word = (word << 4) | digit;
    if ((++digits & 7) === 0) key[(digits >> 3) - 1] = word;
  }
  return true;
}
