import type { Json } from '@/lib/engine/session/schema';

/** Names of fields with identifiers. */
const ID_FIELD = /(^|[_.])(id|ids|uuid|session|trace|thread)$|(Id|Uuid|ID|Ids)$/;

type Fields = Readonly<Record<string, Json>>;

const isObject = (value: Json): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All strings in fields of identifiers; links to them are spelled alike. */
function identifiers(
  value: Json | readonly Json[],
  found = new Set<string>(),
): ReadonlySet<string> {
  if (Array.isArray(value)) for (const item of value as Json[]) identifiers(item, found);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value as Fields)) {
      if (typeof item === 'string' && item.length > 1 && ID_FIELD.test(key)) found.add(item);
      identifiers(item, found);
    }
  }
  return found;
}

/** The copy's identifier; hexadecimal ones stay hexadecimal and of the same length. */
const renamed = (id: string, copy: number): string =>
  /^[0-9a-f-]{16,}$/i.test(id) ? copy.toString(16).padStart(6, '0') + id.slice(6) : `${id}-${copy}`;

/** Milliseconds between a record and its copy; later copies are later. */
const HOUR_SECONDS = 3_600;

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)?$/;

/** A time, in any spelling, some hours later; other values unchanged. */
function later(value: string | number, hours: number): string | number {
  if (typeof value === 'number') {
    const unit = [1e9, 1e12, 1e15, 1e18].find((least) => value > 1.2 * least && value < 3 * least);
    return unit === undefined ? value : value + ((hours * HOUR_SECONDS) / 1e9) * unit;
  }
  if (ISO_TIME.test(value)) {
    const time = Date.parse(value);
    return Number.isNaN(time) ? value : new Date(time + hours * HOUR_SECONDS * 1_000).toISOString();
  }
  return /^[12]\d{18}$/.test(value)
    ? String(BigInt(value) + BigInt(hours) * BigInt(HOUR_SECONDS) * 1_000_000_000n)
    : value;
}

function copyOf(value: Json, ids: ReadonlySet<string>, copy: number): Json {
  if (typeof value === 'string' && ids.has(value)) return renamed(value, copy);
  if (typeof value === 'string' || typeof value === 'number') return later(value, copy);
  if (Array.isArray(value)) return (value as Json[]).map((item) => copyOf(item, ids, copy));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      ids.has(key) ? renamed(key, copy) : key,
      copyOf(item, ids, copy),
    ]),
  );
}

const sizeOf = (value: Json): number => JSON.stringify(value).length;

/** Path to the list with most of a document: its messages, its spans. */
function mainList(document: Json): readonly string[] {
  const lists: { readonly path: readonly string[]; readonly size: number }[] = [];
  const walk = (value: Json, path: readonly string[]): void => {
    if (Array.isArray(value) && value.length > 0) lists.push({ path, size: sizeOf(value) });
    // A list with one item is an envelope: OTLP's resources and scopes.
    else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) walk(item, [...path, key]);
      return;
    } else return;
    if (value.length === 1) walk((value as Json[])[0] ?? null, [...path, '0']);
  };
  walk(document, []);
  const whole = sizeOf(document);
  // The innermost list that is still most of the document.
  const best = lists.filter(({ size }) => size > whole / 3).at(-1) ?? lists[0];
  return best?.path ?? [];
}

function listAt(document: Json, path: readonly string[]): Json[] {
  let value: Json = document;
  for (const key of path) value = (value as Fields)[key] ?? null;
  return Array.isArray(value) ? (value as Json[]) : [];
}

/**
 * Enlarges a small trace to at least `bytes` bytes by repeating its records (of a document the items
 * of its main list). Each copy has unique identifiers, the original's links and later times.
 */
export function enlargeTrace(text: string, input: 'json' | 'jsonl', bytes: number): string {
  if (input === 'jsonl') {
    const records = text.split('\n').flatMap((line) => asJson(line));
    return copies(records, bytes, text.length)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('');
  }
  const document = JSON.parse(text) as Json;
  const list = listAt(document, mainList(document));
  const grown = copies([...list], bytes, sizeOf(list));
  list.splice(0);
  for (const item of grown) list.push(item);
  return JSON.stringify(document);
}

function copies(records: readonly Json[], bytes: number, size: number): readonly Json[] {
  const ids = identifiers(records);
  const count = Math.max(1, Math.ceil(bytes / Math.max(1, size)));
  return Array.from({ length: count }, (_, copy) =>
    copy === 0 ? records : records.map((record) => copyOf(record, ids, copy)),
  ).flat();
}

function asJson(line: string): readonly Json[] {
  try {
    return [JSON.parse(line) as Json];
  } catch {
    return [];
  }
}
