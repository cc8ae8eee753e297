import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { filesUnder } from './lib/server/project.mjs';
import { findPostgres } from './lib/tools/postgres-server.mjs';

process.env['TZ'] = 'UTC';

type TestProject = NonNullable<UserWorkspaceConfig['test']>;

// Others may be able to log in where the tests run: those of the token say so themselves.
const env = { TZ: 'UTC', NEXT_TELEMETRY_DISABLED: '1', HIGHWATER_TOKEN: 'off' };
const exclude = [...configDefaults.exclude, 'e2e/**', '.next/**', 'data/**'];

/** Tests beside a library that open none, mock nothing and leave nothing behind. */
const besideLibraries = [
  'db/blob-buffer',
  'db/connection/kept-driver',
  'import/lanes/fair-turns',
  'import/lanes/verdict',
  'http/front-door',
  'http/imports/multipart',
  'http/sweeps/kept-sweep',
  'http/sweeps/phase-shares',
  'http/sweeps/time-left',
].map((name) => `lib/server/${name}.test.ts`);

/** Tests that open a library: they mock its surroundings and kill what uses it. */
const ofLibraries = ['archive', 'db', 'import', 'live', 'http']
  .flatMap((folder) => filesUnder(`lib/server/${folder}`))
  .filter((file) => file.endsWith('.test.ts') && !besideLibraries.includes(file));
const onSqlite = [
  ...ofLibraries,
  'app/same-opening.test.ts',
  'app/token.test.ts',
  'components/workbench/stranger-policy.test.ts',
];

/**
 * Of these, what one database is enough for: it opens a SQLite file whatever is under test, or none, or
 * sends no statement that the others do not send to PostgreSQL as well (compared statement by statement:
 * 716 of 59 files). Starts of a process are enough once; `import-workers.test.ts` kills one on PostgreSQL.
 */
const onSqliteOnly = [
  'lib/server/db/{migrate/migrate,connection/{library-folder,storage-fault}}.test.ts',
  'lib/server/import/{import-memory,mutations,lanes/process-watch,preview/preview-host}.test.ts',
  'lib/server/http/{front-door-token,hostile-text,openapi,storage,answers/{compare,corpus},evidence/evidence}.test.ts',
  'lib/server/http/sessions/{replay,share,report/report,texts/entry-image,texts/entry-texts}.test.ts',
  'lib/server/http/sweeps/kept-figures.test.ts',
];

/** Tests that leave nothing behind: the files share a process, and load each module once. */
const unit: TestProject = {
  name: 'unit',
  environment: 'node',
  isolate: false,
  setupFiles: ['lib/tools/suites/seed-properties.ts'],
  include: ['{app,components,lib,prisma}/**/*.test.{ts,tsx}', 'proxy.test.ts'],
  exclude: [...exclude, ...onSqlite],
  // Nothing is timed: it only ends what hangs, also where everything runs at once.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { interval: 20, timeout: 30_000 } },
  env,
};

const sqlite: TestProject = {
  ...unit,
  name: 'sqlite',
  isolate: true,
  // A thread starts in two thirds of the time that a process takes, and each file has one of its own.
  pool: 'threads',
  include: onSqlite,
  setupFiles: ['lib/tools/suites/seed-properties.ts', 'lib/server/db/testing/sqlite-under-test.ts'],
  exclude,
};

const postgresql: TestProject = {
  ...sqlite,
  name: 'postgresql',
  include: ofLibraries,
  setupFiles: [
    'lib/tools/suites/seed-properties.ts',
    'lib/server/db/testing/database-under-test.ts',
  ],
  globalSetup: ['lib/tools/suites/test-postgres.ts'],
  exclude: [...exclude, ...onSqliteOnly],
  env: { ...env, HIGHWATER_TEST_DATABASE: 'postgresql' },
};

// Without a server there is nothing to run them on; `npm test` says so, and CI insists.
const hasPostgres = process.env['HIGHWATER_TEST_POSTGRESQL'] ?? findPostgres();
const projects = hasPostgres ? [unit, sqlite, postgresql] : [unit, sqlite];

/** Modules as transformed, for the next project and the next run, `npm run test:long` as well. */
export const experimental = {
  fsModuleCache: true,
  fsModuleCachePath: 'node_modules/.cache/highwater/modules',
};

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    maxWorkers: availableParallelism(),
    // What one project transforms, the others read: the key of a module is its content and the config.
    experimental,
    projects: projects.map((test) => ({ extends: true, test })),
  },
});
