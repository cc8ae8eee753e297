import { isPlainJson } from '@/lib/base/json-depth';
import type { Json } from '@/lib/session/schema';

/** The JSON in a string; undefined where it is none, nests too deep or holds no finite number. */
export function jsonIn(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainJson(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** The value as JSON; the JSON a string holds where it holds an object or a list. */
export function decoded(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  return jsonIn(value) ?? value;
}

/** Any value as JSON that can be stored; null where it nests too deep. */
export function plain(value: unknown): Json {
  return isPlainJson(value) ? (value as Json) : null;
}

/** A call's arguments: JSON text is read, broken JSON stays the text it is. */
export function argumentsOf(value: unknown): Json {
  if (typeof value !== 'string') return plain(value ?? {});
  return value.trim() === '' ? {} : (jsonIn(value) ?? value);
}
