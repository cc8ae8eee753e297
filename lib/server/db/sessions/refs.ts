import { ByteReader, ByteWriter } from '@/lib/engine/base/byte-stream';

/** Encodes a session's entry numbers as bytes; most are consecutive. */
export function encodeRefs(refs: readonly number[]): Uint8Array {
  const out = new ByteWriter();
  out.int(refs.length);
  out.column(Int32Array.from(refs));
  return out.finish();
}

/** Inverse of {@link encodeRefs}. */
export function decodeRefs(bytes: Uint8Array): Int32Array {
  const input = new ByteReader(bytes);
  return input.column(new Int32Array(input.int()));
}
