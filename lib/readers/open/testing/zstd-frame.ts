/** A Zstandard frame (RFC 8878) of raw blocks; for tests without an encoder. */
export function zstdFrame(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const blocks: Buffer[] = [];
  const most = 128 * 1024;
  for (let at = 0; at === 0 || at < bytes.length; at += most) {
    const part = bytes.subarray(at, at + most);
    blocks.push(block(part.length, 0, at + most >= bytes.length), part);
  }
  return Buffer.concat([frameHeader(0x58), ...blocks]);
}

/** A frame of run-length blocks: 4 bytes for every 128 KiB of one letter. */
export function zstdBomb(blocks: number): Buffer {
  const run = Buffer.concat([block(128 * 1024, 1, false), Buffer.from('a')]);
  const last = Buffer.concat([block(128 * 1024, 1, true), Buffer.from('a')]);
  return Buffer.concat([frameHeader(0x58), ...Array<Buffer>(blocks - 1).fill(run), last]);
}

/** A frame's header; `window` is its descriptor: 0x58 for 2 MiB. */
export const frameHeader = (window: number): Buffer =>
  Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, window]);

function block(size: number, type: number, last: boolean): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((last ? 1 : 0) | (type << 1) | (size << 3), 0, 3);
  return header;
}
