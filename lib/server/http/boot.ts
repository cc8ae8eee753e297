import { database, type Database } from '@/lib/server/db/client';
import { DatabaseError } from '@/lib/server/db/connection/database-error';
import { requireWritable } from '@/lib/server/db/connection/library-folder';
import { storageFault } from '@/lib/server/db/connection/storage-fault';
import { noteChange } from '@/lib/server/db/changes';
import { isUntouched, pendingImports } from '@/lib/server/db/imports/imports';
import { processWide } from '@/lib/server/process-wide';
import { migrate, MigrationError } from '@/lib/server/db/migrate/migrate';
import { gate, type Gate } from '@/lib/server/access/gate';
import { env, EnvError } from '@/lib/server/env';
import { importHost } from '@/lib/server/import/import-host';
import { otlpGroups } from '@/lib/server/live/otlp-groups';
import { queueSamples } from '@/lib/server/import/samples';
import { sweepUploads } from '@/lib/server/import/uploads';
import { sweepTemporaryFolders } from '@/lib/readers/open/temporary-folder';
import { ENGINE, VERSION } from '@/lib/engine/replay/engine';
import { folderWatches } from '@/lib/server/live/watch-folders';
import { readMissingFacts } from './corpora/session-facts';
import { judgePendingSessions } from './findings/judge-sessions';
import { frontDoor } from './front-door';
import { ensureSizeTables } from './size-tables';
import { sweepHost } from './sweeps/sweep-host';

/**
 * Prepares the server before it answers: migrates the database, recovers from a killed server, loads
 * the samples into an unused library, resumes waiting imports, kept sweeps, telemetry and watched
 * folders, and puts the door for lib/tools/serve.mjs beside Next. Sessions that an earlier version
 * stored are read while it answers.
 */
export async function boot(): Promise<void> {
  // Whatever this process and its import process write, copies of uploads included, is their user's.
  process.umask(0o077);
  console.log(`Highwater ${VERSION}, engine ${ENGINE}`);
  const { warning } = openGate();
  if (warning !== null) console.warn(`Warning: ${warning}`);
  const db = await openLibrary();
  for (const fault of (await ensureSizeTables()).faults) console.warn(`Warning: ${fault}`);
  await sweepUploads(db);
  await sweepTemporaryFolders();
  if (env().samples && (await isUntouched(db))) await queueSamples(db);
  if ((await pendingImports(db)) > 0) importHost().wake();
  if (db.dialect.importsAtOnce) importHost().attend();
  await sweepHost().resume(db);
  otlpGroups().wake();
  folderWatches().start();
  processWide('frontDoor', () => frontDoor)();
  void readOlderSessions(db);
}

/**
 * After an update: the page's filters need the times of sessions that an earlier version stored, and the
 * list what this version's detectors find in them.
 */
async function readOlderSessions(db: Database): Promise<void> {
  try {
    const read = await readMissingFacts(db, null);
    const judged = await judgePendingSessions(db);
    if (read + judged > 0) await noteChange(db.prisma, 'session', 'all');
  } catch (error) {
    // They are read when they are needed.
    console.warn('Warning: older sessions could not be read.', error);
  }
}

/** Ends the server with the reason if it would be open to other machines by mistake. */
function openGate(): Gate {
  try {
    return gate();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Ends the server with the reason if the library cannot be used. */
async function openLibrary(): Promise<Database> {
  try {
    return await usableLibrary(env().databaseUrl);
  } catch (error) {
    const expected = error instanceof DatabaseError || error instanceof MigrationError;
    console.error(expected ? error.message : error);
    process.exit(1);
  }
}

/** @throws DatabaseError or MigrationError with the reason. */
async function usableLibrary(url: string): Promise<Database> {
  await requireWritable(url);
  await migrate(url);
  const db = await database();
  try {
    // A file may be read-only although its folder is not.
    await db.importing.transaction(() => Promise.resolve());
  } catch (error) {
    const fault = storageFault(error);
    throw fault === null ? error : new DatabaseError(`${fault.message} ${fault.hint}`);
  }
  return db;
}
