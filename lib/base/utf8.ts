/**
 * Bytes of `text` in UTF-8, without a host encoder. A lone surrogate counts 3 bytes, as the
 * replacement character that every encoder writes for it.
 */
export function utf8Length(text: string): number {
  const length = text.length;
  let bytes = length;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit < 0xd800 || unit > 0xdbff) bytes += 2;
    else {
      const next = i + 1 < length ? text.charCodeAt(i + 1) : 0;
      bytes += 2;
      // A pair is two units and four bytes: the low half has been counted as one already.
      if (next >= 0xdc00 && next <= 0xdfff) i++;
    }
  }
  return bytes;
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
