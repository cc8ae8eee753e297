import { MAX_JSON_DEPTH } from '@/lib/engine/base/json-depth';
import type { Json } from '@/lib/engine/session/schema';
import { decodeText } from '../decode-text';

/** Reasons for rejecting a text. */
export const NOT_JSON = 'not JSON';
export const CUT_OFF = 'cut off';
export const TOO_DEEP = `nested deeper than ${MAX_JSON_DEPTH} levels`;

/** A value, or the reason for none. */
type Parsed =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

/** Parses the bytes of one value, whose nesting was checked; calls `onOther` for invalid UTF-8. */
export function parseBytes(bytes: Buffer, onOther: () => void): Parsed {
  const value = parsedText(decodeText(bytes, onOther));
  return value === undefined ? { ok: false, reason: NOT_JSON } : { ok: true, value };
}

/** Parses a text whose nesting was checked; undefined if it is not JSON. */
export function parsedText(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
