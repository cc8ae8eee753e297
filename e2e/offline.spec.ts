import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addressOf, freePort, startServer } from '@/lib/tools/server.mjs';
import { expect, test } from './support/test';
import { ConnectionBar } from './pages/connection-bar';
import { LibraryPage } from './pages/library-page';
import { WorkbenchPage } from './pages/workbench-page';
import { expectNoViolations } from './support/expect-no-violations';

test.describe.configure({ mode: 'serial' });

const HOST = '127.0.0.1';
let folder = '';
let port = 0;
let stop: () => Promise<void> = () => Promise.resolve();

async function start(): Promise<void> {
  const env = {
    DATABASE_URL: `file:${path.join(folder, 'library.db')}`,
    HIGHWATER_SAMPLES: 'off',
    HIGHWATER_TOKEN: 'off',
  };
  ({ stop } = await startServer({ host: HOST, port, env, onLine: () => undefined }));
}

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'highwater-e2e-offline-'));
  port = await freePort();
  await start();
});
test.afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});
test.use({ baseURL: async ({}, use) => use(addressOf(HOST, port)) });

test('the open workbench stays while the server is away, and goes on when it is back', async ({
  page,
}, info) => {
  const bench = new WorkbenchPage(page);
  const bar = new ConnectionBar(page);
  await bench.open(await bench.importSample('production-incident.json'));
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await bench.type('Context window', '187500');
  await expect(bench.verdict).toContainText('compacts at step 143');
  await expect(bar.offline).toBeHidden();

  await stop();
  await expect(bar.offline).toHaveText('Offline: the server does not answer. Trying again …');
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('offline.png') });
  // All that needs no server goes on: the what-if, the address, undo.
  await expect(bench.verdict).toContainText('compacts at step 143');
  await bench.type('Correction cap', '7.5');
  await expect.poll(() => bench.setting('cap')).toBe('7.5');
  await page.getByRole('tab', { name: /^Receipt/ }).click();
  await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible();

  await start();
  await expect(bar.offline).toBeHidden({ timeout: 30_000 });
  await expect(bench.number('Context window')).toHaveValue('187,500');
  await expect(bench.number('Correction cap')).toHaveValue('7.5');
  await page.locator('h1').click();
  await page.keyboard.press('z');
  await expect(bench.number('Correction cap')).toHaveValue('5');
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  await page.keyboard.press('Home');
  await page.getByRole('tab', { name: 'Request' }).click();
  // The entry's text comes from the server.
  const first = bench.request.getByRole('button', { name: /^0/ });
  await expect(first).toContainText('Checkout answers with 503');
});

test('the library says that it is not live, keeps its list, and follows changes again', async ({
  page,
}) => {
  const library = new LibraryPage(page);
  const bar = new ConnectionBar(page);
  await library.open();
  await expect(bar.live).toHaveAttribute('data-live', 'live');
  await expect(bar.live).toContainText('live');
  await stop();
  await expect(bar.live).toHaveAttribute('data-live', 'offline');
  await expect(bar.live).toContainText('offline');
  await expect(bar.offline).toBeVisible();
  await expect(library.row('production incident')).toBeVisible();
  await start();
  await expect(bar.live).toHaveAttribute('data-live', 'live', { timeout: 30_000 });
  await new WorkbenchPage(page).importSample('timing-gap.json');
  await expect(library.row('timing gap')).toBeVisible();
});

test('unsaved work in the builder outlives the server', async ({ page }) => {
  const bar = new ConnectionBar(page);
  await page.goto('/scenarios/builder');
  const name = page.getByLabel('Name of the scenario');
  await name.fill('Before the stop');
  await stop();
  await expect(bar.offline).toBeVisible();
  await name.fill('Typed while away');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be saved' })).toBeVisible();
  await start();
  await expect(bar.offline).toBeHidden({ timeout: 30_000 });
  await expect(name).toHaveValue('Typed while away');
  await page.reload();
  await expect(name).toHaveValue('Typed while away');
});

test('says when the server came back with another build, and loses nothing by the reload', async ({
  page,
}) => {
  // The stream of an older and of a newer server; each ends at once, as when it is stopped.
  let builds = 0;
  await page.route('**/api/events', (route) =>
    route.fulfill({
      headers: { 'content-type': 'text/event-stream' },
      body: `event: ready\ndata: {"build":"${++builds === 1 ? 'old' : 'new'}"}\n\n`,
    }),
  );
  const bench = new WorkbenchPage(page);
  const bar = new ConnectionBar(page);
  await bench.open(await bench.importSample('production-incident.json'));
  await bench.type('Context window', '187500');
  await expect(bar.updated).toContainText('Highwater was updated while this page was open.');
  await page.unroute('**/api/events');
  await bar.updated.getByRole('button', { name: 'Reload' }).click();
  await expect(bar.updated).toBeHidden();
  await expect(bench.number('Context window')).toHaveValue('187,500');
});
