import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { extract, type Extract } from 'tar-stream';
import { err, ok, type Result } from '@/lib/base/result';
import type { ImportError } from '@/lib/importers/importer';
import { diskMember } from './disk-member';
import type { ArchiveCaps } from './ingest-limits';
import {
  byName,
  MemberCount,
  memberName,
  nameFault,
  passedOverReason,
  shownName,
  type Member,
  type MemberSet,
  type PassedOver,
  type RefusedMember,
} from './members';
import type { TraceBytes } from './trace-bytes';
import { asImportError } from './trace-file';
import { unpack } from './unpack';

const MAGIC_AT = 257;
const MAGIC = 'ustar';

/** True where `head` is the beginning of a tar archive. */
export const isTar = (head: Buffer): boolean =>
  head.toString('latin1', MAGIC_AT, MAGIC_AT + MAGIC.length) === MAGIC;

/**
 * The members of a tar archive. It has no table of contents, so all are unpacked into `folder` while
 * their names are read, under numbers of their own.
 */
export async function tarMembers(
  content: TraceBytes,
  folder: string,
  caps: ArchiveCaps,
  signal?: AbortSignal,
): Promise<Result<MemberSet, ImportError>> {
  await mkdir(folder, { recursive: true });
  const tar = new TarReading(folder, caps);
  const input = Readable.from(owned(content.chunks(signal)), { objectMode: false });
  const entries = extract();
  // tar-stream's streams are not Node's, so no pipeline: what fails here is told over there.
  let failure: unknown = null;
  input.on('error', (error) => {
    failure = error;
    entries.destroy(error);
  });
  entries.on('error', (error: unknown) => (failure ??= error));
  input.pipe(entries);
  try {
    for await (const entry of entries) {
      const beyond = await tar.take(entry);
      if (beyond !== null) return err(beyond);
    }
    return ok(tar.members());
  } catch (error) {
    return err(tarError(failure ?? error));
  } finally {
    input.destroy();
    entries.destroy();
  }
}

/** Chunks as memory of their own: the streams keep them for a while. */
async function* owned(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

/** tar-stream throws plain errors. */
function tarError(error: unknown): ImportError {
  const plain = error instanceof Error && !('code' in error) && error.name === 'Error';
  if (!plain) return asImportError(error);
  const cutOff = error.message === 'Unexpected end of data';
  return {
    code: 'malformed',
    message: cutOff
      ? 'The tar archive is cut off: it ends inside a file.'
      : `The tar archive is damaged: ${error.message.replace(/\.$/, '')}.`,
  };
}

type Entry = Extract extends AsyncIterable<infer E> ? E : never;

/** Collects the entries of one archive. */
class TarReading {
  readonly #folder: string;
  readonly #caps: ArchiveCaps;
  readonly #count: MemberCount;
  readonly #members = new Map<string, Member>();
  readonly #refused: RefusedMember[] = [];
  readonly #passedOver: PassedOver[] = [];
  #files = 0;

  constructor(folder: string, caps: ArchiveCaps) {
    this.#folder = folder;
    this.#caps = caps;
    this.#count = new MemberCount(caps);
  }

  /** Takes the next entry; the error of the cap it exceeds. */
  async take(entry: Entry): Promise<ImportError | null> {
    const name = memberName(entry.header.name);
    const bytes = entry.header.size ?? 0;
    const beyond = this.#count.add(name, bytes);
    if (beyond !== null) return beyond;
    const reason = entry.header.type === 'directory' ? 'a folder' : passedOverReason(name);
    const fault = reason === null ? (nameFault(name, this.#caps) ?? typeFault(entry)) : null;
    if (reason !== null) this.#passedOver.push({ name: shownName(name), reason });
    else if (fault !== null) this.#refused.push({ name: shownName(name), bytes, error: fault });
    else await this.#unpack(entry, name);
    if (reason !== null || fault !== null) entry.resume();
    return null;
  }

  async #unpack(entry: Entry, name: string): Promise<void> {
    const path = join(this.#folder, String(++this.#files));
    const { bytes, sha256 } = await unpack(path, entry as AsyncIterable<Uint8Array>);
    if (this.#members.has(name)) {
      this.#passedOver.push({
        name: shownName(name),
        reason: 'replaced by a later file of its name',
      });
    }
    this.#members.set(name, diskMember(name, path, bytes, sha256));
  }

  members(): MemberSet {
    return {
      kind: 'tar',
      members: [...this.#members.values()].sort(byName),
      refused: this.#refused,
      passedOver: this.#passedOver,
      close: () => Promise.resolve(),
    };
  }
}

function typeFault({ header: { type } }: Entry): ImportError | null {
  if (type === 'file' || type === 'contiguous-file') return null;
  const link = type === 'link' || type === 'symlink';
  const message = link ? 'It is a link; links are not followed.' : 'It is not a file.';
  return { code: 'refused', message };
}
