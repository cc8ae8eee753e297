import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from './client';
import { migrate } from './migrate';

/** A migrated database in a folder of its own; for tests. */
export interface TemporaryDatabase {
  readonly db: Database;
  readonly url: string;
  readonly folder: string;
  /** Closes the database and removes the folder. */
  readonly remove: () => Promise<void>;
}

export async function temporaryDatabase(): Promise<TemporaryDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'highwater-'));
  const url = `file:${path.join(folder, 'library.db')}`;
  await migrate(url);
  const db = await openDatabase(url);
  const remove = async (): Promise<void> => {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { db, url, folder, remove };
}
