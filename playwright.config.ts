import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from '@/lib/tools/browser';

/** What Chromium needs as root and without a network to call home to. */
const quiet = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = findBrowser();

const desktop = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1440, height: 900 },
  deviceScaleFactor: 1,
};

const timed = '**/drag.spec.ts';
// `npm test` starts a PostgreSQL server where its programs are, and says where not.
const without = process.env['HIGHWATER_TEST_POSTGRESQL'] ? [] : ['**/postgresql.spec.ts'];
// Real traces, which are not part of the project.
if (!process.env['HIGHWATER_TRACES']) without.push('**/recordings.spec.ts');

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Each worker has a server and a library of its own: see e2e/support/test.ts.
  fullyParallel: true,
  workers: availableParallelism(),
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  globalSetup: './e2e/support/build',
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A third of the time of all browser tests: `npm test -- name --trace on` for one that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: [...quiet, ...asRoot],
      ...(browser === undefined ? {} : { executablePath: browser }),
    },
  },
  projects: [
    { name: 'desktop', testIgnore: [...without, timed], use: desktop },
    // What is timed runs when nothing else does.
    { name: 'timed', testMatch: timed, dependencies: ['desktop'], use: desktop },
  ],
});
