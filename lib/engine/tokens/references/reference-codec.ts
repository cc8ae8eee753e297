/**
 * The binary form of a session's names: what stands beside a stored profile, and what a page loads. A file
 * is "HWN" and a version, then the parts in the order of `ReferenceIndex`. A literal that reads is
 * evaluated in the order of its fields, which is the order they are written in.
 */
import { ByteReader, ByteWriter } from '@/lib/engine/base/byte-stream';
import { pinnedKinds } from './pinned-table';
import type { IndexedCalls, NamedLines, PinnedContent, ReferenceIndex } from './reference-index';

/** "HWN" and the version, of the layout and of what counts as a name. */
const MAGIC = [0x48, 0x57, 0x4e, 3] as const;

/** Writes an index; {@link decodeReferences} reads it. */
export function encodeReferences(index: ReferenceIndex): Uint8Array {
  const out = new ByteWriter();
  for (const byte of MAGIC) out.byte(byte);
  out.int(index.entryCount);
  out.int(index.names.length);
  for (const name of index.names) out.text(name);
  out.column(index.kinds);
  out.column(index.nameFlags);
  out.column(index.units);
  writeLines(out, index.lines);
  writeCalls(out, index.calls);
  out.int(index.summaries.length);
  for (const names of index.summaries) {
    out.int(names === null ? 0 : 1);
    if (names !== null) out.ascending([...names]);
  }
  writePinned(out, index.pinned);
  out.int(index.leftOut.entries);
  return out.finish();
}

/** False for bytes of another version: the session's texts must be read again. */
export const isCurrentReferences = (bytes: Uint8Array): boolean =>
  MAGIC.every((byte, i) => bytes[i] === byte);

/** Reads an index. @throws RangeError when the bytes are not an index of this version. */
export function decodeReferences(bytes: Uint8Array): ReferenceIndex {
  const input = new ByteReader(bytes);
  for (const byte of MAGIC) {
    if (input.byte() !== byte) throw new RangeError('The bytes are not a current list of names.');
  }
  const entryCount = input.int();
  const names = Array.from({ length: input.int() }, () => input.text());
  return {
    entryCount,
    names,
    kinds: input.column(new Uint8Array(names.length)),
    nameFlags: input.column(new Uint8Array(names.length)),
    units: input.column(new Int32Array(entryCount)),
    lines: readLines(input, entryCount),
    calls: readCalls(input),
    summaries: Array.from({ length: input.int() }, () =>
      input.int() === 0 ? null : Int32Array.from(input.ascending()),
    ),
    pinned: readPinned(input),
    leftOut: { entries: input.int() },
  };
}

function writeLines(out: ByteWriter, lines: NamedLines): void {
  out.int(lines.units.length);
  out.int(lines.names.length);
  for (const column of [lines.first, lines.units, lines.flags, lines.call]) out.column(column);
  for (const column of [lines.nameFirst, lines.names]) out.column(column);
}

function readLines(input: ByteReader, entryCount: number): NamedLines {
  const [count, mentions] = [input.int(), input.int()];
  return {
    first: input.column(new Int32Array(entryCount + 1)),
    units: input.column(new Int32Array(count)),
    flags: input.column(new Uint8Array(count)),
    call: input.column(new Int32Array(count)),
    nameFirst: input.column(new Int32Array(count + 1)),
    names: input.column(new Int32Array(mentions)),
  };
}

function writeCalls(out: ByteWriter, calls: IndexedCalls): void {
  out.int(calls.entry.length);
  for (const column of [calls.entry, calls.same, calls.effect, calls.subject]) out.column(column);
  for (const column of [calls.answer, calls.result, calls.resultUnits]) out.column(column);
}

function readCalls(input: ByteReader): IndexedCalls {
  const count = input.int();
  const ints = (): Int32Array => input.column(new Int32Array(count));
  return {
    entry: ints(),
    same: ints(),
    effect: input.column(new Uint8Array(count)),
    subject: ints(),
    answer: ints(),
    result: ints(),
    resultUnits: ints(),
  };
}

function writePinned(out: ByteWriter, pinned: readonly PinnedContent[]): void {
  out.int(pinned.length);
  for (const { what, entry, same, pieces, quoted } of pinned) {
    for (const value of [pinnedKinds.indexOf(what), entry, same, pieces]) out.int(value);
    out.ascending(quoted);
  }
}

function readPinned(input: ByteReader): PinnedContent[] {
  return Array.from({ length: input.int() }, () => ({
    what: pinnedKinds[input.int()] ?? 'instructions',
    entry: input.int(),
    same: input.int(),
    pieces: input.int(),
    quoted: input.ascending(),
  }));
}
