import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { extract, type Extract } from 'tar-stream';
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import {
  diskMember,
  FoundMembers,
  memberName,
  nameFault,
  passedOverReason,
  type Member,
  type MemberSet,
} from './members';
import type { TraceBytes } from '../trace-bytes';
import type { UnpackBudget } from './unpack-budget';
import { asImportError } from '../trace-file';
import { unpack } from './unpack';

/**
 * The members of a tar archive. A tar has no table of contents, so all are unpacked into `folder`,
 * named by numbers, while their names are read.
 */
export async function tarMembers(
  content: TraceBytes,
  folder: string,
  budget: UnpackBudget,
  signal?: AbortSignal,
): Promise<Result<MemberSet, ImportError>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const tar = new TarReading(folder, budget);
  const input = Readable.from(owned(content.chunks(signal)), { objectMode: false });
  const entries = extract();
  // tar-stream's streams are not Node's, so no pipeline: pass errors on by hand.
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

/** Copies of the chunks: the streams keep them for a while. */
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
  readonly #budget: UnpackBudget;
  readonly #members = new Map<string, Member>();
  readonly #found = new FoundMembers();
  #files = 0;

  constructor(folder: string, budget: UnpackBudget) {
    this.#folder = folder;
    this.#budget = budget;
  }

  /** Adds the next entry; returns the error of an exceeded cap. */
  async take(entry: Entry): Promise<ImportError | null> {
    const name = memberName(entry.header.name);
    const bytes = entry.header.size ?? 0;
    const beyond = this.#budget.member(name, bytes);
    if (beyond !== null) return beyond;
    const reason = entry.header.type === 'directory' ? 'a folder' : passedOverReason(name);
    const fault = reason === null ? (nameFault(name, this.#budget.caps) ?? typeFault(entry)) : null;
    if (reason !== null) this.#found.pass(name, reason);
    else if (fault !== null) this.#found.refuse(name, bytes, fault);
    else await this.#unpack(entry, name);
    if (reason !== null || fault !== null) entry.resume();
    return null;
  }

  async #unpack(entry: Entry, name: string): Promise<void> {
    const path = join(this.#folder, String(++this.#files));
    const { bytes, sha256 } = await unpack(path, entry as AsyncIterable<Uint8Array>);
    if (this.#members.has(name)) this.#found.pass(name, 'replaced by a later file of its name');
    this.#members.set(name, diskMember(name, path, bytes, sha256));
  }

  members(): MemberSet {
    this.#found.members.push(...this.#members.values());
    return this.#found.set('tar');
  }
}

function typeFault({ header: { type } }: Entry): ImportError | null {
  if (type === 'file' || type === 'contiguous-file') return null;
  const link = type === 'link' || type === 'symlink';
  const message = link ? 'It is a link; links are not followed.' : 'It is not a file.';
  return { code: 'refused', message };
}
