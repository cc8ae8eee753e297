/** The first 33 bytes of a PNG: all that its size needs. */
export function pngHead(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(17);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([head, size]);
}

/** A PNG of a size in base64, as long as `bytes` says: what follows the head is not an image. */
export const pngBase64 = (width: number, height: number, bytes = 33): string =>
  Buffer.concat([pngHead(width, height), Buffer.alloc(Math.max(0, bytes - 33))]).toString('base64');
