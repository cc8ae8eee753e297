import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';

/** A folder for a test's files. */
export class Scratch {
  readonly folder = mkdtempSync(join(tmpdir(), 'highwater-test-'));
  #files = 0;

  /** Writes a file and returns its path. */
  file(content: string | Uint8Array): string {
    const path = join(this.folder, `trace-${++this.#files}`);
    writeFileSync(path, content);
    return path;
  }

  /** Makes a SQLite database from SQL and returns its path. */
  database(sql: string): string {
    const path = join(this.folder, `trace-${++this.#files}.db`);
    const database = new Database(path);
    database.exec(sql);
    database.close();
    return path;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
