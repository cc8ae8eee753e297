import { defineConfig, devices } from '@playwright/test';
import { serverAddress } from './e2e/support/server-address';
import { findBrowser } from './lib/commands/browser';

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

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // `npm test` starts a PostgreSQL server where its programs are, and says where not.
  testIgnore: process.env['HIGHWATER_TEST_POSTGRESQL'] ? [] : '**/postgresql.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  globalSetup: './e2e/support/start-server',
  use: {
    baseURL: serverAddress().url,
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: [...quiet, ...asRoot],
      ...(browser === undefined ? {} : { executablePath: browser }),
    },
  },
  projects: [
    {
      name: 'desktop',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1440, height: 900 },
        deviceScaleFactor: 1,
      },
    },
  ],
});
