import { textExceedsDepth } from './json-depth';

/** Any JSON begins like this. A refusal by the parser takes as long as parsing kilobytes. */
const beginning = /^\s*(?:[[{"\d-]|true|false|null)/;

/**
 * The value of a JSON text; undefined where the text is not JSON, or nests deeper than
 * `MAX_JSON_DEPTH`: such text is not parsed.
 */
export function parseJson(text: string): unknown {
  if (!beginning.test(text) || textExceedsDepth(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
