/**
 * The size of an image in pixels, read from the header of its own bytes: PNG (w3.org/TR/png, IHDR),
 * JPEG (ITU T.81, B.2.2), GIF (GIF89a, 18), WebP (RFC 9649). A few bytes are read, one by one; nothing
 * is decoded, and nothing is allocated by a size that the bytes claim.
 */
import type { ByteAt } from './base64-byte';

/** Width and height in pixels. */
interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Most pixels of a side; a header that claims more says nothing. */
export const MOST_PIXELS = 65_535;

/** Segments and filling bytes of a JPEG that are passed before its size: four bytes are read of each. */
const MOST_SEGMENTS = 300;

/** The size that an image's header states; null for another format, and for a header cut off or wrong. */
export function pixelSize(at: ByteAt): PixelSize | null {
  switch (at(0)) {
    case 0x89:
      return pngSize(at);
    case 0xff:
      return jpegSize(at);
    case 0x47:
      return gifSize(at);
    case 0x52:
      return webpSize(at);
    default:
      return null;
  }
}

function sizeOf(width: number, height: number): PixelSize | null {
  const known = (side: number): boolean => side >= 1 && side <= MOST_PIXELS;
  return known(width) && known(height) ? { width, height } : null;
}

/** A number of several bytes, the first one highest; NaN where one is missing. */
function big(at: ByteAt, from: number, bytes: number): number {
  let value = 0;
  for (let i = from; i < from + bytes; i++) {
    const byte = at(i);
    value = value * 256 + (byte < 0 ? NaN : byte);
  }
  return value;
}

/** The same, the last one highest. */
const little = (at: ByteAt, from: number, bytes: number): number =>
  big((index) => at(2 * from + bytes - 1 - index), from, bytes);

const holds = (at: ByteAt, from: number, text: string): boolean =>
  [...text].every((sign, i) => at(from + i) === sign.charCodeAt(0));

/** The first chunk must be IHDR, of 13 bytes. */
function pngSize(at: ByteAt): PixelSize | null {
  const header = holds(at, 1, 'PNG\r\n\x1a\n') && big(at, 8, 4) === 13 && holds(at, 12, 'IHDR');
  return header ? sizeOf(big(at, 16, 4), big(at, 20, 4)) : null;
}

/** Frames begin with C0 to CF, but for tables (C4, CC) and an extension (C8). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Segments say their own length, so that a thumbnail inside one is passed with it. */
function jpegSize(at: ByteAt): PixelSize | null {
  if (at(1) !== 0xd8) return null;
  let from = 2;
  for (let passed = 0; passed < MOST_SEGMENTS; passed++) {
    if (at(from) !== 0xff) return null;
    const marker = at(from + 1);
    if (marker === 0xff) {
      from++;
      continue;
    }
    if (isFrame(marker)) return sizeOf(big(at, from + 7, 2), big(at, from + 5, 2));
    const length = big(at, from + 2, 2);
    // The scan, or the image's end, without a frame before it.
    if (marker < 0xc0 || marker === 0xda || marker === 0xd9 || !(length >= 2)) return null;
    from += 2 + length;
  }
  return null;
}

function gifSize(at: ByteAt): PixelSize | null {
  const header = holds(at, 0, 'GIF87a') || holds(at, 0, 'GIF89a');
  return header ? sizeOf(little(at, 6, 2), little(at, 8, 2)) : null;
}

/** The first chunk is a lossy frame, a lossless one, or the canvas of several. */
function webpSize(at: ByteAt): PixelSize | null {
  if (!holds(at, 0, 'RIFF') || !holds(at, 8, 'WEBP')) return null;
  if (holds(at, 12, 'VP8 ')) {
    const key = at(20) >= 0 && (at(20) & 1) === 0 && big(at, 23, 3) === 0x9d012a;
    // The upper two bits of each side are a scale.
    return key ? sizeOf(little(at, 26, 2) & 0x3fff, little(at, 28, 2) & 0x3fff) : null;
  }
  if (holds(at, 12, 'VP8L')) {
    const bits = at(20) === 0x2f ? little(at, 21, 4) : NaN;
    return sizeOf((bits % 2 ** 14) + 1, (Math.floor(bits / 2 ** 14) % 2 ** 14) + 1);
  }
  if (holds(at, 12, 'VP8X')) return sizeOf(little(at, 24, 3) + 1, little(at, 27, 3) + 1);
  return null;
}
