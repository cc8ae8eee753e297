import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import * as z from 'zod';
import { openDatabase } from '@/lib/db/client';
import { writeLibrary, type LibraryWriter } from '@/lib/db/library-rows';
import { migrate } from '@/lib/db/migrate';
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

/** What was read: rows stored, and rows that the library had already. */
export interface LibraryImport {
  readonly stored: RowCounts;
  readonly known: RowCounts;
}

/**
 * Adds a library file to the library at `url`: all of it or nothing. What the library has, by id, or
 * an import by its content, stays as it is and is counted.
 * @throws LibraryFileError where the file is cut, changed, newer or no library; DatabaseError,
 *   MigrationError.
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
      await reader.take(name, await contentOf(member));
    }
    await flow;
  } catch (error) {
    members.destroy();
    throw described(error, file);
  }
  return reader.end(file);
}

async function contentOf(member: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of member) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** What reading the file itself may say; everything else is passed on. */
function described(error: unknown, file: string): unknown {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new LibraryFileError(`There is no file ${file}.`);
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(message)) {
    return new LibraryFileError(`${file} is cut: it ends in the middle. Nothing was stored.`);
  }
  if (code.startsWith('Z_') || /tar header|premature close/i.test(message)) {
    return new LibraryFileError(`${file} is no library file, or was damaged. Nothing was stored.`);
  }
  return error;
}

/** Takes the members of a library file in their order. */
class LibraryReader {
  readonly #writer: LibraryWriter;
  readonly #sums: Record<string, string> = {};
  readonly #stored: RowCounts = {};
  readonly #known: RowCounts = {};
  #members = 0;
  #begun = false;
  #ended = false;

  constructor(writer: LibraryWriter) {
    this.#writer = writer;
  }

  async take(name: string, content: Buffer): Promise<void> {
    if (this.#ended) throw new LibraryFileError(`${name} stands behind the end of the library.`);
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
      throw new LibraryFileError(`${file} is cut: its checksums are missing. Nothing was stored.`);
    }
    return { stored: this.#stored, known: this.#known };
  }

  #begin(name: string, content: Buffer): void {
    const head = name === HEAD ? headSchema.safeParse(json(content)) : undefined;
    if (!head?.success) throw new LibraryFileError('This is no library that Highwater exported.');
    if (head.data.version > VERSION) {
      throw new LibraryFileError(
        `The file was made by a newer version of Highwater (form ${head.data.version}, this one reads ${VERSION}). Update Highwater.`,
      );
    }
    this.#begun = true;
  }

  async #rows(name: string, content: Buffer): Promise<void> {
    const lines = content.toString('utf8').split('\n');
    for (const [i, line] of lines.entries()) {
      if (line === '') continue;
      const row = rowOf(line, `${name} line ${i + 1}`);
      const counts = (await this.#writer.write(row)) ? this.#stored : this.#known;
      counts[row.table] = (counts[row.table] ?? 0) + 1;
    }
  }

  #check(content: Buffer): void {
    const foot = footSchema.safeParse(json(content));
    const given = foot.success ? foot.data.sha256 : {};
    const names = new Set([...Object.keys(given), ...Object.keys(this.#sums)]);
    for (const name of names) {
      if (given[name] === this.#sums[name]) continue;
      throw new LibraryFileError(
        `${name} is not what was exported: its checksum differs. Nothing was stored.`,
      );
    }
    if (!this.#begun) throw new LibraryFileError('This is no library that Highwater exported.');
    this.#ended = true;
  }
}

function json(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}
