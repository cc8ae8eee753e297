import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addressOf, freePort, startServer } from '@/lib/server/start/server.mjs';
import { expect, test } from './support/test';
import { ConnectionBar } from './pages/connection-bar';
import { LibraryPage } from './pages/library-page';
import { WorkbenchPage } from './pages/workbench-page';
import { expectNoViolations } from './support/expect-no-violations';

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

test('open pages stay while the server is away, and go on when it is back, or say that it is another', async ({
  page,
  context,
}, info) => {
  test.setTimeout(240_000);
  const bench = new WorkbenchPage(page);
  const bar = new ConnectionBar(page);
  await bench.open(await bench.importSample('production-incident.json'));
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await bench.type('Context window', '187500');
  await expect(bench.verdict).toContainText('no overflow (was 1), 1 compaction (was 0)');
  await expect(bar.offline).toBeHidden();

  const library = new LibraryPage(await context.newPage());
  const listBar = new ConnectionBar(library.page);
  await library.open();
  await expect(listBar.live).toHaveAttribute('data-live', 'live');
  await expect(listBar.live).toContainText('live');

  const builder = await context.newPage();
  const builderBar = new ConnectionBar(builder);
  // Its first stream is of this build: what comes later is compared with that.
  const stream = builder.waitForResponse('**/api/events');
  await builder.goto('/scenarios/builder');
  await stream;
  const name = builder.getByLabel('Name of the scenario');
  await name.fill('Before the stop');
  // The next stream is of another build, and ends at once, as when its server is stopped.
  await builder.route('**/api/events', (route) =>
    route.fulfill({
      headers: { 'content-type': 'text/event-stream' },
      body: 'event: ready\ndata: {"build":"another"}\n\n',
    }),
  );

  await stop();

  await test.step('away: the workbench does all that needs no server', async () => {
    await page.bringToFront();
    await expect(bar.offline).toHaveText('Offline: the server does not answer. Trying again …');
    await expectNoViolations(page);
    await page.screenshot({ path: info.outputPath('offline.png') });
    await expect(bench.verdict).toContainText('no overflow (was 1), 1 compaction (was 0)');
    await bench.type('Correction cap', '7.5');
    await expect.poll(() => bench.setting('cap')).toBe('7.5');
    await bench.openTab(/^Receipt/);
    await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
  });

  await test.step('away: the library keeps its list, and says that it is not live', async () => {
    await library.page.bringToFront();
    await expect(listBar.live).toHaveAttribute('data-live', 'offline');
    await expect(listBar.live).toContainText('offline');
    await expect(listBar.offline).toBeVisible();
    await expect(library.row('production incident')).toBeVisible();
  });

  await test.step('away: the builder keeps what is typed, and says that it is not saved', async () => {
    await builder.bringToFront();
    await name.fill('Typed while away');
    await builder.getByRole('button', { name: 'Save', exact: true }).click();
    const alert = builder.getByRole('alert').filter({ hasText: 'could not be saved' });
    await expect(alert).toBeVisible();
  });

  await start();

  await test.step('back with another build: a page says so, and loses nothing by the reload', async () => {
    await expect(builderBar.updated).toContainText(
      'Highwater was updated while this page was open.',
      { timeout: 30_000 },
    );
    await expect(name).toHaveValue('Typed while away');
    await builder.unroute('**/api/events');
    await builderBar.updated.getByRole('button', { name: 'Reload' }).click();
    await expect(builderBar.updated).toBeHidden();
    await expect(builderBar.offline).toBeHidden();
    await expect(name).toHaveValue('Typed while away');
  });

  await test.step('back: the library follows changes again', async () => {
    await library.page.bringToFront();
    await expect(listBar.live).toHaveAttribute('data-live', 'live', { timeout: 30_000 });
    await expect(listBar.offline).toBeHidden();
    await bench.importSample('timing-gap.json');
    await expect(library.row('timing gap')).toBeVisible();
  });

  await test.step('back: the workbench goes on where it was', async () => {
    await page.bringToFront();
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
});
