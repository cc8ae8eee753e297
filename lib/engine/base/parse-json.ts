import { textExceedsDepth } from './json-depth';

/** Any JSON begins like this. A refusal by the parser takes as long as parsing kilobytes. */
const beginning = /^\s*(?:[[{"\d-]|true|false|null)/;

/**
 * The value of a JSON text; undefined where the text is not JSON, or nests deeper than
 * `MAX_JSON_DEPTH`: such text is not parsed.
 */
export const parseJson = (text: string): unknown =>
  beginning.test(text) && !textExceedsDepth(text) ? parseAnyDepth(text) : undefined;

/** The value of a JSON text whose nesting is checked elsewhere; undefined where it is not JSON. */
export function parseAnyDepth(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
