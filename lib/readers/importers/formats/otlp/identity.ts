/**
 * Identifiers and times of the OpenTelemetry protocol.
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
import { base64Bytes } from '../../mechanisms/exchange/body';

const HEX = /^(?:[0-9a-f]{16}|[0-9a-f]{32})$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{11}=?$|^[A-Za-z0-9+/_-]{22}(?:==)?$/;

/**
 * A trace or span id in lowercase hex. It may be written in hex or, by exporters that use the
 * general mapping of protobuf, in base64. Null for a missing id and for zeros.
 */
export function idText(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  const hex = HEX.test(value) ? value.toLowerCase() : BASE64.test(value) ? hexOf(value) : value;
  return /^0+$/.test(hex) ? null : hex;
}

const hexOf = (base64: string): string =>
  base64Bytes(base64)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** The latest time in ISO text, in milliseconds. */
const MAX_MILLISECONDS = 8.64e15;

/** Milliseconds since 1970, with a fraction, of nanoseconds as text or number; null if missing. */
export function nanoTime(value: unknown): number | null {
  const text = typeof value === 'string' && /^\d{1,20}$/.test(value) ? Number(value) : value;
  if (typeof text !== 'number' || !(text > 0)) return null;
  const milliseconds = text / 1e6;
  return milliseconds <= MAX_MILLISECONDS ? milliseconds : null;
}
