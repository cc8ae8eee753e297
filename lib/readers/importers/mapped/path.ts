/** Places in foreign JSON: `message.content`, `calls.*.name`, `$.threads.*.id`. */
import { fieldsOf } from '../mechanisms/loose-json';

/** Most values one path finds in one record. */
const MOST_FOUND = 10_000;

/**
 * A path, split at its dots; `*` stands for every element of a list or every field of an object.
 */
export interface Path {
  /**
   * True if it starts at the document, not at the record: its `*` are those on the way to the
   * record.
   */
  readonly absolute: boolean;
  readonly keys: readonly string[];
}

/** A value found by a path, and the keys its wildcards matched. */
export interface PathMatch {
  readonly value: unknown;
  readonly bound: readonly string[];
}

/** The wildcard key of a path; a key with this name is written `\*`. */
export const EVERY = '*';

/**
 * Parses a path; `.` is the record itself. A backslash escapes the dot, the star or the `$` after
 * it.
 */
export function parsePath(text: string): Path {
  if (text === '.') return { absolute: false, keys: [] };
  const keys: string[] = [];
  let key = '';
  let literal = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text.charAt(i);
    if (sign === '\\' && i + 1 < text.length) {
      key += text.charAt(++i);
      literal = true;
    } else if (sign === '.') {
      keys.push(asKey(key, literal));
      key = '';
      literal = false;
    } else key += sign;
  }
  if (text !== '') keys.push(asKey(key, literal));
  return text === '$' || text.startsWith('$.')
    ? { absolute: true, keys: keys.slice(1) }
    : { absolute: false, keys };
}

/** The key of a segment: an escaped star is a field's name. */
const asKey = (key: string, literal: boolean): string =>
  literal && key === EVERY ? LITERAL_STAR : key;

/** Stands for a field that is itself named `*`. */
const LITERAL_STAR = '\u0000*';

/** A field's name as it is written in a path. */
export const pathKey = (name: string): string =>
  name.replace(/[\\.]/g, '\\$&').replace(/^[*$]$/, '\\$&');

/**
 * Every value that a path finds, in order; wildcards that are already bound match only that key.
 */
export function find(
  value: unknown,
  keys: readonly string[],
  given: readonly string[] = [],
): readonly PathMatch[] {
  let found: PathMatch[] = [{ value, bound: [] }];
  let wildcards = 0;
  for (const key of keys) {
    const only = key === EVERY ? given[wildcards++] : undefined;
    const next: PathMatch[] = [];
    for (const item of found) {
      if (next.length >= MOST_FOUND) break;
      if (key !== EVERY) push(next, item, key);
      else if (only !== undefined) push(next, item, only, { wild: true });
      else pushEvery(next, item);
    }
    found = next;
  }
  return found;
}

/** The first value that a path finds; undefined if it finds none. */
export const first = (
  value: unknown,
  keys: readonly string[],
  given: readonly string[] = [],
): unknown => find(value, keys, given)[0]?.value;

function push(
  next: PathMatch[],
  { value, bound }: PathMatch,
  key: string,
  { wild = false } = {},
): void {
  const name = key === LITERAL_STAR ? EVERY : key;
  const inner = child(value, name);
  if (inner === undefined) return;
  next.push({ value: inner, bound: wild ? [...bound, name] : bound });
}

function child(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    return /^(0|[1-9]\d{0,8})$/.test(name)
      ? (value as readonly unknown[])[Number(name)]
      : undefined;
  }
  const fields = fieldsOf(value);
  return fields !== null && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function pushEvery(next: PathMatch[], { value, bound }: PathMatch): void {
  if (Array.isArray(value)) {
    for (const [i, item] of (value as readonly unknown[]).entries()) {
      if (next.length >= MOST_FOUND) return;
      next.push({ value: item, bound: [...bound, String(i)] });
    }
    return;
  }
  for (const [name, item] of Object.entries(fieldsOf(value) ?? {})) {
    if (next.length >= MOST_FOUND) return;
    next.push({ value: item, bound: [...bound, name] });
  }
}
