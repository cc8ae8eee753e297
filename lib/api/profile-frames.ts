/** Bytes before each profile: its length, little-endian. */
const LENGTH_BYTES = 4;

/** A profile's bytes after their length. */
export function framed(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(LENGTH_BYTES + bytes.length);
  new DataView(frame.buffer).setUint32(0, bytes.length, true);
  frame.set(bytes, LENGTH_BYTES);
  return frame;
}

/** The profiles of an answer, each with its own bytes. @throws RangeError if the answer is cut off. */
export function unframed(answer: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(answer.buffer, answer.byteOffset, answer.byteLength);
  const profiles: Uint8Array[] = [];
  for (let at = 0; at < answer.length;) {
    const from = at + LENGTH_BYTES;
    const to = from + view.getUint32(at, true);
    if (to > answer.length) throw new RangeError('A profile of the answer is cut off.');
    profiles.push(answer.slice(from, to));
    at = to;
  }
  return profiles;
}
