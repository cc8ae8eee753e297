import { crc32 } from 'node:zlib';
import type { Readable } from 'node:stream';
import * as yauzl from 'yauzl';
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import { DecodedBytes, type Codec } from './decoded-bytes';
import {
  FoundMembers,
  memberName,
  nameFault,
  passedOverReason,
  type Member,
  type MemberSet,
} from './members';
import { StreamedBytes, type TraceBytes } from '../trace-bytes';
import { Cancelled, TraceFault } from '../trace-file';
import { shownName } from './shown';
import { openZip } from './zip-reader';
import type { UnpackBudget } from './unpack-budget';

/** Supported compression methods of ZIP (APPNOTE 4.4.5); null: stored. */
const codecs: ReadonlyMap<number, Codec | null> = new Map([
  [0, null],
  [8, 'deflate'],
  [93, 'zstd'],
]);

/** Least bytes of an entry beside its data: the local header. */
const LOCAL_HEADER_BYTES = 30;

/** The members of a ZIP file; names and sizes are checked, contents not yet read. */
export async function zipMembers(
  path: string,
  budget: UnpackBudget,
): Promise<Result<MemberSet, ImportError>> {
  let zip: yauzl.ZipFile | null = null;
  try {
    // Names are decoded and checked here: one bad name must not hide the others.
    zip = await openZip(path, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    });
    const read = await readEntries(zip, budget);
    if (!read.ok) zip.close();
    return read;
  } catch (error) {
    zip?.close();
    return err(zipError(error));
  }
}

const malformed = (message: string): ImportError => ({ code: 'malformed', message });

/** Converts yauzl's errors, which have no code; those of the disk have one and are rethrown. */
function zipError(error: unknown): ImportError {
  if (error instanceof RangeError) return malformed('The ZIP archive is damaged: a size is wrong.');
  if (!(error instanceof Error) || 'code' in error) throw error;
  if (error.message.startsWith('End of central directory')) {
    return malformed('The ZIP archive is cut off: its table of contents is missing.');
  }
  if (error.message.startsWith('strong encryption')) return encrypted;
  return malformed(`The ZIP archive is damaged: ${error.message}.`);
}

const encrypted: ImportError = {
  code: 'refused',
  message: 'It is encrypted; pack it again without a password.',
};

async function readEntries(
  zip: yauzl.ZipFile,
  budget: UnpackBudget,
): Promise<Result<MemberSet, ImportError>> {
  const found = new FoundMembers();
  const pieces: { readonly from: number; readonly to: number; readonly name: string }[] = [];
  for await (const entry of zip.eachEntry()) {
    const name = memberName(decodedName(entry));
    const bytes = entry.uncompressedSize;
    const beyond = budget.member(name, bytes);
    if (beyond !== null) return err(beyond);
    const reason = passedOverReason(name);
    if (reason !== null) {
      found.pass(name, reason);
      continue;
    }
    const from = entry.relativeOffsetOfLocalHeader;
    pieces.push({ from, to: from + LOCAL_HEADER_BYTES + entry.compressedSize, name });
    const error = nameFault(name, budget.caps) ?? entryFault(entry);
    if (error !== null) found.refuse(name, bytes, error);
    else found.members.push(zipMember(zip, entry, name, budget));
  }
  const overlap = overlapping(pieces);
  if (overlap !== null) return err(overlap);
  return ok(found.set('zip', () => zip.close()));
}

/** Decodes a name: as UTF-8 if the entry states it or the bytes are valid, else as code page 437. */
function decodedName(entry: yauzl.Entry): string {
  const raw = entry.fileNameRaw;
  const utf8 = raw.toString('utf8');
  if (Buffer.from(utf8, 'utf8').equals(raw)) return utf8;
  return yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, true);
}

/** Upper half of "version made by": the system; 3 is Unix, whose mode marks links. */
function entryFault(entry: yauzl.Entry): ImportError | null {
  const mode = entry.versionMadeBy >>> 8 === 3 ? entry.externalFileAttributes >>> 16 : 0;
  const kind = mode & 0o170000;
  if (kind === 0o120000)
    return { code: 'refused', message: 'It is a link; links are not followed.' };
  if (kind !== 0 && kind !== 0o100000) return { code: 'refused', message: 'It is not a file.' };
  if (entry.isEncrypted()) return encrypted;
  if (!codecs.has(entry.compressionMethod)) {
    const message = `Its compression method ${entry.compressionMethod} is not supported; stored, deflate and Zstandard are.`;
    return { code: 'unreadable', message };
  }
  return null;
}

/** Refuses entries that share bytes: a way to unpack one content many times. */
function overlapping(
  pieces: { readonly from: number; readonly to: number; readonly name: string }[],
): ImportError | null {
  pieces.sort((a, b) => a.from - b.from || a.to - b.to);
  for (const [i, piece] of pieces.entries()) {
    const next = pieces[i + 1];
    if (next === undefined || next.from >= piece.to) continue;
    const names = `“${shownName(piece.name)}” and “${shownName(next.name)}”`;
    return malformed(`The ZIP archive claims the same bytes for ${names}, as a zip bomb does.`);
  }
  return null;
}

function zipMember(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  name: string,
  budget: UnpackBudget,
): Member {
  const codec = codecs.get(entry.compressionMethod) ?? null;
  const raw = new RawEntry(zip, entry);
  const content = codec === null ? raw : new DecodedBytes(raw, codec, budget);
  const bytes = entry.uncompressedSize;
  const checked = new CheckedBytes(content, { bytes, crc: entry.crc32 });
  return { name, bytes, path: null, sha256: null, open: () => Promise.resolve(checked) };
}

/** The stored bytes of an entry. */
class RawEntry extends StreamedBytes {
  position = 0;

  constructor(
    private readonly zip: yauzl.ZipFile,
    private readonly entry: yauzl.Entry,
  ) {
    super();
  }

  get bytes(): number {
    return this.entry.compressedSize;
  }

  async *chunks(signal?: AbortSignal): AsyncGenerator<Buffer, void, void> {
    this.position = 0;
    const stream = await this.#open();
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        if (signal?.aborted === true) throw new Cancelled();
        this.position += chunk.length;
        yield chunk;
      }
    } finally {
      stream.destroy();
    }
  }

  async #open(): Promise<Readable> {
    try {
      return await this.zip.openReadStreamPromise(this.entry, { decodeFileData: false });
    } catch (error) {
      throw new TraceFault(zipError(error));
    }
  }
}

/** A member's content; at its end size and checksum are compared with the archive's. */
class CheckedBytes extends StreamedBytes {
  constructor(
    private readonly content: TraceBytes,
    private readonly said: { readonly bytes: number; readonly crc: number },
  ) {
    super();
  }

  get bytes(): number {
    return this.content.bytes;
  }

  get position(): number {
    return this.content.position;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async *chunks(signal?: AbortSignal): AsyncGenerator<Buffer, void, void> {
    const { bytes, crc } = this.said;
    let found = 0;
    let sum = 0;
    for await (const chunk of this.content.chunks(signal)) {
      found += chunk.length;
      sum = crc32(chunk, sum);
      if (found > bytes) throw new TraceFault(otherSize('more', bytes));
      yield chunk;
    }
    if (found < bytes) throw new TraceFault(otherSize('fewer', bytes));
    if (sum !== crc) {
      throw new TraceFault(malformed('It is damaged: its checksum (CRC-32) does not match.'));
    }
  }
}

const otherSize = (which: string, bytes: number): ImportError =>
  malformed(`It is damaged: it has ${which} bytes than the ${bytes} stated in the archive.`);
