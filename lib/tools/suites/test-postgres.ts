import { startPostgres } from '../postgres-server.mjs';

let stop: (() => Promise<void>) | undefined;

/** Setup of the tests on PostgreSQL: starts a server unless `npm test` did. */
export async function setup(): Promise<void> {
  if (process.env['HIGHWATER_TEST_POSTGRESQL']) return;
  const server = await startPostgres();
  process.env['HIGHWATER_TEST_POSTGRESQL'] = server.url;
  stop = server.stop;
}

export async function teardown(): Promise<void> {
  await stop?.();
}
