import { database } from '@/lib/db/client';
import { isUntouched, pendingImports } from '@/lib/db/imports';
import { migrate } from '@/lib/db/migrate';
import { env } from '@/lib/env';
import { importHost } from '@/lib/jobs/import-host';
import { otlpGroups } from '@/lib/jobs/otlp-groups';
import { queueSamples } from '@/lib/jobs/samples';
import { sweepUploads } from '@/lib/jobs/uploads';

/**
 * Makes the server ready before it answers: brings the database to the newest schema, clears up
 * after a server that was killed, loads the samples into a library that never held anything, and
 * goes on with imports and telemetry that wait.
 */
export async function boot(): Promise<void> {
  await migrate(env().databaseUrl);
  const db = await database();
  await sweepUploads(db);
  if (env().samples && (await isUntouched(db))) await queueSamples(db);
  if ((await pendingImports(db)) > 0) importHost().wake();
  otlpGroups().wake();
}
