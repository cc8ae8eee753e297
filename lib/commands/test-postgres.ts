import { startPostgres } from './postgres-server.mjs';

let stop: (() => Promise<void>) | undefined;

/** Before the tests on PostgreSQL: starts a server, unless `npm test` has. */
export async function setup(): Promise<void> {
  if (process.env['HIGHWATER_TEST_POSTGRESQL']) return;
  const server = await startPostgres();
  process.env['HIGHWATER_TEST_POSTGRESQL'] = server.url;
  stop = server.stop;
}

export async function teardown(): Promise<void> {
  await stop?.();
}
