/** Result of a scan: a complete JSON value, or the place where the text stops being one. */
type Scan =
  | { readonly complete: true; readonly end: number }
  | { readonly complete: false; readonly fault: number; readonly cutOff: boolean };

const space = /[ \t\r\n]*/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The place of the next character that is not white space. */
function skipSpace(text: string, from: number): number {
  space.lastIndex = from;
  space.test(text);
  return space.lastIndex;
}

/** End of the string that begins at `from`; −1 where it has none. */
function stringEnd(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 34) return i + 1;
    if (unit === 92) i++;
  }
  return -1;
}

/** End of the scalar at `from`; −1 without one. */
function scalarEnd(text: string, from: number): number {
  if (text.charCodeAt(from) === 34) return stringEnd(text, from);
  scalar.lastIndex = from;
  return scalar.test(text) ? scalar.lastIndex : -1;
}

/**
 * Finds the end of the JSON value at `from`, or the first place at which it cannot be one. Slow and
 * without recursion: for text that `JSON.parse` has refused.
 */
export function scanJson(text: string, from: number): Scan {
  const open: string[] = [];
  let i = skipSpace(text, from);
  for (;;) {
    const char = text.charAt(i);
    if (char === '{' || char === '[') {
      i = skipSpace(text, i + 1);
      const empty = text.charAt(i) === closer(char);
      if (!empty) {
        open.push(char);
        if (char === '[') continue;
        const value = afterKey(text, i);
        if (value < 0) return fault(text, i);
        i = value;
        continue;
      }
      i++;
    } else {
      const end = scalarEnd(text, i);
      if (end < 0) return fault(text, i);
      i = end;
    }
    for (;;) {
      const parent = open.at(-1);
      if (parent === undefined) return { complete: true, end: i };
      i = skipSpace(text, i);
      if (text.charAt(i) !== closer(parent)) break;
      open.pop();
      i++;
    }
    if (text.charAt(i) !== ',') return fault(text, i);
    i = skipSpace(text, i + 1);
    if (open.at(-1) === '[') continue;
    const value = afterKey(text, i);
    if (value < 0) return fault(text, i);
    i = value;
  }
}

const closer = (open: string): string => (open === '{' ? '}' : ']');

/** The place of the value behind the key and colon at `from`; −1 without a key. */
function afterKey(text: string, from: number): number {
  if (text.charAt(from) !== '"') return -1;
  const end = stringEnd(text, from);
  if (end < 0) return -1;
  const colon = skipSpace(text, end);
  return text.charAt(colon) === ':' ? skipSpace(text, colon + 1) : -1;
}

/** Text that ends before its value does was cut off; anything else is not JSON. */
function fault(text: string, at: number): Scan {
  const unended = text.charAt(at) === '"' && stringEnd(text, at) < 0;
  const keyAtEnd = skipSpace(text, Math.max(at, stringEnd(text, at))) >= text.length;
  const literal = /^(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-)$/.test(text.slice(at, at + 5));
  const cutOff = at >= text.length || unended || literal || (text.charAt(at) === '"' && keyAtEnd);
  return { complete: false, fault: Math.min(at, text.length), cutOff };
}

/** JSON values that follow one another in a text, and the rest behind them. */
interface SplitJson {
  readonly values: readonly string[];
  /** The place where the text stops being JSON; null if nothing is left. */
  readonly fault: { readonly at: number; readonly cutOff: boolean } | null;
}

/** Splits text into the JSON values it consists of. */
export function splitJson(text: string): SplitJson {
  const values: string[] = [];
  for (let from = skipSpace(text, 0); from < text.length;) {
    const scan = scanJson(text, from);
    if (!scan.complete) return { values, fault: { at: scan.fault, cutOff: scan.cutOff } };
    values.push(text.slice(from, scan.end));
    from = skipSpace(text, scan.end);
  }
  return { values, fault: null };
}

/** Line (from 1) of a place in a text. */
export function lineOf(text: string, place: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i >= 0 && i < place; i = text.indexOf('\n', i + 1)) line++;
  return line;
}

/** The line at which a text stops being one JSON value, and the cause: `Line 3: the JSON is cut off`. */
export function jsonFault(text: string): string {
  if (text.trim() === '') return 'The file is empty';
  const { values, fault } = splitJson(text);
  const [first] = values;
  const place = first === undefined ? (fault?.at ?? 0) : text.indexOf(first) + first.length;
  const cause = fault?.cutOff === true ? 'the JSON is cut off' : 'this is not JSON';
  return `Line ${lineOf(text, place)}: ${cause}`;
}
