/**
 * Go's printed forms, which the reference measures: fmt's `%v` and encoding/json's Marshal.
 * https://pkg.go.dev/fmt, https://pkg.go.dev/encoding/json
 */
import { compareUtf8, utf8Length } from '@/lib/engine/base/utf8';
import type { Json } from '@/lib/engine/session/schema';

const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);

/** `%v` of a float64: shortest digits; exponent form below 1e-4 and from 1e6 on. */
function goFloat(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e6) return String(value);
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${mantissa}e${exponent.charAt(0)}${exponent.slice(1).padStart(2, '0')}`;
}

/** `%v` of a decoded JSON value: `map[a:1 b:[x y]]` with keys in byte order, `<nil>`, `true`. */
export function goValue(value: Json): string {
  if (value === null) return '<nil>';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return goFloat(value);
  if (typeof value === 'boolean') return String(value);
  if (isArray(value)) return `[${value.map(goValue).join(' ')}]`;
  const keys = Object.keys(value).sort(compareUtf8);
  return `map[${keys.map((key) => `${key}:${goValue(value[key] ?? null)}`).join(' ')}]`;
}

/** UTF-8 bytes of `goValue(value)`, without building it. */
export function goValueLength(value: Json): number {
  if (typeof value === 'string') return utf8Length(value);
  if (value === null) return 5;
  if (typeof value === 'number') return goFloat(value).length;
  if (typeof value === 'boolean') return value ? 4 : 5;
  if (isArray(value)) {
    let bytes = 2 + Math.max(0, value.length - 1);
    for (const item of value) bytes += goValueLength(item);
    return bytes;
  }
  let bytes = 5;
  let fields = 0;
  for (const key in value) {
    bytes += utf8Length(key) + 1 + goValueLength(value[key] ?? null);
    fields++;
  }
  return bytes + Math.max(0, fields - 1);
}

/** encoding/json's Marshal of a decoded JSON value: sorted keys, `<`, `>`, `&` escaped. */
export function goJson(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return goJsonNumber(value);
  if (typeof value === 'string') return goJsonString(value);
  if (isArray(value)) return `[${value.map(goJson).join(',')}]`;
  const keys = Object.keys(value).sort(compareUtf8);
  return `{${keys.map((key) => `${goJsonString(key)}:${goJson(value[key] ?? null)}`).join(',')}}`;
}

/** Exponent form below 1e-6 and from 1e21, as ES6 prints; one-digit exponents lose their zero. */
function goJsonNumber(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const size = Math.abs(value);
  if (size >= 1e-6 && size < 1e21) return String(value);
  return value.toExponential();
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function goJsonString(text: string): string {
  let out = '"';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const short = escapes[char];
    if (short !== undefined) out += short;
    else if (code < 0x20 || '<>&\u2028\u2029'.includes(char)) {
      out += `\\u${code.toString(16).padStart(4, '0')}`;
    } else out += code >= 0xd800 && code <= 0xdfff ? '\ufffd' : char;
  }
  return `${out}"`;
}
