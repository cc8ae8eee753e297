import { rm } from 'node:fs/promises';
import { database, type Database } from '@/lib/server/db/client';
import type { ImportRow } from '@/lib/server/db/imports/imports';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { env } from '@/lib/server/env';
import { importHost } from '../import-host';
import { receiveTrace } from '../uploads';

/** Opens the library at DATABASE_URL, which import processes open as well. */
export async function openProcessLibrary(): Promise<Database> {
  await migrate(env().databaseUrl);
  return database();
}

/** Ends the import processes and deletes the library with its folder. */
export async function removeProcessLibrary(db: Database, folder: string): Promise<void> {
  await importHost().stop();
  await db.close();
  database.drop();
  await rm(folder, { recursive: true, force: true });
}

/** Uploads a file that comes in parts. */
export function receiveParts(
  db: Database,
  name: string,
  parts: Iterable<string | Buffer>,
): Promise<ImportRow> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const part of parts) yield await Promise.resolve(Buffer.from(part));
  }
  return receiveTrace(db, name, bytes());
}
