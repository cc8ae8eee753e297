/**
 * Deepest nesting of a JSON value that is accepted. Estimators and serialisers recurse, so foreign
 * JSON is checked where it enters.
 */
export const MAX_JSON_DEPTH = 200;

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
