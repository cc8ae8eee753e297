import { allBytes, firstBytes, type TraceBytes } from '../trace-bytes';

/** A content in memory, handed out in chunks of one size from a buffer that is used again. */
export class MemoryBytes implements TraceBytes {
  readonly #content: Buffer;
  readonly #size: number;
  position = 0;

  constructor(content: string | Buffer, size: number) {
    this.#content = Buffer.from(content);
    this.#size = size;
  }

  get bytes(): number {
    return this.#content.length;
  }

  head(bytes: number): Promise<Buffer> {
    return firstBytes(this.chunks(), bytes);
  }

  whole(most: number): Promise<Buffer | null> {
    return allBytes(this.chunks(), most);
  }

  async *chunks(): AsyncGenerator<Buffer, void, void> {
    const chunk = Buffer.alloc(this.#size);
    for (let at = 0; at < this.#content.length; at += this.#size) {
      const end = Math.min(this.#content.length, at + this.#size);
      this.#content.copy(chunk, 0, at, end);
      this.position = end;
      yield await Promise.resolve(chunk.subarray(0, end - at));
    }
  }
}
