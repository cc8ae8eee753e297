import { Readable, pipeline } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { Decompress } from 'fzstd';
import type { ImportError } from '@/lib/readers/importers/importer';
import type { ArchiveCaps } from '../open-limits';
import { StreamedBytes, type TraceBytes } from '../trace-bytes';
import { Cancelled, TraceFault } from '../trace-file';
import type { UnpackBudget } from './unpack-budget';
import { ZstdFrameError, ZstdFrames } from './zstd-frames';

/** A supported compression. */
export type Codec = 'gzip' | 'zstd' | 'deflate';

const names: Readonly<Record<Codec, string>> = {
  gzip: 'gzip',
  zstd: 'Zstandard',
  deflate: 'deflate',
};

/**
 * Compressed bytes and blocks per call of fzstd, which emits their whole output before it returns: a
 * block of four bytes may give 128 KiB.
 */
const ZSTD_SLICE = { bytes: 16 * 1024, blocks: 8 };
const OUTPUT_BYTES = 256 * 1024;

/** Decompressed content; every reading decompresses it again. */
export class DecodedBytes extends StreamedBytes {
  /** Most bytes of a reading so far. */
  #most = 0;

  constructor(
    private readonly packed: TraceBytes,
    private readonly codec: Codec,
    private readonly budget: UnpackBudget,
  ) {
    super();
  }

  get bytes(): number {
    return this.packed.bytes;
  }

  get position(): number {
    return this.packed.position;
  }

  async *chunks(signal?: AbortSignal): AsyncGenerator<Buffer, void, void> {
    let out = 0;
    const count = (bytes: number): void => {
      if (signal?.aborted === true) throw new Cancelled();
      out += bytes;
      // Readings after the first unpack the same bytes.
      if (out > this.#most) this.budget.unpacked(out - this.#most);
      this.#most = Math.max(this.#most, out);
    };
    const meter = new Meter(this.budget.caps, names[this.codec], count);
    const packed = owned(this.packed.chunks(signal));
    try {
      yield* this.codec === 'zstd'
        ? unzstd(packed, meter, this.budget.caps.window)
        : inflated(packed, meter, this.codec);
    } catch (error) {
      throw asFault(error, names[this.codec]);
    }
  }
}

/** Copies of the chunks: decoders keep them for a while. */
async function* owned(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

/** Checks decompressed against compressed bytes, by the caps. */
class Meter {
  #out = 0;
  /** Compressed bytes that the decoder has taken. */
  taken = 0;

  constructor(
    private readonly caps: ArchiveCaps,
    private readonly name: string,
    private readonly counted: (bytes: number) => void,
  ) {}

  /** @throws TraceFault beyond a cap, Cancelled. */
  count(bytes: number): void {
    this.#out += bytes;
    const { ratio, ratioFrom } = this.caps;
    if (this.#out > ratioFrom && this.#out > ratio * this.taken) {
      throw tooLarge(
        `decompresses to more than ${ratio} times its size (${this.name}), like a decompression bomb`,
      );
    }
    this.counted(bytes);
  }
}

const tooLarge = (what: string): TraceFault =>
  new TraceFault({ code: 'too-large', message: `The compressed data ${what}.` });

async function* inflated(
  packed: AsyncGenerator<Buffer, void, void>,
  meter: Meter,
  codec: 'gzip' | 'deflate',
): AsyncGenerator<Buffer, void, void> {
  const options = { chunkSize: OUTPUT_BYTES };
  const decoder = codec === 'gzip' ? createGunzip(options) : createInflateRaw(options);
  // A failure destroys the decoder and so reaches the loop below.
  pipeline(Readable.from(packed, { objectMode: false }), decoder, () => undefined);
  for await (const chunk of decoder as AsyncIterable<Buffer>) {
    meter.taken = decoder.bytesWritten;
    meter.count(chunk.length);
    yield chunk;
  }
}

async function* unzstd(
  packed: AsyncIterable<Buffer>,
  meter: Meter,
  window: number,
): AsyncGenerator<Buffer, void, void> {
  let ready: Buffer[] = [];
  const frames = new ZstdFrames({ window });
  const decoder = new Decompress((data) => {
    meter.count(data.length);
    if (data.length > 0) ready.push(Buffer.from(data));
  });
  for await (const chunk of packed) {
    for (let at = 0; at < chunk.length;) {
      const next = chunk.subarray(at, at + ZSTD_SLICE.bytes);
      const slice = next.subarray(0, frames.push(next, ZSTD_SLICE.blocks));
      at += slice.length;
      meter.taken += slice.length;
      decoder.push(slice);
      yield* ready;
      ready = [];
    }
  }
  if (!frames.complete) throw new ZstdFrameError('it is cut off');
  // fzstd decodes a last frame of a few bytes only at the end.
  decoder.push(new Uint8Array(0), true);
  yield* ready;
}

/** Converts a decoder's error into a fault of the content. */
function asFault(error: unknown, name: string): unknown {
  if (error instanceof TraceFault || error instanceof Cancelled || !(error instanceof Error)) {
    return error;
  }
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return damaged(name, 'it is cut off');
  // The first header was seen before: this one is behind compressed data that ended well.
  if (name === names.gzip && error.message === 'incorrect header check') {
    return damaged(name, 'other bytes stand behind its end');
  }
  if (code.startsWith('Z_')) return damaged(name, error.message);
  // Codes of fzstd are numbers.
  if (error instanceof ZstdFrameError || /^\d$/.test(code)) return damaged(name, error.message);
  return error;
}

function damaged(name: string, reason: string): TraceFault {
  const error: ImportError = {
    code: 'malformed',
    message: `The ${name} data cannot be decompressed: ${reason}.`,
  };
  return new TraceFault(error);
}
