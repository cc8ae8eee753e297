import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Download, Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test';
import { expectNoViolations } from '../support/expect-no-violations';
import { watchErrors } from '../support/watch-errors';
import { WorkbenchPage } from '../pages/workbench-page';

const run = promisify(execFile);
const INCIDENT = 'public/samples/production-incident.json';
const CLI = ['--import', 'tsx', 'lib/host/cli/main.ts'];

/** Opens the incident's step 143 and its dialog at one of its tabs. */
async function shareAt(page: Page, tab: string, query = ''): Promise<Locator> {
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('production-incident.json');
  await bench.open(id, `?policy=contextguard-threshold&step=143${query}`);
  await page.getByRole('button', { name: 'Share …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('tab', { name: tab, exact: true }).click();
  return dialog;
}

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

test('a report opens from a disk: no request, no script, the same as by the command line', async ({
  page,
  browser,
}, info) => {
  const errors = watchErrors(page);
  const dialog = await shareAt(page, 'Report');
  await expect(dialog.getByRole('checkbox', { name: /^With names/ })).not.toBeChecked();
  await expectNoViolations(page, '[role=dialog]');
  const file = info.outputPath('report.html');
  await copyFile(await (await downloaded(dialog, 'Download HTML')).path(), file);
  await expect(dialog.getByRole('status')).toHaveText('Downloaded.');
  const html = readFileSync(file, 'utf8');
  expect(html).not.toContain('mcp_connect');
  const { stdout } = await run('node', [...CLI, 'report', INCIDENT, '--step', '143'], {
    maxBuffer: 1e8,
  });
  expect(html).toBe(stdout);

  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 768],
  ] as const) {
    const viewport = { width, height: 900 };
    const opened = await offline(browser, file, { colorScheme, viewport });
    const report = opened.page;
    await expect(report.getByRole('heading', { level: 1 })).toHaveText(
      'Step 143 did not compact: the correction measured 8.3333× and is capped at 5×.',
    );
    await expect(report.getByText(/^Recorded: no compaction; overflow at step 143/)).toBeVisible();
    const chart = report.getByRole('img', { name: /^Tokens by step under ContextGuard/ });
    await expect(chart).toBeVisible();
    expect((await chart.boundingBox())?.width).toBeGreaterThan(600);
    await report.getByText('The chart as a table: 144 of 144 steps').click();
    const twin = report.getByRole('table', { name: /^Tokens by step/ });
    await expect(twin.getByRole('row').last()).toContainText('200,819');
    await expectNoViolations(report);
    expect(await report.evaluate(() => document.scrollingElement!.scrollWidth)).toBe(width);
    expect((await report.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    expect([opened.errors, opened.requests]).toEqual([[], [opened.address]]);
    await opened.close();
  }
  expect(errors).toEqual([]);
});

test('names are in the report only where they are asked for', async ({ page }) => {
  const dialog = await shareAt(page, 'Report');
  await dialog.getByRole('checkbox', { name: /^With names/ }).check();
  const html = readFileSync(await (await downloaded(dialog, 'Download HTML')).path(), 'utf8');
  expect(html).toContain('mcp_connect');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy Markdown' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^# Step 143 did not compact: /);
  expect(copied).toContain('| Operand | Value | From |');
  expect(copied.length).toBeLessThan(60_000);
});

test('the chart is saved as SVG and as PNG', async ({ page, browser }, info) => {
  const dialog = await shareAt(page, 'Chart', '&range=100-143');
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
    .evaluate((root) => [Number(root.getAttribute('width')), Number(root.getAttribute('height'))]);
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

test('the rows are a table and lines of JSON', async ({ page }) => {
  const dialog = await shareAt(page, 'Rows');
  await expectNoViolations(page, '[role=dialog]');
  const csv = readFileSync(await (await downloaded(dialog, 'Download CSV')).path(), 'utf8');
  const [head = '', names = '', ...rows] = csv.trimEnd().split('\r\n');
  expect(head).toMatch(/^# producer=highwater .*steps=144; unit=tokens/);
  expect(rows).toHaveLength(144);
  expect(new Set(rows.map((row) => row.split(',').length))).toEqual(
    new Set([names.split(',').length]),
  );
  const text = readFileSync(await (await downloaded(dialog, 'Download NDJSON')).path(), 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { step?: number });
  expect(lines.map(({ step }) => step)).toEqual([undefined, ...rows.keys()]);
});

test('a wrong result becomes a bug report that is replayed again', async ({ page }, info) => {
  const dialog = await shareAt(page, 'Bug report', '&cap=7.5');
  const save = dialog.getByRole('button', { name: 'Download bug report' });
  await expect(save).toBeDisabled();
  await dialog.getByRole('textbox', { name: /expect at step 143/ }).fill('It holds.');
  await expectNoViolations(page, '[role=dialog]');
  const file = info.outputPath('bug.json');
  await copyFile(await (await downloaded(dialog, 'Download bug report')).path(), file);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain('mcp_connect');
  const { stdout } = await run('node', [...CLI, 'bug-report', '--check', file]);
  expect(stdout).toContain('Step 143, expected: It holds.');
  expect(stdout).toContain('Same result: every number is what it was.');

  await writeFile(file, text.replace('"cap":7.5', '"cap":5'));
  const changed = await run('node', [...CLI, 'bug-report', '--check', file]).catch(
    (error: unknown) => error as { code: number; stdout: string },
  );
  expect(changed).toMatchObject({ code: 1 });
  // From step 1 on the correction is measured, and capped.
  expect(changed.stdout).toContain('Another result, from step 1 on.');
});

test('r opens the report', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog.getByRole('tab', { name: 'Report', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.setViewportSize({ width: 768, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, '[role=dialog]');
});
