/** Finds the next unit beyond ASCII; searching skips plain text three times faster than a loop. */
const beyondAscii = /[\u0080-\uffff]/g;

/** Strings shorter than this are cheaper to loop over than to search. */
const SHORT = 24;

/** The loop returns to the search after this many ASCII units in a row. */
const QUIET = 16;

/**
 * Bytes of `text` in UTF-8, without a host encoder. A lone surrogate counts 3 bytes, as the
 * replacement character that every encoder writes for it.
 */
export function utf8Length(text: string): number {
  const length = text.length;
  let bytes = length;
  let i = length < SHORT ? 0 : nextBeyondAscii(text, 0);
  let quiet = 0;
  while (i < length) {
    const unit = text.charCodeAt(i++);
    if (unit < 0x80) {
      if (++quiet < QUIET) continue;
      i = nextBeyondAscii(text, i);
    } else if (unit < 0x800) bytes += 1;
    else {
      bytes += 2;
      // A pair is two units and four bytes; its low half was already counted as one.
      if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(i) & 0xfc00) === 0xdc00) i++;
    }
    quiet = 0;
  }
  return bytes;
}

/**
 * The first `bytes` bytes of a text. A character that the cut splits becomes one replacement character,
 * as where Go's bytes are printed.
 */
export function utf8Prefix(text: string, bytes: number): string {
  let left = bytes;
  let end = 0;
  while (end < text.length) {
    const code = text.codePointAt(end) ?? 0;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (size > left) return `${text.slice(0, end)}${left > 0 ? '\ufffd' : ''}`;
    left -= size;
    end += code < 0x10000 ? 1 : 2;
  }
  return text;
}

/** UTF-16 units of `text` that are not ASCII; a surrogate pair is two. */
export function wideUnits(text: string): number {
  let wide = 0;
  let quiet = QUIET;
  for (let i = 0; i < text.length; i++) {
    if (quiet === QUIET) {
      i = nextBeyondAscii(text, i);
      if (i === text.length) return wide;
      quiet = 0;
    }
    if (text.charCodeAt(i) < 0x80) quiet++;
    else {
      wide++;
      quiet = 0;
    }
  }
  return wide;
}

function nextBeyondAscii(text: string, from: number): number {
  beyondAscii.lastIndex = from;
  return beyondAscii.test(text) ? beyondAscii.lastIndex - 1 : text.length;
}

/** Decoded bytes of a base64 string (standard or URL alphabet, padded or not, blanks ignored). */
export function base64Length(data: string): number {
  let symbols = 0;
  for (let i = 0; i < data.length; i++) {
    const unit = data.charCodeAt(i);
    if (unit > 32 && unit !== 61) symbols++;
  }
  return Math.floor((symbols * 3) / 4);
}

/** Compares two strings by their UTF-8 bytes, the order of Go's sorted map keys. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Code-point order differs from unit order only above the surrogates. */
function rank(unit: number): number {
  return unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit;
}
