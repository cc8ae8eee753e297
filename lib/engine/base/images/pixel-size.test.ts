import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteOfBase64 } from './base64-byte';
import { MOST_PIXELS, pixelSize } from './pixel-size';

const big = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** (bytes - 1 - i)) % 256);
const little = (value: number, bytes: number): number[] => big(value, bytes).reverse();
const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));

const png = (width: number, height: number): number[] => [
  ...[0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a],
  ...[...big(13, 4), ...ascii('IHDR'), ...big(width, 4), ...big(height, 4)],
  ...[8, 6, 0, 0, 0],
];
const segment = (marker: number, content: readonly number[]): number[] => [
  ...[0xff, marker],
  ...big(content.length + 2, 2),
  ...content,
];
const jpeg = (width: number, height: number, before: readonly number[] = [], sof = 0xc0) => [
  ...[0xff, 0xd8],
  ...before,
  ...segment(sof, [8, ...big(height, 2), ...big(width, 2), 3]),
];
const gif = (width: number, height: number): number[] => [
  ...ascii('GIF89a'),
  ...little(width, 2),
  ...little(height, 2),
];
const webp = (chunk: string, content: readonly number[]): number[] => [
  ...ascii('RIFF'),
  ...little(4 + 8 + content.length, 4),
  ...ascii('WEBP'),
  ...ascii(chunk),
  ...little(content.length, 4),
  ...content,
];
const lossy = (width: number, height: number): number[] =>
  webp('VP8 ', [0x30, 0x01, 0x00, 0x9d, 0x01, 0x2a, ...little(width, 2), ...little(height, 2)]);
const lossless = (width: number, height: number): number[] =>
  webp('VP8L', [0x2f, ...little((height - 1) * 2 ** 14 + (width - 1), 4)]);
const extended = (width: number, height: number): number[] =>
  webp('VP8X', [0x10, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)]);

const of = (bytes: readonly number[]) => pixelSize((index) => bytes[index] ?? -1);

describe('the size of an image', () => {
  it.each([
    ['PNG', png(2_000, 1_500)],
    ['JPEG', jpeg(2_000, 1_500)],
    ['progressive JPEG', jpeg(2_000, 1_500, [], 0xc2)],
    ['JPEG behind a thumbnail', jpeg(2_000, 1_500, segment(0xe1, jpeg(160, 120)))],
    ['JPEG behind tables', jpeg(2_000, 1_500, [...segment(0xc4, [1, 2]), ...segment(0xdb, [3])])],
    ['JPEG with filled markers', jpeg(2_000, 1_500, [0xff, 0xff, ...segment(0xe0, [9, 9])])],
    ['GIF', gif(2_000, 1_500)],
    ['lossy WebP', lossy(2_000, 1_500)],
    ['lossless WebP', lossless(2_000, 1_500)],
    ['extended WebP', extended(2_000, 1_500)],
  ])('is in the header of a %s', (_, bytes) => {
    expect(of(bytes)).toEqual({ width: 2_000, height: 1_500 });
  });

  it('is masked where a lossy WebP holds a scale beside it', () => {
    expect(of(lossy(2_000 + 0x4000, 1_500 + 0xc000))).toEqual({ width: 2_000, height: 1_500 });
  });

  it.each([
    ['nothing', []],
    ['a text', ascii('%PDF-1.7 and so on, much longer than any header')],
    ['a PNG whose first chunk is another', [...png(9, 9).slice(0, 12), ...ascii('CgBI')]],
    ['a PNG whose header has another length', png(9, 9).with(11, 14)],
    ['a size of 0', png(0, 9)],
    ['a size that no format of today has', png(MOST_PIXELS + 1, 9)],
    ['a GIF of no version', ascii('GIF90a\x09\x00\x09\x00')],
    ['a JPEG that begins its scan', [0xff, 0xd8, 0xff, 0xda, 0, 8, 1, 2, 3, 4]],
    ['a JPEG whose segment has no length', [0xff, 0xd8, 0xff, 0xe0, 0, 0, ...jpeg(9, 9)]],
    ['a JPEG that says its height later', jpeg(9, 0)],
    ['a JPEG that leaves its segments', [0xff, 0xd8, 0xff, 0xe0, 0, 3, 0, 7, ...jpeg(9, 9)]],
    ['a lossy WebP without a start code', lossy(9, 9).with(23, 0)],
    ['a lossy WebP that does not begin with a key frame', lossy(9, 9).with(20, 0x31)],
    ['a lossless WebP without its sign', lossless(9, 9).with(20, 0x2e)],
    ['a WebP of another kind', webp('ANIM', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ])('is unknown for %s', (_, bytes) => {
    expect(of(bytes)).toBeNull();
  });

  it('is unknown for every image that is cut off inside its header', () => {
    for (const whole of [
      png(9, 9).slice(0, 24),
      jpeg(9, 9),
      gif(9, 9),
      lossy(9, 9),
      lossless(9, 9),
      extended(9, 9),
    ]) {
      const end = whole[0] === 0xff ? whole.length - 1 : whole.length;
      expect(of(whole.slice(0, end))).toEqual({ width: 9, height: 9 });
      for (let cut = 0; cut < end; cut++) expect(of(whole.slice(0, cut))).toBeNull();
    }
  });

  it('never throws and reads a bounded number of bytes, whatever they are', () => {
    const start = fc.constantFrom<number[]>(
      [],
      png(1, 1).slice(0, 16),
      [0xff, 0xd8],
      [0xff, 0xd8, 0xff],
      ascii('GIF87a'),
      webp('VP8 ', []),
      webp('VP8L', []),
      webp('VP8X', []),
    );
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 400 }), (head, rest) => {
        let read = 0;
        // What follows is endless: the reader must stop by itself.
        const size = pixelSize((index) => {
          read++;
          return head[index] ?? rest[(index - head.length) % (rest.length || 1)] ?? 0xff;
        });
        expect(read).toBeLessThanOrEqual(1_300);
        if (size === null) return;
        for (const side of [size.width, size.height]) {
          expect(Number.isInteger(side) && side >= 1 && side <= MOST_PIXELS).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('bytes of base64', () => {
  const bytes = fc.uint8Array({ maxLength: 90 });
  const read = (data: string, count: number): number[] => {
    const at = byteOfBase64(data);
    return Array.from({ length: count }, (_, i) => at(i));
  };

  it('are those that were written, in either alphabet, padded or not', () => {
    fc.assert(
      fc.property(bytes, fc.constantFrom('base64', 'base64url'), (own, alphabet) => {
        const data = Buffer.from(own).toString(alphabet);
        expect(read(data, own.length + 2)).toEqual([...own, -1, -1]);
      }),
    );
  });

  it('are found between blanks', () => {
    const data = Buffer.from(png(640, 480)).toString('base64');
    const lines = data.replace(/.{12}/g, '$&\r\n');
    expect(pixelSize(byteOfBase64(` ${lines}`))).toEqual({ width: 640, height: 480 });
  });

  it('have none where a sign is of no alphabet, and outside', () => {
    expect(read('AAAA*AAA', 6)).toEqual([0, 0, 0, -1, 0, 0]);
    expect(byteOfBase64('AAAA')(-1)).toBe(-1);
    expect(byteOfBase64('AAAA')(2 ** 40)).toBe(-1);
  });

  it('never throw, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer(), (data, index) => {
        expect(byteOfBase64(data)(index)).toBeGreaterThanOrEqual(-1);
      }),
    );
  });
});
