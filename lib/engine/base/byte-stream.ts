/** Array of numbers that a column can be written from and read into. */
type NumberArray = Int32Array | Uint8Array | Float64Array;

/** Layouts of a column. */
const layout = { constant: 0, plain: 1, differences: 2 } as const;

/** ±0, ±1, ±2 … as 0, 1, 2, 3, 4 …; exact up to 2^52. */
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (code: number): number => (code % 2 === 1 ? -(code + 1) / 2 : code / 2);

/** Bytes of a varint. */
function varintBytes(code: number): number {
  let bytes = 1;
  for (let rest = code; rest >= 128; rest = Math.floor(rest / 128)) bytes++;
  return bytes;
}

/** Appends numbers to a growing run of bytes. */
export class ByteWriter {
  #data = new Uint8Array(4096);
  #length = 0;

  byte(value: number): void {
    this.#reserve(1);
    this.#data[this.#length++] = value;
  }

  /** A safe integer as a zigzag varint. */
  int(value: number): void {
    this.#reserve(10);
    this.#length = putVarint(this.#data, this.#length, zigzag(value));
  }

  /** An integer or null. */
  nullable(value: number | null): void {
    this.int(value === null ? 0 : 1);
    if (value !== null) this.int(value);
  }

  /** UTF-16 code units: exact for every string, one byte each for ASCII. */
  text(text: string): void {
    this.int(text.length);
    for (let i = 0; i < text.length; i++) {
      this.#reserve(10);
      this.#length = putVarint(this.#data, this.#length, text.charCodeAt(i));
    }
  }

  /** A list that mostly ascends. */
  ascending(values: readonly number[]): void {
    this.int(values.length);
    let last = 0;
    for (const value of values) {
      this.int(value - last);
      last = value;
    }
  }

  /** Integers of known count, in the layout that takes the fewest bytes. */
  column(values: NumberArray): void {
    const chosen = chooseLayout(values);
    this.byte(chosen);
    if (chosen === layout.constant) {
      if (values.length > 0) this.int(values[0] as number);
      return;
    }
    this.#reserve(values.length * 10);
    let last = 0;
    for (const value of values) {
      const base = chosen === layout.differences ? last : 0;
      this.#length = putVarint(this.#data, this.#length, zigzag(value - base));
      last = value;
    }
  }

  /** Numbers of known count, 8 bytes each; a single 8 bytes where all are equal. */
  floats(values: Float64Array): void {
    const constant = values.every((value) => Object.is(value, values[0]));
    this.byte(constant ? layout.constant : layout.plain);
    const written = constant ? values.subarray(0, 1) : values;
    this.#reserve(written.length * 8);
    const view = new DataView(this.#data.buffer);
    for (const value of written) {
      view.setFloat64(this.#length, value, true);
      this.#length += 8;
    }
  }

  /** The bytes written so far, in a new array. */
  finish(): Uint8Array {
    return this.#data.slice(0, this.#length);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#data.length) return;
    const grown = new Uint8Array(Math.max(this.#data.length * 2, this.#length + bytes));
    grown.set(this.#data.subarray(0, this.#length));
    this.#data = grown;
  }
}

function putVarint(data: Uint8Array, at: number, code: number): number {
  let rest = code;
  while (rest >= 128) {
    data[at++] = (rest % 128) + 128;
    rest = Math.floor(rest / 128);
  }
  data[at++] = rest;
  return at;
}

function chooseLayout(values: NumberArray): number {
  let plain = 0;
  let differences = 0;
  let constant = true;
  let last = 0;
  for (const value of values) {
    plain += varintBytes(zigzag(value));
    differences += varintBytes(zigzag(value - last));
    last = value;
    if (value !== values[0]) constant = false;
  }
  if (constant) return layout.constant;
  return differences < plain ? layout.differences : layout.plain;
}

/** Reads what {@link ByteWriter} wrote, in the same order. @throws RangeError past the end. */
export class ByteReader {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  byte(): number {
    const value = this.#data[this.#at++];
    if (value === undefined) throw new RangeError('The bytes end too early.');
    return value;
  }

  int(): number {
    return unzigzag(this.#varint());
  }

  nullable(): number | null {
    return this.int() === 0 ? null : this.int();
  }

  text(): string {
    const units: string[] = [];
    for (let left = this.int(); left > 0; left--) units.push(String.fromCharCode(this.#varint()));
    return units.join('');
  }

  ascending(): number[] {
    let last = 0;
    return Array.from({ length: this.int() }, () => (last += this.int()));
  }

  /** Fills `target`, zeros of the column's length, and returns it. */
  column<A extends NumberArray>(target: A): A {
    const chosen = this.byte();
    if (chosen === layout.constant) {
      const value = target.length > 0 ? this.int() : 0;
      if (value !== 0) target.fill(value);
      return target;
    }
    let last = 0;
    for (let i = 0; i < target.length; i++) {
      last = this.int() + (chosen === layout.differences ? last : 0);
      target[i] = last;
    }
    return target;
  }

  floats(count: number): Float64Array {
    const target = new Float64Array(count);
    const constant = this.byte() === layout.constant;
    const { buffer, byteOffset, byteLength } = this.#data;
    const view = new DataView(buffer, byteOffset, byteLength);
    const written = constant ? Math.min(count, 1) : count;
    for (let i = 0; i < written; i++, this.#at += 8) target[i] = view.getFloat64(this.#at, true);
    return constant && count > 0 ? target.fill(target[0] as number) : target;
  }

  #varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      if (byte < 128) return value + byte * scale;
      value += (byte - 128) * scale;
      scale *= 128;
    }
  }
}
