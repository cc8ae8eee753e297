import { exceedsDepth, MAX_JSON_DEPTH } from '@/lib/base/json-depth';
import type { Json } from '@/lib/session/schema';
import { decodeText } from '../decode-text';

/** Reasons for rejecting a text. */
export const NOT_JSON = 'not JSON';
export const CUT_OFF = 'cut off';
export const TOO_DEEP = `nested deeper than ${MAX_JSON_DEPTH} levels`;

/** A value, or the reason for none. */
type Parsed =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

/** Parses the bytes of one value; calls `onOther` for invalid UTF-8. */
export function parseBytes(bytes: Buffer, onOther: () => void): Parsed {
  let value: Json;
  try {
    value = JSON.parse(decodeText(bytes, onOther)) as Json;
  } catch {
    return { ok: false, reason: NOT_JSON };
  }
  return exceedsDepth(value) ? { ok: false, reason: TOO_DEEP } : { ok: true, value };
}
