/**
 * Identifiers and times of the OpenTelemetry protocol.
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
const HEX = /^(?:[0-9a-f]{16}|[0-9a-f]{32})$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{11}=?$|^[A-Za-z0-9+/_-]{22}(?:==)?$/;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * A trace or span id in lowercase hex, whether it was written in hex or, by exporters that use the
 * general mapping of protobuf, in base64. Null for none and for zeros.
 */
export function idText(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  const hex = HEX.test(value) ? value.toLowerCase() : BASE64.test(value) ? hexOf(value) : value;
  return /^0+$/.test(hex) ? null : hex;
}

function hexOf(base64: string): string {
  let bits = 0;
  let held = 0;
  let hex = '';
  for (const letter of base64.replaceAll('-', '+').replaceAll('_', '/')) {
    if (letter === '=') break;
    bits = ((bits << 6) | ALPHABET.indexOf(letter)) & 0xfff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    hex += ((bits >> held) & 0xff).toString(16).padStart(2, '0');
  }
  return hex;
}

/** The latest time that ISO text can hold, in milliseconds. */
const MAX_MILLISECONDS = 8.64e15;

/** Milliseconds since 1970, with a fraction, of nanoseconds as text or number; null for none. */
export function nanoTime(value: unknown): number | null {
  const text = typeof value === 'string' && /^\d{1,20}$/.test(value) ? Number(value) : value;
  if (typeof text !== 'number' || !(text > 0)) return null;
  const milliseconds = text / 1e6;
  return milliseconds <= MAX_MILLISECONDS ? milliseconds : null;
}
