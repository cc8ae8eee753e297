/**
 * Attribute values of the OpenTelemetry protocol as plain JSON.
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
import { fieldsOf, listOf, type Fields } from '../../mechanisms/loose-json';

/** Deepest nesting of values; deeper ones are left out. */
const MAX_DEPTH = 100;

/** An `AnyValue` as a plain value; undefined if it is empty. */
export function anyValue(value: unknown, depth = MAX_DEPTH): unknown {
  const fields = fieldsOf(value);
  if (fields === null || depth <= 0) return undefined;
  if ('stringValue' in fields) return fields['stringValue'];
  if ('intValue' in fields) return integer(fields['intValue']);
  if ('doubleValue' in fields) return fields['doubleValue'];
  if ('boolValue' in fields) return fields['boolValue'];
  if ('arrayValue' in fields) {
    const values = listOf(fieldsOf(fields['arrayValue'])?.['values']);
    return values.map((item) => anyValue(item, depth - 1) ?? null);
  }
  if ('kvlistValue' in fields) {
    return attributesOf(fieldsOf(fields['kvlistValue'])?.['values'], depth - 1);
  }
  return fields['bytesValue'];
}

/** A list of `KeyValue` as an object; some exporters write an object of plain values instead. */
export function attributesOf(list: unknown, depth = MAX_DEPTH): Fields {
  const plain = fieldsOf(list);
  if (plain !== null) return plain;
  const entries: [string, unknown][] = [];
  for (const item of listOf(list)) {
    const pair = fieldsOf(item);
    const key = pair?.['key'];
    const value = pair && anyValue(pair['value'], depth);
    if (typeof key === 'string' && value !== undefined) entries.push([key, value]);
  }
  return Object.fromEntries(entries);
}

/** 64-bit integers come as decimal strings; one beyond 2^53 stays text. */
function integer(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d{1,20}$/.test(value)) return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
