import type { Json } from '@/lib/engine/session/schema';

/** Limits of a shown record: characters of a text, elements of a list, levels. */
const MOST_CHARS = 4_000;
/** Limit of a text with JSON, which is parsed and so needs more. */
const MOST_JSON_CHARS = 40_000;
const MOST_ELEMENTS = 24;
const MOST_FIELDS = 200;
const MOST_DEPTH = 40;

/** Characters of all records together. */
const BUDGET = 2_000_000;

/** Records for a page: long texts and lists are shortened; values beyond the budget are null. */
export function shortenedRecords(values: readonly Json[]): readonly Json[] {
  const left = { chars: BUDGET };
  return values.map((value) => shortened(value, left, MOST_DEPTH));
}

function shortened(value: Json, left: { chars: number }, depth: number): Json {
  if (left.chars <= 0 || depth <= 0) return null;
  if (typeof value === 'string') {
    const most = Math.min(/^\s*[[{]/.test(value) ? MOST_JSON_CHARS : MOST_CHARS, left.chars);
    left.chars -= Math.min(value.length, most);
    return value.length <= most ? value : `${value.slice(0, most)}…`;
  }
  left.chars -= 8;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const list = (value as readonly Json[]).slice(0, MOST_ELEMENTS);
    return list.map((item) => shortened(item, left, depth - 1));
  }
  const fields = Object.entries(value as Readonly<Record<string, Json>>).slice(0, MOST_FIELDS);
  return Object.fromEntries(
    fields.map(([name, item]) => {
      left.chars -= name.length;
      return [name, shortened(item, left, depth - 1)];
    }),
  );
}
