/**
 * MessagePack as LangGraph's checkpoints are stored: https://github.com/msgpack/msgpack/blob/master/spec.md and
 * https://github.com/langchain-ai/langgraph/blob/main/libs/checkpoint/langgraph/checkpoint/serde/jsonplus.py
 * Read here because `highwater/core` runs without a host's TextDecoder, which the libraries for it ask for.
 */

import { byteOfBase64 } from '@/lib/engine/base/images/base64-byte';
import { base64Length } from '@/lib/engine/base/utf8';

/** Deepest nesting that is read, as of JSON elsewhere. */
const DEPTH = 200;

/** What stands for a damaged value: the bytes end, or name a length beyond them. */
class Damaged extends Error {}

/** Reads one value from bytes in base64; undefined where they are damaged. */
export function messagePackIn(base64: string): unknown {
  try {
    const at = byteOfBase64(base64);
    const bytes = Uint8Array.from({ length: base64Length(base64) }, (_, i) => at(i));
    return new Reader(bytes).value(0);
  } catch (error) {
    if (error instanceof Damaged) return undefined;
    throw error;
  }
}

/** Bytes given to one call: each is an argument. */
const AT_ONCE = 8_192;

/** UTF-8 without a host's decoder; bytes that are none stay as they are. */
function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(i, i + AT_ONCE));
  }
  if (!/[\x80-\xff]/.test(text)) return text;
  try {
    const escaped = text.replaceAll(
      /[%\x80-\xff]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16)}`,
    );
    return decodeURIComponent(escaped);
  } catch {
    return text;
  }
}

class Reader {
  #at = 0;
  readonly #view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  value(depth: number): unknown {
    if (depth > DEPTH) throw new Damaged();
    const code = this.#uint(1);
    if (code < 0x80) return code;
    if (code < 0x90) return this.#map(code & 15, depth);
    if (code < 0xa0) return this.#list(code & 15, depth);
    if (code < 0xc0) return this.#text(code & 31);
    if (code >= 0xe0) return code - 256;
    switch (code) {
      case 0xc2:
      case 0xc3:
        return code === 0xc3;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return this.#take(this.#uint(2 ** (code - 0xc4))) && null;
      case 0xc7:
      case 0xc8:
      case 0xc9:
        return this.#extension(this.#uint(2 ** (code - 0xc7)), depth);
      case 0xca:
        return this.#view.getFloat32(this.#skip(4));
      case 0xcb:
        return this.#view.getFloat64(this.#skip(8));
      case 0xcc:
      case 0xcd:
      case 0xce:
        return this.#uint(2 ** (code - 0xcc));
      case 0xcf:
        return Number(this.#view.getBigUint64(this.#skip(8)));
      case 0xd0:
        return this.#view.getInt8(this.#skip(1));
      case 0xd1:
        return this.#view.getInt16(this.#skip(2));
      case 0xd2:
        return this.#view.getInt32(this.#skip(4));
      case 0xd3:
        return Number(this.#view.getBigInt64(this.#skip(8)));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.#text(this.#uint(2 ** (code - 0xd9)));
      case 0xdc:
      case 0xdd:
        return this.#list(this.#uint(2 * (code - 0xdb)), depth);
      case 0xde:
      case 0xdf:
        return this.#map(this.#uint(2 * (code - 0xdd)), depth);
      default:
        return code >= 0xd4 && code <= 0xd8 ? this.#extension(2 ** (code - 0xd4), depth) : null;
    }
  }

  #skip(length: number): number {
    const at = this.#at;
    if (at + length > this.bytes.length) throw new Damaged();
    this.#at += length;
    return at;
  }

  #take(length: number): Uint8Array {
    const at = this.#skip(length);
    return this.bytes.subarray(at, at + length);
  }

  #uint(length: number): number {
    return this.#take(length).reduce((sum, byte) => sum * 256 + byte, 0);
  }

  #text(length: number): string {
    return textOf(this.#take(length));
  }

  /** Each element takes a byte or more, so that a length beyond the bytes is damage. */
  #list(length: number, depth: number): unknown[] {
    if (length > this.bytes.length - this.#at) throw new Damaged();
    return Array.from({ length }, () => this.value(depth + 1));
  }

  #map(length: number, depth: number): unknown {
    const pairs: [string, unknown][] = [];
    if (2 * length > this.bytes.length - this.#at) throw new Damaged();
    for (let i = 0; i < length; i++) {
      pairs.push([String(this.value(depth + 1)), this.value(depth + 1)]);
    }
    return Object.fromEntries(pairs);
  }

  /** An object of Python as `[module, class, what it holds, …]`: what it holds. */
  #extension(length: number, depth: number): unknown {
    this.#skip(1);
    const inner = new Reader(this.#take(length)).value(depth + 1);
    return Array.isArray(inner) && inner.length > 2 ? (inner[2] as unknown) : inner;
  }
}
