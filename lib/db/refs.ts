import { ByteReader, ByteWriter } from '@/lib/base/byte-stream';

/** Entry numbers of a session as bytes: they mostly follow one another. */
export function encodeRefs(refs: readonly number[]): Uint8Array {
  const out = new ByteWriter();
  out.int(refs.length);
  out.column(Int32Array.from(refs));
  return out.finish();
}

/** Reads what {@link encodeRefs} wrote. */
export function decodeRefs(bytes: Uint8Array): Int32Array {
  const input = new ByteReader(bytes);
  return input.column(new Int32Array(input.int()));
}
