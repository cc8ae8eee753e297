import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** A file written from chunks. */
export interface Unpacked {
  readonly bytes: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
}

/** Writes chunks to a new file. @throws errors of the chunks and the disk. */
export async function unpack(path: string, chunks: AsyncIterable<Uint8Array>): Promise<Unpacked> {
  const hash = createHash('sha256');
  const target = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      await target.writeFile(chunk);
    }
  } finally {
    await target.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}
