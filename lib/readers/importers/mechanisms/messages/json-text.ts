import { isPlainJson } from '@/lib/engine/base/json-depth';
import { parseJson } from '@/lib/engine/base/parse-json';
import type { Json } from '@/lib/engine/session/schema';

/**
 * The JSON in a string; undefined for other text, for JSON nested too deep or with infinite
 * numbers.
 */
export function jsonIn(text: string): Json | undefined {
  const value = parseJson(text);
  return isPlainJson(value) ? (value as Json) : undefined;
}

/** The value as JSON; a string that holds an object or a list is parsed. */
export function decoded(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  return jsonIn(value) ?? value;
}

/** Any value as JSON that can be stored; null if it nests too deep. */
export function plain(value: unknown): Json {
  return isPlainJson(value) ? (value as Json) : null;
}

/** A call's arguments: JSON text is parsed, broken JSON stays text. */
export function argumentsOf(value: unknown): Json {
  if (typeof value !== 'string') return plain(value ?? {});
  return value.trim() === '' ? {} : (jsonIn(value) ?? value);
}
