import type { Json } from '@/lib/session/schema';
import { fieldsOf } from '../loose-json';
import { EVERY } from './path';

/** The keys on the way to the outermost list of records; null where the records are in none. */
function outer(records: readonly string[]): readonly string[] | null {
  const keys = records.slice(0, Math.max(0, records.indexOf(EVERY)));
  // The names of lists are written with these signs.
  return keys.length === 0 || keys.some((key) => /[.[\]\0]/.test(key) || key === '') ? null : keys;
}

/** The list that a mapping's records stand in, as importers declare it. */
export function listsOf(records: readonly string[]): readonly string[] {
  const keys = outer(records);
  return keys === null ? [] : [`${keys.join('.')}[]`];
}

/** A document whose list of records comes element by element. */
export class MappedDocument {
  readonly at: number | string;
  readonly #keys: readonly string[];
  readonly #value: Json;
  #elements = 0;

  constructor(records: readonly string[], value: Json, at: number | string) {
    this.#keys = outer(records) ?? [];
    this.#value = value;
    this.at = at;
  }

  /** The document with its next element alone, under the number that it has in the list. */
  around(element: Json, at: number | string): Json {
    const number = /\[(\d+)\]$/.exec(String(at))?.[1] ?? String(this.#elements++);
    return inserted(this.#value, this.#keys, { [number]: element });
  }
}

function inserted(value: Json, [key, ...keys]: readonly string[], list: Json): Json {
  if (key === undefined) return list;
  const fields = (fieldsOf(value) ?? {}) as Readonly<Record<string, Json>>;
  return { ...fields, [key]: inserted(fields[key] ?? null, keys, list) };
}
