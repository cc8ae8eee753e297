/** Texts of function responses that Gemini CLI makes shorter: how long they are, numbers only. */
import { formatInteger } from '@/lib/engine/base/format';

/** Chars of the line that says what is shown and where the rest is, numbers and path left out. */
const FIRST_LINE = 76;
/** Chars of the line in place of what is left out, its number left out. */
const OMITTED = 29;
/** Share of the shown chars that are the head. */
const HEAD = 0.2;

/** `<tool_output_masked>` and its end; the sign by which a masked text is known. */
const TAG = 20;
const TAG_END = 21;
const SIGN = 19;
/** Chars of the line that says where a masked text is, its path left out. */
const STORED = 44;
/** Chars of a masked text's head, and of its tail; of the line between them. */
const PREVIEW = 250;
const BETWEEN = 21;

/** The path of the project's folder and `/tool-outputs/`, which every text's file is in. */
const FOLDER = 32 + 14;
const SUFFIX = '.txt'.length;
/** `session-` and its id, the id of a call, what is drawn to make a name unique, and signs between. */
const SESSION = 'session-'.length + 36;
const CALL_ID = 36;
const UNIQUE = 6;

/** A text: its chars, where those are that take two in JSON, and which are the response's own. */
interface Line {
  readonly length: number;
  readonly escapes: readonly number[];
  readonly own: readonly (readonly [from: number, to: number])[];
}

/** A response's text in the history. */
export interface CutText extends Line {
  readonly entry: number;
  readonly masked: boolean;
}

/** A text as its tool gave it. */
export const wholeText = (entry: number, length: number): CutText => ({
  entry,
  length,
  escapes: [],
  own: [[0, length]],
  masked: false,
});

/** Places of the chars [from, to) of a text, moved `by` chars. */
function moved({ escapes, own }: Line, from: number, to: number, by: number) {
  return {
    escapes: escapes.filter((at) => at >= from && at < to).map((at) => at + by),
    own: own
      .map(([first, end]) => [Math.max(first, from) + by, Math.min(end, to) + by] as const)
      .filter(([first, end]) => first < end),
  };
}

/** Chars of a number with separators of thousands. */
const digits = (value: number): number => formatInteger(value).length;

/**
 * A text of more than `most` chars cut to the first fifth of them and the last rest, a note around
 * them that names file number `file`. The last none of a text are all of it.
 */
export function shortened(text: CutText, most: number, name: number, file: number): CutText {
  const { entry, length } = text;
  const head = Math.floor(most * HEAD);
  const tail = most - head;
  const tailStart = tail === 0 ? 0 : length - tail;
  const path = FOLDER + name + 1 + String(file).length + SUFFIX;
  const first = FIRST_LINE + digits(head) + digits(tail) + path;
  const middle = first + 1 + head;
  const rest = middle + 2 + OMITTED + digits(length - most);
  const shown = moved(text, 0, head, first + 1);
  const last = moved(text, tailStart, length, rest + 2 - tailStart);
  return {
    entry,
    length: rest + 2 + length - tailStart,
    escapes: [first, ...shown.escapes, middle, middle + 1, rest, rest + 1, ...last.escapes],
    own: [...shown.own, ...last.own],
    masked: text.masked && (head >= SIGN || tailStart === 0),
  };
}

/** A text masked: head and tail of its response's JSON in lines, and where the rest is. */
export function masked(text: CutText, name: number): CutText {
  const json = inLines(text);
  const preview = json.length > 2 * PREVIEW ? headAndTail(json) : json;
  const path = FOLDER + SESSION + 1 + name + 1 + CALL_ID + 1 + UNIQUE + SUFFIX;
  const stored = TAG + 1 + preview.length;
  const end = stored + 2 + STORED + path;
  const { escapes, own } = moved(preview, 0, preview.length, TAG + 1);
  return {
    entry: text.entry,
    length: end + 1 + TAG_END,
    escapes: [TAG, ...escapes, stored, stored + 1, end],
    own,
    masked: true,
  };
}

/** A response's JSON in three lines; what is escaped there is once more around it. */
function inLines({ length, escapes, own }: Line): Line {
  // `{`, a line break, and `  "output": "`.
  const open = 15;
  const close = open + length + escapes.length;
  return {
    length: close + 3,
    escapes: [1, 4, 11, 14, ...escapes.map((at, i) => open + at + i), close, close + 1],
    // No char of its own is escaped.
    own: own.map(([from, to]) => {
      const by = open + escapes.filter((at) => at < from).length;
      return [from + by, to + by];
    }),
  };
}

function headAndTail(line: Line): Line {
  const tail = line.length - PREVIEW;
  const rest = PREVIEW + BETWEEN;
  const head = moved(line, 0, PREVIEW, 0);
  const last = moved(line, tail, line.length, rest - tail);
  return {
    length: rest + PREVIEW,
    escapes: [...head.escapes, PREVIEW, rest - 1, ...last.escapes],
    own: [...head.own, ...last.own],
  };
}
