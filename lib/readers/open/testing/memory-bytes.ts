import { StreamedBytes } from '../trace-bytes';

/** Content in memory, read in chunks of one size from a reused buffer. */
export class MemoryBytes extends StreamedBytes {
  readonly #content: Buffer;
  readonly #size: number;
  position = 0;

  constructor(content: string | Buffer, size: number) {
    super();
    this.#content = Buffer.from(content);
    this.#size = size;
  }

  get bytes(): number {
    return this.#content.length;
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
