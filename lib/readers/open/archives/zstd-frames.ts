/** Limits for a frame's demands on the decoder. */
interface FrameLimits {
  /** The largest window in bytes. */
  readonly window: number;
}

const MAGIC = 0xfd2fb528;
const MAGIC_BYTES = 4;
const BLOCK_HEADER_BYTES = 3;
const LONGEST_HEADER = 18;

/** A frame that the decoder must not receive. */
export class ZstdFrameError extends Error {
  override readonly name = 'ZstdFrameError';
}

/**
 * Parses the frames of a Zstandard stream (RFC 8878 §3) beside the decoder: finds frames that demand
 * too much memory before they are decoded, and the end of the last frame.
 */
export class ZstdFrames {
  /** Bytes to skip before the next header. */
  #skip = 0;
  #state: 'frame' | 'block' = 'frame';
  #checksum = false;
  #last = false;
  #header = Buffer.alloc(0);

  constructor(private readonly limits: FrameLimits) {}

  /** True between two frames. */
  get complete(): boolean {
    return this.#state === 'frame' && this.#skip === 0 && this.#header.length === 0;
  }

  /**
   * Parses the next bytes, up to the header of one block more than `most`; returns how many.
   * @throws ZstdFrameError
   */
  push(chunk: Buffer, most: number): number {
    let at = 0;
    let blocks = 0;
    while (at < chunk.length) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, chunk.length - at);
        this.#skip -= passed;
        at += passed;
        continue;
      }
      const known = this.#header.length;
      const wanted = Math.min(LONGEST_HEADER - known, chunk.length - at);
      const header = Buffer.concat([this.#header, chunk.subarray(at, at + wanted)]);
      const inFrame = this.#state === 'block';
      const used = inFrame ? this.#block(header) : this.#frame(header);
      if (used === null) {
        this.#header = header;
        at += wanted;
      } else {
        this.#header = Buffer.alloc(0);
        at += used - known;
        if (inFrame && ++blocks >= most) return at;
      }
    }
    return at;
  }

  /** Parses a frame header; returns its length, null while it is incomplete. */
  #frame(header: Buffer): number | null {
    if (header.length < MAGIC_BYTES) return null;
    const magic = header.readUInt32LE(0);
    if (magic >>> 4 === 0x184d2a5) {
      if (header.length < 8) return null;
      this.#skip = header.readUInt32LE(4);
      return 8;
    }
    if (magic !== MAGIC) throw new ZstdFrameError('something else follows the compressed data');
    if (header.length < 5) return null;
    const flags = header.readUInt8(4);
    const single = (flags & 0x20) !== 0;
    const dictionaryBytes = [0, 1, 2, 4][flags & 3] ?? 0;
    const sizeBytes = [single ? 1 : 0, 2, 4, 8][flags >>> 6] ?? 0;
    const length = 5 + (single ? 0 : 1) + dictionaryBytes + sizeBytes;
    if (header.length < length) return null;
    if (dictionaryBytes > 0) throw new ZstdFrameError('it needs a dictionary');
    const sizeAt = length - sizeBytes;
    const window = single
      ? contentSize(header, sizeAt, sizeBytes)
      : windowSize(header.readUInt8(5));
    if (window > this.limits.window) {
      throw new ZstdFrameError(
        `its window of ${megabytes(window)} is larger than ${megabytes(this.limits.window)}`,
      );
    }
    this.#checksum = (flags & 4) !== 0;
    this.#state = 'block';
    return length;
  }

  /** Parses a block header; returns its length, null while it is incomplete. */
  #block(header: Buffer): number | null {
    if (header.length < BLOCK_HEADER_BYTES) return null;
    const block = header.readUIntLE(0, BLOCK_HEADER_BYTES);
    this.#last = (block & 1) !== 0;
    this.#skip = ((block >>> 1) & 3) === 1 ? 1 : block >>> 3;
    if (this.#last) {
      this.#skip += this.#checksum ? 4 : 0;
      this.#state = 'frame';
    }
    return BLOCK_HEADER_BYTES;
  }
}

function contentSize(header: Buffer, at: number, bytes: number): number {
  if (bytes === 8) return Number(header.readBigUInt64LE(at));
  return header.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >>> 3));
  return base + (base / 8) * (descriptor & 7);
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MiB`;
