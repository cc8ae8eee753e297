import { decodeName } from './file-name';

/** A part of a multipart/form-data body with a file. */
interface FilePart {
  readonly name: string;
  /** Its bytes; read all of them before the next part. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** The body is not well-formed multipart/form-data. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError';
}

const MOST_HEADER_BYTES = 16_384;
const LINE = Buffer.from('\r\n');
const END_OF_HEADERS = Buffer.from('\r\n\r\n');

/** The boundary in a content type; null if it is not multipart/form-data. */
export function boundaryOf(contentType: string | null): string | null {
  const match = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(
    contentType ?? '',
  );
  return match?.[1] ?? match?.[2] ?? null;
}

/**
 * The files of a multipart/form-data body (RFC 7578), one after the other, with one chunk in memory.
 * Skips fields that are not files.
 * @throws MultipartError if the body is cut off or malformed.
 */
export async function* fileParts(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<FilePart> {
  const input = new Delimited(body);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // Adds a line break before the first boundary, which has none.
  await drain(input.until(delimiter));
  for (;;) {
    const rest = await gather(input.until(LINE, { orEnd: true }));
    if (rest.startsWith('--')) return;
    const headers = await gather(input.until(END_OF_HEADERS));
    const content = input.until(delimiter);
    const name = fileNameOf(headers);
    if (name !== null) yield { name, content };
    await drain(content);
  }
}

async function drain(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) void chunk;
}

async function gather(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > MOST_HEADER_BYTES) throw new MultipartError('A header of a part is too long.');
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The file name of a part; null if it is not a file. */
function fileNameOf(headers: string): string | null {
  const disposition = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? '';
  const extended = /filename\*=utf-8''([^;\s]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) return decodeName(extended);
  const quoted = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1];
  if (quoted === undefined) return null;
  // Browsers encode only quotes and line breaks, as %22, %0D and %0A.
  return quoted.replace(/%22/g, '"').replace(/%0[AD]/gi, ' ');
}

/** Splits a stream of chunks at delimiters. */
class Delimited {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = LINE;
  #ended = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /**
   * Bytes up to the next `delimiter`, which is skipped. With `orEnd` the stream's end is a delimiter
   * too.
   */
  async *until(delimiter: Buffer, { orEnd = false } = {}): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#rest.indexOf(delimiter);
      if (at >= 0) {
        const found = this.#rest.subarray(0, at);
        this.#rest = this.#rest.subarray(at + delimiter.length);
        if (found.length > 0) yield found;
        return;
      }
      const sure = this.#rest.length - delimiter.length + 1;
      if (sure > 0) {
        const passed = this.#rest.subarray(0, sure);
        this.#rest = this.#rest.subarray(sure);
        yield passed;
      }
      if (this.#ended) {
        if (!orEnd) throw new MultipartError('The body ended before its last boundary.');
        if (this.#rest.length > 0) yield this.#rest;
        return;
      }
      await this.#fill();
    }
  }

  async #fill(): Promise<void> {
    const next = await this.#source.next();
    if (next.done === true) this.#ended = true;
    else this.#rest = Buffer.concat([this.#rest, next.value]);
  }
}
