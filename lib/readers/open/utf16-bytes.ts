import { StreamedBytes, type TraceBytes } from './trace-bytes';

/** The encoding of a text that begins with the mark of UTF-16, or as JSON in it; null for any other. */
export function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const begin = head.toString('latin1', 0, 4);
  if (/^[[{]\0[^\0]\0/.test(begin)) return 'utf-16le';
  return /^\0[[{]\0[^\0]/.test(begin) ? 'utf-16be' : null;
}

/** UTF-16, as PowerShell's `>` and Windows' editors write it, as UTF-8 without its mark. */
export class Utf16Bytes extends StreamedBytes {
  constructor(
    private readonly content: TraceBytes,
    private readonly encoding: 'utf-16le' | 'utf-16be',
  ) {
    super();
  }

  get bytes(): number {
    return this.content.bytes;
  }

  get position(): number {
    return this.content.position;
  }

  async *chunks(signal?: AbortSignal): AsyncGenerator<Buffer, void, void> {
    const decoder = new TextDecoder(this.encoding);
    for await (const chunk of this.content.chunks(signal)) {
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield Buffer.from(text);
    }
    const rest = decoder.decode();
    if (rest !== '') yield Buffer.from(rest);
  }
}
