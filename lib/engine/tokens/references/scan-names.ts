/**
 * Names in a text, found by one pass without backtracking: every character is read a bounded number of
 * times, whatever the text is (a regular expression for paths takes seconds for 40 kB of `a`).
 */
import { MOST_NAME, MOST_PATH, type NameKind } from './name-kinds';
import { isLetter, isSpacedLetter, isTokenUnit, isWordUnit, tokenKind } from './token-kind';

/** Receives a name: the text from `from` up to `to`. */
export type NameVisitor = (text: string, from: number, to: number, kind: NameKind) => void;

const [SLASH, BACKSLASH, COLON, OPEN, CLOSE] = [47, 92, 58, 91, 93];
const [DOUBLE, SINGLE, BACKTICK, NEWLINE, TILDE, AT] = [34, 39, 96, 10, 126, 64];

/** Fewest units of a quoted string. */
const LEAST_QUOTED = 6;
/** Fewest units of a path. */
const LEAST_PATH = 5;

const PATH = 1;
const TRAILING = 2;
const URL_END = 4;
const BEFORE_QUOTE = 8;
/** A letter within a plain word: no mark, no digit. */
const PLAIN = 16;

/** What a character of ASCII may be in a text; looked up for every character. */
const roles = new Uint8Array(128);
const mark = (list: string, role: number): void => {
  for (const one of list) roles[one.charCodeAt(0)] = (roles[one.charCodeAt(0)] ?? 0) | role;
};
for (let unit = 0; unit < 128; unit++) {
  if (isTokenUnit(unit)) roles[unit] = PATH | (isLetter(unit) ? PLAIN : 0);
}
mark('/~@+%#$', PATH);
/** What is not part of a name at its end. */
mark('.,:;!?-/+%#$@~', TRAILING);
mark(' \t\r\n"\'`<>()[]{}|\\^', URL_END);
mark(' \t\r\n([{<=,:;>|', BEFORE_QUOTE);

const has = (unit: number, role: number): boolean =>
  unit < 128 && ((roles[unit] ?? 0) & role) !== 0;

const isPathUnit = (unit: number): boolean =>
  unit < 128 ? ((roles[unit] ?? 0) & PATH) !== 0 : isSpacedLetter(unit);

/** Visits the names of a text in order; a quoted string comes before the names inside of it. */
export function scanNames(text: string, visit: NameVisitor): void {
  let at = 0;
  let quotedTo = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (isPathUnit(unit)) {
      at = scanWord(text, at, visit);
      continue;
    }
    if (at >= quotedTo && (unit === DOUBLE || unit === SINGLE || unit === BACKTICK)) {
      quotedTo = scanQuoted(text, at, visit);
    }
    at++;
  }
}

/** Visits a quotation that begins at `at`, of one line; returns where it ends. */
function scanQuoted(text: string, at: number, visit: NameVisitor): number {
  if (at > 0 && !has(text.charCodeAt(at - 1), BEFORE_QUOTE)) return at;
  const quote = text.charCodeAt(at);
  const limit = Math.min(text.length, at + MOST_NAME + 2);
  let letters = 0;
  let others = 0;
  for (let i = at + 1; i < limit; i++) {
    const unit = text.charCodeAt(i);
    if (unit === NEWLINE) return at;
    if (unit === quote) {
      // A single word in quotes is a word; a name in quotes is found as itself.
      if (i - at - 1 >= LEAST_QUOTED && letters > 0 && others > 0) visit(text, at + 1, i, 'quoted');
      return i + 1;
    }
    if (isWordUnit(unit) || unit > 127) letters++;
    else others++;
  }
  return at;
}

/** Visits what a run of path characters that begins at `at` names; returns where it ends. */
function scanWord(text: string, at: number, visit: NameVisitor): number {
  const plain = plainEnd(text, at);
  let end = plain;
  let slashes = 0;
  let brackets = 0;
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    if (unit === SLASH) slashes++;
    else if (unit === OPEN && end > at && text.charCodeAt(end - 1) === SLASH) brackets++;
    else if (unit === CLOSE && brackets > 0) brackets--;
    else if (!isPathUnit(unit)) break;
    end++;
  }
  const next = text.charCodeAt(end);
  if (next === COLON) {
    if (startsAddress(text, end)) return scanUrl(text, at, end, visit);
    if (end - at === 1 && text.charCodeAt(end + 1) === BACKSLASH) return scanDrive(text, at, visit);
  }
  if (slashes > 0) visitPath(text, at, end, slashes, visit);
  else if (end > plain) visitTokens(text, at, end, visit);
  return end;
}

/** Where an ordinary word ends that begins at `at`: letters without a small one before a capital. */
function plainEnd(text: string, at: number): number {
  let end = at;
  let small = false;
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    if (unit >= 128 || ((roles[unit] ?? 0) & PLAIN) === 0) return end;
    const capital = unit < 97;
    if (capital && small) return end;
    small = !capital;
    end++;
  }
  return end;
}

const startsAddress = (text: string, colon: number): boolean =>
  text.charCodeAt(colon + 1) === SLASH && text.charCodeAt(colon + 2) === SLASH;

function scanUrl(text: string, from: number, colon: number, visit: NameVisitor): number {
  let end = colon + 3;
  while (end < text.length && !has(text.charCodeAt(end), URL_END)) end++;
  const to = trimEnd(text, colon + 3, end);
  if (to > colon + 3 && to - from <= MOST_PATH) visit(text, from, to, 'url');
  return end;
}

/** A path of Windows: `C:\work\main.go`. */
function scanDrive(text: string, from: number, visit: NameVisitor): number {
  let end = from + 2;
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    if (unit !== BACKSLASH && !isPathUnit(unit)) break;
    end++;
  }
  const to = trimEnd(text, from + 3, end);
  if (to - from >= LEAST_PATH && to - from <= MOST_PATH) visit(text, from, to, 'path');
  return end;
}

/** A path, without a `./` before and without punctuation behind; tokens where it is a word like "and/or". */
function visitPath(
  text: string,
  at: number,
  end: number,
  slashes: number,
  visit: NameVisitor,
): void {
  let from = at;
  while (text.charCodeAt(from) === 46 && text.charCodeAt(from + 1) === SLASH) from += 2;
  const to = trimEnd(text, from, end);
  const length = to - from;
  if (length > MOST_PATH) return;
  if (length >= LEAST_PATH && isPath(text, from, to, slashes)) visit(text, from, to, 'path');
  else visitTokens(text, at, end, visit);
}

function isPath(text: string, from: number, to: number, slashes: number): boolean {
  const first = text.charCodeAt(from);
  const rooted = first === SLASH || first === TILDE || first === AT || slashes > 1;
  let letters = 0;
  let marks = 0;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (isSpacedLetter(unit)) letters++;
    else if (!isWordUnit(unit)) marks += unit === SLASH ? 0 : 1;
    else if (unit > 57) letters++;
    else marks++;
  }
  return letters > 1 && (rooted || marks > 0);
}

/** The tokens of a run without slashes that counts as a path. */
function visitTokens(text: string, at: number, end: number, visit: NameVisitor): void {
  let from = at;
  for (let i = at; i <= end; i++) {
    if (i < end && isTokenUnit(text.charCodeAt(i))) continue;
    visitToken(text, from, i, visit);
    from = i + 1;
  }
}

function visitToken(text: string, at: number, end: number, visit: NameVisitor): void {
  let from = at;
  while (from < end && isEdge(text.charCodeAt(from))) from++;
  let to = end;
  while (to > from && isEdge(text.charCodeAt(to - 1))) to--;
  const kind = tokenKind(text, from, to);
  if (kind !== null) visit(text, from, to, kind);
}

const isEdge = (unit: number): boolean => unit === 46 || unit === 45;

function trimEnd(text: string, from: number, end: number): number {
  let to = end;
  while (to > from && has(text.charCodeAt(to - 1), TRAILING)) to--;
  return to;
}
