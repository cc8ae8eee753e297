import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { findPostgres } from './lib/commands/postgres-server.mjs';

process.env['TZ'] = 'UTC';

type TestProject = NonNullable<UserWorkspaceConfig['test']>;

const env = { TZ: 'UTC', NEXT_TELEMETRY_DISABLED: '1' };

const everything: TestProject = {
  name: 'unit',
  environment: 'node',
  setupFiles: ['lib/commands/seed-properties.ts'],
  include: ['{app,components,lib,prisma}/**/*.test.{ts,tsx}', 'proxy.test.ts'],
  exclude: [...configDefaults.exclude, 'e2e/**', '.next/**', 'data/**'],
  // Nothing is timed: it only ends what hangs, also where everything runs at once.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  env,
};

/** What touches the database, once more on PostgreSQL. */
const onPostgres: TestProject = {
  ...everything,
  name: 'postgresql',
  setupFiles: ['lib/commands/seed-properties.ts', 'lib/db/testing/database-under-test.ts'],
  globalSetup: ['lib/commands/test-postgres.ts'],
  include: ['lib/{db,jobs,library}/**/*.test.ts', 'lib/api/server/**/*.test.ts'],
  // Fifty starts of a process are enough once; `import-workers.test.ts` kills one on PostgreSQL.
  exclude: [...configDefaults.exclude, 'lib/jobs/kill.test.ts'],
  env: { ...env, HIGHWATER_TEST_DATABASE: 'postgresql' },
};

// Without a server there is nothing to run them on; `npm test` says so, and CI insists.
const hasPostgres = process.env['HIGHWATER_TEST_POSTGRESQL'] ?? findPostgres();
const projects = hasPostgres ? [everything, onPostgres] : [everything];

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: { projects: projects.map((test) => ({ extends: true, test })) },
});
