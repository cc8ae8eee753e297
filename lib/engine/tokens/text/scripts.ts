import type { Json, Part } from '@/lib/engine/session/schema';

/**
 * Scripts that tokenizers treat differently: Latin (with ASCII's digits, signs and blanks), CJK (Han,
 * kana, Hangul, their punctuation and full-width forms), every other.
 */
export const scripts = ['latin', 'cjk', 'other'] as const;
export type Script = (typeof scripts)[number];

const LATIN = 0;
const CJK = 1;
const OTHER = 2;
/** Symbols, emoji, combining marks, private use: of no script. */
const NONE = -1;

/** First code points of ranges, ascending, each with the script of its characters. */
const RANGES: readonly (readonly [first: number, script: number])[] = [
  [0, LATIN],
  [0x2b0, NONE],
  [0x370, OTHER],
  [0x1100, CJK],
  [0x1200, OTHER],
  [0x1ab0, NONE],
  [0x1b00, OTHER],
  [0x1dc0, NONE],
  [0x1e00, LATIN],
  [0x1f00, OTHER],
  [0x2000, NONE],
  [0x2c00, OTHER],
  [0x2c60, LATIN],
  [0x2c80, OTHER],
  [0x2e00, NONE],
  [0x2e80, CJK],
  [0xa000, OTHER],
  [0xa720, LATIN],
  [0xa800, OTHER],
  [0xa960, CJK],
  [0xa980, OTHER],
  [0xac00, CJK],
  [0xd800, NONE],
  [0xf900, CJK],
  [0xfb00, LATIN],
  [0xfb07, OTHER],
  [0xfe00, NONE],
  [0xfe30, CJK],
  [0xfe50, NONE],
  [0xfe70, OTHER],
  [0xfeff, NONE],
  [0xff00, CJK],
  [0xfff0, NONE],
  [0x10280, OTHER],
  [0x1aff0, CJK],
  [0x1b170, OTHER],
  [0x1d000, NONE],
  [0x1e000, OTHER],
  [0x1f000, NONE],
  [0x20000, CJK],
  [0x40000, NONE],
];

/** The script of every character of the first plane; a look-up a character. */
const basic = new Int8Array(0x10000);
RANGES.forEach(([first, script], i) => basic.fill(script, first, RANGES[i + 1]?.[0] ?? first));

/** Finds the next unit that may not be Latin; searching skips plain text faster than a loop. */
const beyondLatin = /[\u02b0-\uffff]/g;

/** The loop returns to the search after this many Latin units in a row. */
const QUIET = 16;

/** Adds the characters of a text to the counts, in the order of {@link scripts}. */
export function countScripts(text: string, into: Int32Array): void {
  let quiet = QUIET;
  for (let i = 0; i < text.length; i++) {
    if (quiet === QUIET) {
      const next = nextBeyondLatin(text, i);
      into[LATIN] = (into[LATIN] as number) + next - i;
      if (next === text.length) return;
      i = next;
      quiet = 0;
    }
    const unit = text.charCodeAt(i);
    let script = basic[unit] as number;
    quiet = script === LATIN ? quiet + 1 : 0;
    if ((unit & 0xfc00) === 0xd800) {
      const point = text.codePointAt(i) ?? unit;
      if (point > 0xffff) {
        script = scriptOf(point);
        i++;
      }
    }
    if (script !== NONE) into[script] = (into[script] as number) + 1;
  }
}

function nextBeyondLatin(text: string, from: number): number {
  beyondLatin.lastIndex = from;
  return beyondLatin.test(text) ? beyondLatin.lastIndex - 1 : text.length;
}

const scriptOf = (point: number): number =>
  RANGES.findLast(([first]) => point >= first)?.[1] ?? NONE;

/** The characters of a part; one reused buffer, until the next call. */
export function partScripts(part: Part): Int32Array {
  countPartScripts(part, ofPart.fill(0));
  return ofPart;
}
const ofPart = new Int32Array(scripts.length);

/** Adds the characters of a part; inline data has none. */
export function countPartScripts(part: Part, into: Int32Array): void {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return countScripts(part.text, into);
    case 'call':
      countScripts(part.name, into);
      return countJson(part.args, into);
    case 'response':
      countScripts(part.name, into);
      return countJson(part.response, into);
    case 'other':
      return countJson(part.value, into);
    case 'sized':
      part.characters?.forEach((more, i) => (into[i] = (into[i] as number) + more));
      return undefined;
    case 'inline':
      return undefined;
  }
}

/** Keys and texts, wherever they are; numbers and words of JSON are left out. */
function countJson(value: Json, into: Int32Array): void {
  if (typeof value === 'string') return countScripts(value, into);
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) countJson(item, into);
    return;
  }
  for (const [key, item] of Object.entries(value as Readonly<Record<string, Json>>)) {
    countScripts(key, into);
    countJson(item, into);
  }
}
