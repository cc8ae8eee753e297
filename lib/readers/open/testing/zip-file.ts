import { crc32, deflateRawSync } from 'node:zlib';

/** A member of a ZIP file to make; any field may be false. */
export interface ZipPart {
  readonly name: string | Buffer;
  readonly content: string | Buffer;
  /** 0 stored, 8 deflated (default); others take their bytes from `packed`. */
  readonly method?: number;
  readonly packed?: Buffer;
  readonly size?: number;
  readonly crc?: number;
  readonly flags?: number;
  /** Unix mode, which marks links. */
  readonly mode?: number;
  /** Earlier member whose data it uses in place of its own. */
  readonly sameDataAs?: number;
}

/** A ZIP file by its specification (APPNOTE 4.3), or a hostile one. */
export function zipFile(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const content = Buffer.from(part.content);
    const method = part.method ?? 8;
    const packed = part.packed ?? (method === 8 ? deflateRawSync(content) : content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(part.flags ?? 0x800, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(part.crc ?? crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(part.size ?? content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const offset = part.sameDataAs === undefined ? at : (offsets[part.sameDataAs] ?? 0);
    offsets.push(offset);
    if (part.sameDataAs === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, packed]);
      locals.push(local);
      at += local.length;
    }
    centrals.push(central(fields, name, offset, part.mode ?? 0o100644));
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Bytes of the record that ends a ZIP file's table of contents. */
const END_BYTES = 22;

/** A ZIP file whose table of contents is found by 64-bit numbers; either place may be a false one. */
export function zip64File(
  parts: readonly ZipPart[],
  { directory, record }: { readonly directory?: bigint; readonly record?: bigint } = {},
): Buffer {
  const plain = zipFile(parts);
  const body = plain.subarray(0, plain.length - END_BYTES);
  const end = Buffer.from(plain.subarray(body.length));
  const from = end.readUInt32LE(16);
  const wide = Buffer.alloc(56);
  wide.write('PK\x06\x06', 'latin1');
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE(45, 12);
  wide.writeUInt16LE(45, 14);
  wide.writeBigUInt64LE(BigInt(parts.length), 24);
  wide.writeBigUInt64LE(BigInt(parts.length), 32);
  wide.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40);
  wide.writeBigUInt64LE(directory ?? BigInt(from), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(record ?? BigInt(body.length), 8);
  locator.writeUInt32LE(1, 16);
  end.fill(0xff, 8, 20);
  return Buffer.concat([body, wide, locator, end]);
}

function central(fields: Buffer, name: Buffer, offset: number, mode: number): Buffer {
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE((mode << 16) >>> 0, 6);
  tail.writeUInt32LE(offset, 10);
  const unix = Buffer.from([20, 3]);
  return Buffer.concat([Buffer.from('PK\x01\x02'), unix, fields, tail, name]);
}
