import { MAX_JSON_DEPTH, textExceedsDepth } from '@/lib/engine/base/json-depth';
import { lineOf, splitJson } from '@/lib/engine/base/scan-json';
import type { ImportError } from '@/lib/readers/importers/importer';

/** Characters searched for bytes that no text has. */
const LOOKED_AT = 65_536;

/** Beginning of JSON that a recording can be: a list of scalars holds no record. */
const LIKE_JSON = /^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[[{"\]]|$))/;

/** Error of a text without a bracket. */
export const withoutJson = (text: string): ImportError =>
  binaryFault(text) ?? webPageFault(text) ?? notJson('The file is text without any JSON.');

/** Error of a text that does not parse as the JSON that seems to begin at `first`. */
export function textFault(text: string, first: number): ImportError {
  const binary = binaryFault(text);
  if (binary !== null) return binary;
  const page = webPageFault(text.slice(0, first));
  if (page !== null) return page;
  const json = text.slice(first);
  if (textExceedsDepth(json)) return nestsTooDeep(lineOf(text, first));
  const { values, fault } = splitJson(json);
  const [value] = values;
  const end = value === undefined ? (fault?.at ?? 0) : json.indexOf(value) + value.length;
  const cutOff = value === undefined && fault?.cutOff === true;
  const before = text.slice(0, first).trim().length;
  // Text with something like JSON in it is text: of a document, most is JSON.
  if (!LIKE_JSON.test(json) || (before > 0 && end <= before)) {
    return notJson('The file is text, not JSON.');
  }
  const at = lineOf(text, first) + lineOf(json, end) - 1;
  const malformed = (message: string): ImportError => ({ code: 'malformed', message, at });
  if (value !== undefined) {
    return malformed(`Other content follows the JSON document that ends on line ${at}.`);
  }
  return malformed(
    cutOff
      ? `The JSON is cut off: the file ends inside a value that begins on line ${at} or before.`
      : `The text is not JSON from line ${at} on.`,
  );
}

/** Error of JSON that nests too deep and begins on `line`. */
export const nestsTooDeep = (line: number): ImportError => ({
  code: 'too-deep',
  message: `The JSON nests deeper than ${MAX_JSON_DEPTH} levels.`,
  at: line,
});

const notJson = (message: string): ImportError => ({ code: 'no-records', message });

/** Error of a page that was saved in place of a recording: of an export's viewer, or a sign-in. */
const webPageFault = (text: string): ImportError | null =>
  /^\s*<(?:!doctype html|html)\b/i.test(text) ? notJson('The file is a web page (HTML).') : null;

/** Error of binary data, also with something like JSON in it; null for a text. */
export const binaryFault = (text: string): ImportError | null =>
  text.slice(0, LOOKED_AT).includes('\0')
    ? notJson('The file is binary data that no format has.')
    : null;
