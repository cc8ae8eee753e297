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

/**
 * Tests that put another module in the place of one, which those after them would be given as well, and those of
 * imports, whose processes and threads are killed in the middle of their work.
 */
const alone = [
  ...ofLibraries.filter((file) => file.startsWith('lib/server/import/')),
  'lib/server/db/connection/library-folder.test.ts',
  'components/workbench/stranger-policy.test.ts',
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

const testing = 'lib/server/db/testing';

/** A library each file; the files share a thread, which loads each module once, and forgets between them. */
const sqlite: TestProject = {
  ...unit,
  name: 'sqlite',
  pool: 'threads',
  include: onSqlite,
  setupFiles: [
    'lib/tools/suites/seed-properties.ts',
    `${testing}/sqlite-under-test.ts`,
    `${testing}/fresh-process.ts`,
  ],
  exclude: [...exclude, ...alone],
};

/** A thread each file. */
const sqliteAlone: TestProject = {
  ...sqlite,
  name: 'sqlite-alone',
  isolate: true,
  include: alone,
  exclude,
};

const postgresql: TestProject = {
  ...sqlite,
  name: 'postgresql',
  include: ofLibraries,
  setupFiles: [
    'lib/tools/suites/seed-properties.ts',
    `${testing}/database-under-test.ts`,
    `${testing}/fresh-process.ts`,
  ],
  globalSetup: ['lib/tools/suites/test-postgres.ts'],
  exclude: [...exclude, ...alone, ...onSqliteOnly],
  env: { ...env, HIGHWATER_TEST_DATABASE: 'postgresql' },
};

const postgresqlAlone: TestProject = {
  ...postgresql,
  name: 'postgresql-alone',
  isolate: true,
  include: alone.filter((file) => ofLibraries.includes(file)),
  exclude: [...exclude, ...onSqliteOnly],
};

// Without a server there is nothing to run them on; `npm test` says so, and CI insists.
const hasPostgres = process.env['HIGHWATER_TEST_POSTGRESQL'] ?? findPostgres();
const projects = [
  ...[unit, sqlite, sqliteAlone],
  ...(hasPostgres ? [postgresql, postgresqlAlone] : []),
];

/** Modules as transformed, for the next project and the next run, `npm run test:long` as well. */
export const experimental = {
  fsModuleCache: true,
  fsModuleCachePath: 'node_modules/.cache/highwater/modules',
};

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  // Elements as the product makes them: those of development take the stack of each, a third of a rendering.
  oxc: { jsx: { development: false } },
  test: {
    maxWorkers: availableParallelism(),
    // What one project transforms, the others read: the key of a module is its content and the config.
    experimental,
    projects: projects.map((test) => ({ extends: true, test })),
  },
});
