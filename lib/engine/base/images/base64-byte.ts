/** The byte at an index; −1 outside and where there is none. */
export type ByteAt = (index: number) => number;

/** Characters in which blanks are looked for and taken out. */
const HEAD = 65_536;

/** Value of every sign of both alphabets by its code; −1 for another. */
const VALUES = new Int8Array(128).fill(-1);
[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].forEach((sign, value) => {
  VALUES[sign.charCodeAt(0)] = value;
});
VALUES['-'.charCodeAt(0)] = 62;
VALUES['_'.charCodeAt(0)] = 63;

/**
 * Bytes of base64 (standard or URL alphabet), each decoded when it is read: nothing is allocated, however
 * long the text. Where its head holds blanks, only that head (64 KiB of text) can be read.
 */
export function byteOfBase64(data: string): ByteAt {
  const text = /\s/.test(data.slice(0, 1_000)) ? data.slice(0, HEAD).replace(/\s+/g, '') : data;
  const value = (index: number): number => VALUES[text.charCodeAt(index)] ?? -1;
  return (index) => {
    if (index < 0) return -1;
    const at = Math.floor(index / 3) * 4 + (index % 3);
    const [first, second] = [value(at), value(at + 1)];
    if (first < 0 || second < 0) return -1;
    // 6 bits a sign: the byte takes 6, 4 or 2 of the first one and the rest of the second.
    const taken = 2 * (index % 3);
    return ((first << (2 + taken)) & 0xff) | (second >> (4 - taken));
  };
}
