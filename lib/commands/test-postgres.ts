import { startPostgres } from './postgres-server.mjs';

/** Before the tests on PostgreSQL: starts a server, unless `npm test` has; stops it afterwards. */
export default async function startForTests(): Promise<() => Promise<void>> {
  if (process.env['HIGHWATER_TEST_POSTGRESQL']) return () => Promise.resolve();
  const server = await startPostgres();
  process.env['HIGHWATER_TEST_POSTGRESQL'] = server.url;
  return server.stop;
}
