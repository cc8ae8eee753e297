import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { openDatabase } from '@/lib/server/db/client';
import { readLibrary } from '@/lib/server/db/library-rows';
import { migrate } from '@/lib/server/db/migrate/migrate';
import {
  FOOT,
  FORMAT,
  HEAD,
  LibraryFileError,
  lineOf,
  rowsName,
  VERSION,
  type RowCounts,
} from './library-file';

/** Bytes of rows gathered per write; more only for a single larger row. */
const MEMBER_BYTES = 4 * 1024 * 1024;

/** Counts of an export. */
export interface LibraryExport {
  readonly rows: RowCounts;
  readonly bytes: number;
  /** Imports that had not ended; the file does not contain them. */
  readonly unfinished: number;
}

/**
 * Writes the whole library at `url` into a new archive: a tar.gz whose last member holds the
 * checksums of the others. The file appears only when complete.
 * @throws LibraryFileError if the file exists; DatabaseError, MigrationError.
 */
export async function exportLibrary(url: string, file: string): Promise<LibraryExport> {
  if (existsSync(file)) throw new LibraryFileError(`${file} already exists; choose another name.`);
  await migrate(url);
  const db = await openDatabase(url);
  const part = `${file}.part`;
  try {
    const written = await writeFile(db, part);
    await rename(part, file);
    return written;
  } finally {
    await rm(part, { force: true });
    await db.close();
  }
}

async function writeFile(
  db: Parameters<typeof readLibrary>[0],
  part: string,
): Promise<LibraryExport> {
  const archive = pack();
  const target = createWriteStream(part, { mode: 0o600 });
  const done = finished(archive.pipe(createGzip({ level: 1 })).pipe(target));
  done.catch(() => undefined);
  const members = new MemberWriter(archive);
  try {
    await members.add(HEAD, JSON.stringify({ format: FORMAT, version: VERSION }));
    const { unfinished } = await readLibrary(db, async (row) => {
      members.count(row.table);
      await members.line(lineOf(row));
    });
    await members.end();
    archive.finalize();
    await done;
    return { rows: members.rows, bytes: target.bytesWritten, unfinished };
  } catch (error) {
    archive.destroy();
    target.destroy();
    throw error;
  }
}

/** Gathers lines into members and remembers their checksums. */
class MemberWriter {
  readonly rows: RowCounts = {};
  readonly #sums: Record<string, string> = {};
  #lines: string[] = [];
  #bytes = 0;
  #members = 0;

  constructor(private readonly archive: Pack) {}

  count(table: keyof RowCounts): void {
    this.rows[table] = (this.rows[table] ?? 0) + 1;
  }

  async line(text: string): Promise<void> {
    this.#lines.push(text);
    this.#bytes += text.length;
    if (this.#bytes >= MEMBER_BYTES) await this.#flush();
  }

  async end(): Promise<void> {
    await this.#flush();
    await this.add(FOOT, JSON.stringify({ sha256: this.#sums, rows: this.rows }));
  }

  async add(name: string, text: string): Promise<void> {
    const content = Buffer.from(text, 'utf8');
    this.#sums[name] = createHash('sha256').update(content).digest('hex');
    const entry = this.archive.entry({ name, size: content.length, mode: 0o600 });
    entry.end(content);
    // The next member waits until the disk has taken this one.
    await finished(entry);
  }

  async #flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    const text = this.#lines.join('');
    this.#lines = [];
    this.#bytes = 0;
    await this.add(rowsName(this.#members++), text);
  }
}
