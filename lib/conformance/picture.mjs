import { crc32, deflateSync } from 'node:zlib';

const uint32 = (...values) => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => bytes.writeUInt32BE(value, 4 * i));
  return bytes;
};

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

/** A red PNG of so many pixels. */
export function picture(width, height) {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(3 * width, 'ff0000', 'hex')]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  const header = Buffer.concat([uint32(width, height), Buffer.from([8, 2, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
