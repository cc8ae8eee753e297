import { open, type FileHandle } from 'node:fs/promises';
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import { CHUNK_BYTES } from './open-limits';
import { allBytes, type TraceBytes } from './trace-bytes';

/** Thrown inside a read when its signal is aborted; hosts receive the error code `cancelled`. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Thrown inside a read for content that cannot be decompressed; hosts receive its error. */
export class TraceFault extends Error {
  override readonly name = 'TraceFault';
  readonly error: ImportError;

  constructor(error: ImportError) {
    super(error.message);
    this.error = error;
  }
}

/** Converts a failure of reading into an import error; rethrows unexpected ones. */
export function asImportError(error: unknown): ImportError {
  if (error instanceof Cancelled)
    return { code: 'cancelled', message: 'The import was cancelled.' };
  if (error instanceof TraceFault) return error.error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return { code: 'storage', message: 'The disk is full.' };
  }
  const known = systemErrors[code];
  if (known === undefined) throw error;
  return { code: 'unreadable', message: known };
}

/** Most characters of a library's words in a message. */
const MOST_WORDS = 200;

/**
 * The same for every error: what a library or a reader throws at a file that it does not expect is that
 * file's fault too, and must not end the reading of others.
 */
export function asFileFault(error: unknown): ImportError {
  try {
    return asImportError(error);
  } catch {
    const [words = ''] = String(error).split('\n');
    // What stands in quotes may be the file's own text.
    const said = words
      .replace(/["'`“][^"'`”]*["'`”]?/g, '…')
      .slice(0, MOST_WORDS)
      .replace(/[.:\s]+$/, '');
    return { code: 'internal', message: `Reading it failed in an unforeseen way: ${said}.` };
  }
}

const systemErrors: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  ENOTDIR: 'There is no such file.',
  EACCES: 'The file may not be read (permission denied).',
  EPERM: 'The file may not be read (permission denied).',
  EISDIR: 'This is a folder, not a file.',
  EIO: 'The disk reported an error while reading.',
  EMFILE: 'Too many files are open.',
};

/** An open trace file. */
export class TraceFile implements TraceBytes {
  readonly #handle: FileHandle;
  readonly bytes: number;
  #position = 0;

  private constructor(handle: FileHandle, bytes: number) {
    this.#handle = handle;
    this.bytes = bytes;
  }

  /** Opens a regular file. */
  static async open(path: string): Promise<Result<TraceFile, ImportError>> {
    let handle: FileHandle | null = null;
    try {
      handle = await open(path, 'r');
      const stat = await handle.stat();
      if (stat.isFile()) return ok(new TraceFile(handle, stat.size));
      await handle.close();
      const message = stat.isDirectory() ? 'This is a folder, not a file.' : 'This is not a file.';
      return err({ code: 'unreadable', message });
    } catch (error) {
      await handle?.close();
      return err(asImportError(error));
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  /** The first bytes of the file. */
  async head(bytes: number): Promise<Buffer> {
    const buffer = Buffer.alloc(Math.min(bytes, this.bytes));
    const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  }

  get position(): number {
    return this.#position;
  }

  async whole(most: number, signal?: AbortSignal): Promise<Buffer | null> {
    return this.bytes > most ? null : allBytes(this.chunks(signal), most);
  }

  /**
   * The file from its beginning, chunk by chunk. A chunk is valid until the next one is requested;
   * meanwhile the next is read ahead. Throws `Cancelled` between two chunks.
   */
  async *chunks(signal?: AbortSignal): AsyncGenerator<Buffer, void, void> {
    let buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let spare = Buffer.allocUnsafe(CHUNK_BYTES);
    let position = 0;
    let next = this.#handle.read(buffer, 0, CHUNK_BYTES, position);
    try {
      for (;;) {
        if (signal?.aborted === true) throw new Cancelled();
        const { bytesRead } = await next;
        if (bytesRead === 0) return;
        const chunk = buffer.subarray(0, bytesRead);
        position += bytesRead;
        this.#position = position;
        [buffer, spare] = [spare, buffer];
        next = this.#handle.read(buffer, 0, CHUNK_BYTES, position);
        yield chunk;
      }
    } finally {
      await next.catch(() => undefined);
    }
  }
}
