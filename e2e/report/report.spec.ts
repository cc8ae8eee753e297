import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Browser, Download, Locator } from '@playwright/test';
import { expect, test } from '../support/test';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';
import { watchErrors } from '../support/watch-errors';
import { WorkbenchPage } from '../pages/workbench-page';

async function downloaded(dialog: Locator, button: string): Promise<Download> {
  const download = dialog.page().waitForEvent('download');
  await dialog.getByRole('button', { name: button, exact: true }).click();
  return download;
}

/** A page of its own without a network, which watches what a file asks for and logs. */
async function offline(browser: Browser, file: string, look: object) {
  const context = await browser.newContext({ offline: true, ...look });
  const page = await context.newPage();
  const errors = watchErrors(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const address = pathToFileURL(file).href;
  await page.goto(address);
  return { page, errors, requests, address, close: () => context.close() };
}

// The same bytes as by the command line, and what each file holds: lib/server/http/sessions/report/report.test.ts,
// lib/answers/report/document/report-document.test.ts, lib/cli/report/bug-command.test.ts, lib/analysis/export/step-rows.test.ts.
test('a key opens the report of a step, which is read from a disk: no request, no script', async ({
  page,
  browser,
}, info) => {
  test.slow();
  const errors = watchErrors(page);
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('production-incident.json');
  await bench.open(id, '?policy=contextguard-threshold&step=143&range=100-143');
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  const tab = (name: string) => dialog.getByRole('tab', { name, exact: true });
  await expect(tab('Report')).toHaveAttribute('aria-selected', 'true');
  const withNames = dialog.getByRole('checkbox', { name: /^With names/ });
  await expect(withNames).not.toBeChecked();
  await expectFits(page, [1440, 768], '[role=dialog]');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  const file = info.outputPath('report.html');
  await copyFile(await (await downloaded(dialog, 'Download HTML')).path(), file);
  await expect(dialog.getByRole('status')).toHaveText('Downloaded.');
  expect(readFileSync(file, 'utf8')).not.toContain('mcp_connect');

  await test.step('names are in it only where they are asked for', async () => {
    await withNames.check();
    const html = readFileSync(await (await downloaded(dialog, 'Download HTML')).path(), 'utf8');
    expect(html).toContain('mcp_connect');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy Markdown' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Copied.');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^# Step 143 held: /);
  });

  await test.step('the chart is saved as SVG and as PNG', async () => {
    await tab('Chart').click();
    const preview = dialog.getByRole('img', { name: 'The chart as it will be saved' });
    await expect(preview).toBeVisible();
    await expectNoViolations(page, '[role=dialog]');
    const svg = info.outputPath('chart.svg');
    await copyFile(await (await downloaded(dialog, 'Download SVG')).path(), svg);
    const opened = await offline(browser, svg, {});
    await expect(opened.page.locator('svg > title')).toHaveText(/^Tokens by step/);
    await expect(opened.page.locator('svg > desc')).toContainText('Steps 100 to 143.');
    expect([opened.errors, opened.requests]).toEqual([[], [opened.address]]);
    const size = await opened.page
      .locator('svg')
      .evaluate((root) => [
        Number(root.getAttribute('width')),
        Number(root.getAttribute('height')),
      ]);
    await opened.close();

    const png = readFileSync(await (await downloaded(dialog, 'Download PNG')).path());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size.map((pixels) => 2 * pixels));
    const colors = await page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    }, png.toString('base64'));
    expect(colors).toBeGreaterThan(20);
  });

  await test.step('the rows are a table and lines of JSON', async () => {
    await tab('Rows').click();
    await expectNoViolations(page, '[role=dialog]');
    const csv = readFileSync(await (await downloaded(dialog, 'Download CSV')).path(), 'utf8');
    expect(csv.trimEnd().split('\r\n')).toHaveLength(2 + 144);
    const lines = readFileSync(await (await downloaded(dialog, 'Download NDJSON')).path(), 'utf8');
    expect(lines.trimEnd().split('\n')).toHaveLength(1 + 144);
  });

  await test.step('a wrong result becomes a bug report', async () => {
    await tab('Bug report').click();
    const save = dialog.getByRole('button', { name: 'Download bug report' });
    await expect(save).toBeDisabled();
    await dialog.getByRole('textbox', { name: /expect at step 143/ }).fill('It compacts.');
    await expectNoViolations(page, '[role=dialog]');
    const bug = readFileSync(
      await (await downloaded(dialog, 'Download bug report')).path(),
      'utf8',
    );
    expect(bug).toContain('"It compacts."');
    expect(bug).not.toContain('mcp_connect');
  });

  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 768],
  ] as const) {
    const viewport = { width, height: 900 };
    const opened = await offline(browser, file, { colorScheme, viewport });
    const report = opened.page;
    await expect(report.getByRole('heading', { level: 1 })).toHaveText(
      'Step 143 held: the correction measured 8.33× and is capped at 5×.',
    );
    const chart = report.getByRole('img', { name: /^Tokens by step under ContextGuard/ });
    await expect(chart).toBeVisible();
    expect((await chart.boundingBox())?.width).toBeGreaterThan(600);
    await report.getByText(/^The chart as a table: /).click();
    const twin = report.getByRole('table', { name: /^Tokens by step/ });
    await expect(twin.getByRole('row').last()).toContainText('200,819');
    await expectNoViolations(report);
    expect(await report.evaluate(() => document.scrollingElement!.scrollWidth)).toBe(width);
    if (colorScheme === 'light') {
      expect((await report.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    }
    expect([opened.errors, opened.requests]).toEqual([[], [opened.address]]);
    await opened.close();
  }
  expect(errors).toEqual([]);
});
