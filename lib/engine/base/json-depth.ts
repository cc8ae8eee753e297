/**
 * Deepest nesting of a JSON value that is accepted. Estimators and serialisers recurse, so foreign
 * JSON is checked where it enters.
 */
export const MAX_JSON_DEPTH = 200;

const QUOTE = 34;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** True when `value` nests more than `limit` arrays or objects; never recurses deeper than that. */
export function exceedsDepth(value: unknown, limit = MAX_JSON_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit <= 0) return true;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      // Most values are not containers; a call for each would take most of the time.
      if (typeof item === 'object' && item !== null && exceedsDepth(item, limit - 1)) return true;
    }
    return false;
  }
  for (const key in value) {
    const item = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof item === 'object' && item !== null && exceedsDepth(item, limit - 1)) return true;
  }
  return false;
}

/** True when JSON text opens more than `limit` brackets inside one another; strings are skipped. */
export function textExceedsDepth(text: string, limit = MAX_JSON_DEPTH): boolean {
  // Every level takes a character to open.
  if (text.length <= limit) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) i = closingQuote(text, i + 1);
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      if (++depth > limit) return true;
    } else if ((unit === CLOSE_LIST || unit === CLOSE_OBJECT) && depth > 0) depth--;
  }
  return false;
}

/** Place of the quote that closes a string; the text's end without one. */
function closingQuote(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (before > from && text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((quote - before) % 2 === 0) return quote;
  }
  return text.length;
}

/** True when JSON text can hold `value` as it is: plain data, finite numbers, not nested too deep. */
export function isPlainJson(value: unknown, limit = MAX_JSON_DEPTH): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || limit <= 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isPlainJson(item, limit - 1)) return false;
    return true;
  }
  for (const key in value) {
    if (!isPlainJson((value as Readonly<Record<string, unknown>>)[key], limit - 1)) return false;
  }
  return true;
}
