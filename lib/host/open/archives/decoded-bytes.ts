import { Readable, pipeline } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { Decompress } from 'fzstd';
import type { ImportError } from '@/lib/importers/importer';
import type { ArchiveCaps } from '../open-limits';
import { StreamedBytes, type TraceBytes } from '../trace-bytes';
import { Cancelled, TraceFault } from '../trace-file';
import { ZstdFrameError, ZstdFrames } from './zstd-frames';

/** A supported compression. */
export type Codec = 'gzip' | 'zstd' | 'deflate';

const names: Readonly<Record<Codec, string>> = {
  gzip: 'gzip',
  zstd: 'Zstandard',
  deflate: 'deflate',
};

/** Compressed bytes per call of fzstd, which emits their whole output before it returns. */
const ZSTD_SLICE = 16 * 1024;
const OUTPUT_BYTES = 256 * 1024;

/** Decompressed content; every reading decompresses it again. */
export class DecodedBytes extends StreamedBytes {
  constructor(
    private readonly packed: TraceBytes,
    private readonly codec: Codec,
    private readonly caps: ArchiveCaps,
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
    const meter = new Meter(this.caps, names[this.codec]);
    const packed = meter.packed(this.packed.chunks(signal));
    try {
      yield* this.codec === 'zstd'
        ? unzstd(packed, meter, this.caps.window)
        : inflated(packed, meter, this.codec);
    } catch (error) {
      throw asFault(error, names[this.codec]);
    }
  }
}

/** Checks decompressed against compressed bytes, by the caps. */
class Meter {
  #in = 0;
  #out = 0;

  constructor(
    private readonly caps: ArchiveCaps,
    private readonly name: string,
  ) {}

  /** Copies of the compressed chunks, counted: decoders keep them for a while. */
  async *packed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
    for await (const chunk of chunks) {
      this.#in += chunk.length;
      yield Buffer.from(chunk);
    }
  }

  /** @throws TraceFault beyond a cap. */
  count(bytes: number): void {
    this.#out += bytes;
    const { totalBytes, ratio, ratioFrom } = this.caps;
    if (this.#out > totalBytes) {
      throw tooLarge(`decompresses to more than ${gigabytes(totalBytes)}, the limit`);
    }
    if (this.#out > ratioFrom && this.#out > ratio * this.#in) {
      throw tooLarge(
        `decompresses to more than ${ratio} times its size (${this.name}), like a decompression bomb`,
      );
    }
  }
}

const tooLarge = (what: string): TraceFault =>
  new TraceFault({ code: 'too-large', message: `The compressed data ${what}.` });

/** A size as text. */
export const gigabytes = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${bytes / 1024 ** 3} GiB` : `${Math.ceil(bytes / 1024 ** 2)} MiB`;

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
    for (let at = 0; at < chunk.length; at += ZSTD_SLICE) {
      const slice = chunk.subarray(at, at + ZSTD_SLICE);
      frames.push(slice);
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
