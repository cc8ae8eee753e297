import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import * as z from 'zod';
import { parseJson } from '@/lib/engine/base/parse-json';
import { openDatabase } from '@/lib/server/db/client';
import { writeLibrary, type LibraryWriter } from '@/lib/server/db/library-rows';
import { migrate } from '@/lib/server/db/migrate/migrate';
import {
  FOOT,
  FORMAT,
  HEAD,
  LibraryFileError,
  MOST_MEMBER_BYTES,
  rowOf,
  rowsName,
  VERSION,
  type RowCounts,
} from './library-file';

const headSchema = z.object({ format: z.literal(FORMAT), version: z.int().min(1) });
const footSchema = z.object({ sha256: z.record(z.string(), z.string()) });

/** Counts of an import: rows stored, and rows that the library already had. */
export interface LibraryImport {
  readonly stored: RowCounts;
  readonly known: RowCounts;
}

/**
 * Adds an archive to the library at `url`: all of it or nothing. Rows that the library already has
 * (by id, an import by its content) stay unchanged and are counted.
 * @throws LibraryFileError if the file is cut off, changed, newer or not an archive of a library;
 *   DatabaseError, MigrationError.
 */
export async function importLibrary(url: string, file: string): Promise<LibraryImport> {
  await migrate(url);
  const db = await openDatabase(url);
  try {
    return await writeLibrary(db, (writer) => readFile(file, new LibraryReader(writer)));
  } finally {
    await db.close();
  }
}

async function readFile(file: string, reader: LibraryReader): Promise<LibraryImport> {
  const members = extract();
  const flow = pipeline(createReadStream(file), createGunzip(), members);
  flow.catch(() => undefined);
  try {
    for await (const member of members) {
      const { name, size = 0 } = member.header;
      if (size > MOST_MEMBER_BYTES) throw new LibraryFileError(`${name} is too large.`);
      await reader.take(name, await buffer(member));
    }
    await flow;
  } catch (error) {
    members.destroy();
    throw described(error, file);
  }
  return reader.end(file);
}

/** Messages for errors of the file itself; other errors are rethrown. */
function described(error: unknown, file: string): unknown {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new LibraryFileError(`There is no file ${file}.`);
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(message)) {
    return new LibraryFileError(`${file} is cut off. Nothing was stored.`);
  }
  if (code.startsWith('Z_') || /tar header|premature close/i.test(message)) {
    return new LibraryFileError(
      `${file} is not an archive of a library, or is damaged. Nothing was stored.`,
    );
  }
  return error;
}

/** Reads the members of an archive in order. */
class LibraryReader {
  readonly #sums: Record<string, string> = {};
  readonly #stored: RowCounts = {};
  readonly #known: RowCounts = {};
  #members = 0;
  #begun = false;
  #ended = false;

  constructor(private readonly writer: LibraryWriter) {}

  async take(name: string, content: Buffer): Promise<void> {
    if (this.#ended) throw new LibraryFileError(`${name} comes after the end of the library.`);
    if (name === FOOT) return this.#check(content);
    this.#sums[name] = createHash('sha256').update(content).digest('hex');
    if (!this.#begun) return this.#begin(name, content);
    if (name !== rowsName(this.#members++)) {
      throw new LibraryFileError(`${name} does not belong to a library, or a member is missing.`);
    }
    await this.#rows(name, content);
  }

  end(file: string): LibraryImport {
    if (!this.#ended) {
      throw new LibraryFileError(
        `${file} is cut off: its checksums are missing. Nothing was stored.`,
      );
    }
    return { stored: this.#stored, known: this.#known };
  }

  #begin(name: string, content: Buffer): void {
    const head = name === HEAD ? headSchema.safeParse(json(content)) : undefined;
    if (!head?.success)
      throw new LibraryFileError('This is not an archive of a Highwater library.');
    if (head.data.version > VERSION) {
      throw new LibraryFileError(
        `The archive was made by a newer version of Highwater (form ${head.data.version}, this version reads ${VERSION}). Update Highwater.`,
      );
    }
    this.#begun = true;
  }

  async #rows(name: string, content: Buffer): Promise<void> {
    const lines = content.toString('utf8').split('\n');
    for (const [i, line] of lines.entries()) {
      if (line === '') continue;
      const row = rowOf(line, `${name} line ${i + 1}`);
      const counts = (await this.writer.write(row)) ? this.#stored : this.#known;
      counts[row.table] = (counts[row.table] ?? 0) + 1;
    }
  }

  #check(content: Buffer): void {
    const foot = footSchema.safeParse(json(content));
    const given = foot.success ? foot.data.sha256 : {};
    const names = new Set([...Object.keys(given), ...Object.keys(this.#sums)]);
    for (const name of names) {
      if (given[name] === this.#sums[name]) continue;
      throw new LibraryFileError(`${name} was changed: its checksum differs. Nothing was stored.`);
    }
    if (!this.#begun) throw new LibraryFileError('This is not an archive of a Highwater library.');
    this.#ended = true;
  }
}

const json = (content: Buffer): unknown => parseJson(content.toString('utf8'));
