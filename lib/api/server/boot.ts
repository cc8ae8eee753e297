import { database, type Database } from '@/lib/db/client';
import { DatabaseError } from '@/lib/db/database-error';
import { isUntouched, pendingImports } from '@/lib/db/imports';
import { migrate, MigrationError } from '@/lib/db/migrate';
import { env } from '@/lib/env';
import { importHost } from '@/lib/jobs/import-host';
import { otlpGroups } from '@/lib/jobs/otlp-groups';
import { queueSamples } from '@/lib/jobs/samples';
import { sweepUploads } from '@/lib/jobs/uploads';
import { folderWatches } from '@/lib/jobs/watch-folders';

/**
 * Makes the server ready before it answers: brings the database to the newest schema, clears up
 * after a server that was killed, loads the samples into a library that never held anything, and
 * goes on with imports and telemetry that wait, and with the folders that are watched.
 */
export async function boot(): Promise<void> {
  const db = await openLibrary();
  await sweepUploads(db);
  if (env().samples && (await isUntouched(db))) await queueSamples(db);
  if ((await pendingImports(db)) > 0) importHost().wake();
  if (db.dialect.importsAtOnce) importHost().attend();
  otlpGroups().wake();
  folderWatches().start();
}

/** A database that cannot be used ends the server with the sentence that says why. */
async function openLibrary(): Promise<Database> {
  try {
    await migrate(env().databaseUrl);
    return await database();
  } catch (error) {
    if (!(error instanceof DatabaseError || error instanceof MigrationError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
