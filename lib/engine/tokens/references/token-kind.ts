import { MOST_NAME, type NameKind } from './name-kinds';

const DIGIT = 1;
const LOWER = 2;
const UPPER = 4;
const UNDERSCORE = 8;
const DOT = 16;
const HYPHEN = 32;

/** Bits of the characters that identifiers are made of; 0 for all others. */
const classes = new Uint8Array(128);
for (let unit = 48; unit <= 57; unit++) classes[unit] = DIGIT;
for (let unit = 97; unit <= 122; unit++) classes[unit] = LOWER;
for (let unit = 65; unit <= 90; unit++) classes[unit] = UPPER;
classes[95] = UNDERSCORE;
classes[46] = DOT;
classes[45] = HYPHEN;

/** True for a letter, a digit, `_`, `.` or `-` of ASCII. */
export const isTokenUnit = (unit: number): boolean => unit < 128 && classes[unit] !== 0;

/** True for a letter or digit of ASCII. */
export const isWordUnit = (unit: number): boolean =>
  unit < 128 && ((classes[unit] ?? 0) & (DIGIT | LOWER | UPPER)) !== 0;

/** True for a letter of ASCII. */
export const isLetter = (unit: number): boolean =>
  unit < 128 && ((classes[unit] ?? 0) & (LOWER | UPPER)) !== 0;

/**
 * True for a letter beyond ASCII of a script that writes spaces between words: Latin, Greek, Cyrillic, and
 * marks above them. Where words stand without spaces a path would take in the sentence around it.
 */
export const isSpacedLetter = (unit: number): boolean =>
  unit >= 0xc0 &&
  (unit < 0x530
    ? unit !== 0xd7 && unit !== 0xf7 && unit !== 0x37e && unit !== 0x387
    : unit >= 0x1e00 && unit < 0x2000);

const isHexLetter = (unit: number): boolean =>
  (unit >= 97 && unit <= 102) || (unit >= 65 && unit <= 70);

/** Shortest names: a plain identifier, a hyphenated word, one of several hyphens or with a digit, a hash. */
const LEAST = {
  identifier: 5,
  hyphenated: 12,
  compound: 9,
  hash: 7,
  digits: 4,
  segment: 3,
} as const;

/** What a token is made of. */
interface TokenFacts {
  readonly digits: number;
  readonly letters: number;
  /** Digits and the letters a–f. */
  readonly hex: number;
  /** A small letter before a capital. */
  readonly hump: boolean;
  readonly underscores: number;
  readonly dots: number;
  readonly hyphens: number;
  /** Letters of the longest part between dots. */
  readonly segment: number;
  /** Digits of the longest run of them, dots aside. */
  readonly longest: number;
}

/**
 * The kind of a token [from, to) of letters, digits, `_`, `.` and `-`, trimmed of dots and hyphens; null
 * for an ordinary word, which names nothing. Reads each character once.
 */
export function tokenKind(text: string, from: number, to: number): NameKind | null {
  const length = to - from;
  if (length < LEAST.digits || length > MOST_NAME) return null;
  const facts = readToken(text, from, to);
  const { digits, letters, hex, hyphens, longest } = facts;
  if (letters === 0) return longest >= LEAST.digits && facts.underscores === 0 ? 'number' : null;
  if (digits > 0 && hex + hyphens === length && hex >= LEAST.hash) return 'hash';
  if (length < LEAST.identifier) return null;
  return isIdentifier(facts, length) ? 'identifier' : null;
}

function isIdentifier(facts: TokenFacts, length: number): boolean {
  const { hump, digits, underscores, dots, hyphens, segment } = facts;
  if (hump || underscores > 0 || digits >= LEAST.digits) return true;
  if (dots > 0) return segment >= LEAST.segment;
  if (hyphens === 0) return false;
  const compound = hyphens > 1 || digits > 0;
  return length >= (compound ? LEAST.compound : LEAST.hyphenated);
}

function readToken(text: string, from: number, to: number): TokenFacts {
  let [digits, letters, hex, underscores, dots, hyphens, segment, run] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [longest, figures] = [0, 0];
  let hump = false;
  let before = 0;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    const own = classes[unit] ?? 0;
    if (own === DIGIT) digits++;
    else if (own === UNDERSCORE) underscores++;
    else if (own === HYPHEN) hyphens++;
    else if (own === DOT) dots++;
    else letters++;
    if (own === DIGIT || isHexLetter(unit)) hex++;
    if (own === UPPER && before === LOWER) hump = true;
    run = own === DOT ? 0 : run + (isLetter(unit) ? 1 : 0);
    if (run > segment) segment = run;
    if (own !== DOT) figures = own === DIGIT ? figures + 1 : 0;
    if (figures > longest) longest = figures;
    before = own;
  }
  return { digits, letters, hex, hump, underscores, dots, hyphens, segment, longest };
}
