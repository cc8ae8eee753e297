/** The content of a trace: a file, what it unfolds to, or a member of an archive. */
export interface TraceBytes {
  /** Size of the file it comes from: what progress is measured by. */
  readonly bytes: number;
  /** Bytes of that file that the newest reading has used. */
  readonly position: number;
  /** The first bytes of the content. */
  head(bytes: number): Promise<Buffer>;
  /** The whole content; null where it is longer than `most`. */
  whole(most: number, signal?: AbortSignal): Promise<Buffer | null>;
  /**
   * The content from its beginning. A chunk is valid until the next one is asked for. Throws
   * `Cancelled` between two chunks and `TraceFault` for content that cannot be unfolded.
   */
  chunks(signal?: AbortSignal): AsyncGenerator<Buffer, void, void>;
}

/** The first bytes of a stream of chunks. */
export async function firstBytes(chunks: AsyncIterable<Buffer>, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let found = 0;
  for await (const chunk of chunks) {
    parts.push(Buffer.from(chunk));
    found += chunk.length;
    if (found >= bytes) break;
  }
  return Buffer.concat(parts).subarray(0, bytes);
}

/** All bytes of a stream of chunks; null where they are more than `most`. */
export async function allBytes(
  chunks: AsyncIterable<Buffer>,
  most: number,
): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let found = 0;
  for await (const chunk of chunks) {
    found += chunk.length;
    if (found > most) return null;
    parts.push(Buffer.from(chunk));
  }
  return Buffer.concat(parts);
}
