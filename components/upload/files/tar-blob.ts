/** A file and its path below the folder that was dropped. */
export interface NamedFile {
  readonly name: string;
  readonly file: File;
}

const BLOCK = 512;
const NAME_BYTES = 100;

/**
 * Files as one tar archive (POSIX ustar with pax headers), to be sent as one request. The files are
 * not read: the blob refers to them.
 */
export function tarBlob(files: readonly NamedFile[]): Blob {
  const parts: BlobPart[] = [];
  for (const { name, file } of files) {
    const path = new TextEncoder().encode(name);
    if (path.length > NAME_BYTES || file.size >= 8 ** 11) {
      const records = paxRecord('path', name) + paxRecord('size', String(file.size));
      const pax = new TextEncoder().encode(records);
      parts.push(
        header(new TextEncoder().encode('pax'), pax.length, 'x'),
        pax,
        padding(pax.length),
      );
    }
    parts.push(header(path.subarray(0, NAME_BYTES), Math.min(file.size, 8 ** 11 - 1), '0'));
    parts.push(file, padding(file.size));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  return new Blob(parts);
}

/** `length key=value\n`, the length counting itself. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = new TextEncoder().encode(rest).length;
  let length = bytes;
  while (length !== bytes + String(length).length) length = bytes + String(length).length;
  return `${length}${rest}`;
}

const padding = (size: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);

function header(name: Uint8Array, size: number, type: string): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  const write = (text: string, at: number): void => block.set(new TextEncoder().encode(text), at);
  block.set(name, 0);
  write('0000644\0', 100);
  write('0000000\0', 108);
  write('0000000\0', 116);
  write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  write('00000000000\0', 136);
  write('        ', 148);
  write(type, 156);
  write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
