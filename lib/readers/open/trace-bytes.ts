/** The content of a trace: a file, its decompressed bytes, or a member of an archive. */
export interface TraceBytes {
  /** Bytes of the underlying file, for progress. */
  readonly bytes: number;
  /** Bytes of that file consumed by the newest reading. */
  readonly position: number;
  /** The first bytes of the content. */
  head(bytes: number): Promise<Buffer>;
  /** The whole content; null if longer than `most`. */
  whole(most: number, signal?: AbortSignal): Promise<Buffer | null>;
  /**
   * The content from its beginning. A chunk is valid until the next one is requested. Throws
   * `Cancelled` between two chunks and `TraceFault` for content that cannot be decompressed.
   */
  chunks(signal?: AbortSignal): AsyncGenerator<Buffer, void, void>;
}

/** The first bytes of a stream of chunks. */
async function firstBytes(chunks: AsyncIterable<Buffer>, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let found = 0;
  for await (const chunk of chunks) {
    parts.push(Buffer.from(chunk));
    found += chunk.length;
    if (found >= bytes) break;
  }
  return Buffer.concat(parts).subarray(0, bytes);
}

/** All bytes of a stream of chunks; null if more than `most`. */
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

/** Content that can only be streamed. */
export abstract class StreamedBytes implements TraceBytes {
  abstract readonly bytes: number;
  abstract readonly position: number;
  abstract chunks(signal?: AbortSignal): AsyncGenerator<Buffer, void, void>;

  head(bytes: number): Promise<Buffer> {
    return firstBytes(this.chunks(), bytes);
  }

  whole(most: number, signal?: AbortSignal): Promise<Buffer | null> {
    return allBytes(this.chunks(signal), most);
  }
}
