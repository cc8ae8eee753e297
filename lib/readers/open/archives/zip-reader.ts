import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import * as yauzl from 'yauzl';

/** Bytes of a piece of a member. */
const PIECE_BYTES = 256 * 1024;

type Done = (error: Error | null, bytes?: number) => void;

/**
 * A file for yauzl, which asks for any place that an archive names. Places outside of the file are
 * errors, and so is whatever yauzl throws while it reads what it was given: thrown in a callback of
 * Node's it would end the process.
 */
class ZipReader extends yauzl.RandomAccessReader {
  constructor(
    private readonly file: FileHandle,
    private readonly bytes: number,
  ) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false });
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer, void, void> {
    if (!this.#holds(start, end - start)) throw outside();
    for (let at = start; at < end;) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at));
      const { bytesRead } = await this.file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }

  override read(
    ...[buffer, offset, length, position, done]: Parameters<yauzl.RandomAccessReader['read']>
  ): void {
    const told: Done = done;
    const answer: Done = (error, read) => {
      try {
        told(error, read);
      } catch (thrown) {
        if (error !== null) throw thrown;
        done(thrown as Error);
      }
    };
    if (!this.#holds(position, length)) return void setImmediate(answer, outside());
    this.file.read(buffer, offset, length, position).then(
      ({ bytesRead }) => void setImmediate(answer, null, bytesRead),
      (error: unknown) => void setImmediate(answer, error as Error),
    );
  }

  override close(done: (error: Error | null) => void): void {
    this.file.close().then(
      () => done(null),
      (error: unknown) => done(error as Error),
    );
  }

  #holds(position: number, length: number): boolean {
    return Number.isSafeInteger(position) && position >= 0 && position + length <= this.bytes;
  }
}

const outside = (): Error => new Error('it names a place that is not in the file');

/** Opens a ZIP file with yauzl; its table of contents is not yet read. @throws yauzl's errors. */
export async function openZip(path: string, options: yauzl.Options): Promise<yauzl.ZipFile> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return await yauzl.fromRandomAccessReaderPromise(new ZipReader(file, size), size, options);
  } catch (error) {
    await file.close();
    throw error;
  }
}
