import { textExceedsDepth } from './json-depth';

/**
 * The value of a JSON text; undefined where the text is not JSON, or nests deeper than
 * `MAX_JSON_DEPTH`: such text is not parsed.
 */
export function parseJson(text: string): unknown {
  if (textExceedsDepth(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
