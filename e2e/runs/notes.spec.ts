import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Locator } from '@playwright/test';
import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';

const run = promisify(execFile);

async function downloaded(dialog: Locator, button: string): Promise<string> {
  const download = dialog.page().waitForEvent('download');
  await dialog.getByRole('button', { name: button, exact: true }).click();
  return readFile(await (await download).path(), 'utf8');
}

test('a step and a range get notes, which the chart marks and the session keeps', async ({
  page,
}) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('production-incident.json');
  await bench.open(id, '?step=31');
  await page.keyboard.press('e');
  const field = bench.ledger.getByRole('textbox', { name: 'Note on step 31' });
  await expect(field).toBeFocused();
  await field.fill('The <b>tracker</b> tools join here.');
  await page.keyboard.press('Control+Enter');
  const here = bench.ledger.getByRole('list', { name: 'Notes of this step' });
  await expect(here).toContainText('The <b>tracker</b> tools join here.');
  const marks = page.locator('[data-note-mark]');
  await expect(marks).toHaveCount(1);

  // On the shown range.
  await bench.open(id, '?step=120&range=100-143');
  await page.keyboard.press('e');
  await bench.ledger.getByRole('checkbox', { name: 'On the shown steps 100 to 143' }).check();
  await bench.ledger.getByRole('textbox', { name: 'Note on steps 100 to 143' }).fill('It grows.');
  await bench.ledger.getByRole('button', { name: 'Save note' }).click();
  await expect(here).toContainText('Steps 100 to 143');
  await expectFits(page, [1440, 768], '[data-ledger]');
  await page.setViewportSize({ width: 1440, height: 900 });

  // The list of all leads to each; a mark selects its step.
  await bench.ledger.getByText('2 notes in this session').click();
  await bench.ledger.getByRole('button', { name: /^Step 31 / }).click();
  await expect(bench.ledger).toHaveAttribute('data-ledger', '31');
  await bench.open(id, '?step=5');
  await page.getByRole('button', { name: /^Note on step 31/ }).click();
  await expect(here).toContainText('tools join here');

  await here.getByRole('button', { name: 'Edit' }).click();
  await here.getByRole('textbox').fill('They join.');
  await here.getByRole('button', { name: 'Save' }).click();
  await expect(here).toContainText('They join.');
  await here.getByRole('button', { name: 'Delete' }).click();
  await expect(marks).toHaveCount(1);
  await bench.ledger.getByRole('button', { name: 'Undo' }).click();
  await expect(marks).toHaveCount(2);
});

test('a link brings a note, which is shown as text until it is kept', async ({ page }) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('timing-gap.json');
  const note = '<img src=x onerror=alert(1)> look here';
  await bench.open(id, `?step=3&note=${encodeURIComponent(note)}`);
  const linked = page.locator('[data-linked-note]');
  await expect(linked).toContainText(note);
  await expect(linked.locator('img')).toHaveCount(0);
  await linked.getByRole('button', { name: 'Keep it' }).click();
  await expect(linked).toHaveCount(0);
  await expect(bench.ledger.getByRole('list', { name: 'Notes of this step' })).toContainText(note);
  expect(new URL(page.url()).searchParams.has('note')).toBe(false);
});

test('notes leave only where they are ticked, and arrive with the session file', async ({
  page,
}) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('no-usage.json');
  const data = { first: 3, last: 5, text: 'The gap <b>begins</b>.' };
  expect((await page.request.post(`/api/sessions/${id}/notes`, { data })).status()).toBe(201);
  await bench.open(id, '?step=3');
  await page.getByRole('button', { name: 'Share …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog).toContainText('1 note of yours, as written');
  expect(await downloaded(dialog, 'Download numbers')).not.toContain('The gap');
  await dialog.getByRole('checkbox', { name: /^With 1 note/ }).check();
  await expectNoViolations(page, '[role=dialog]');
  const file = await downloaded(dialog, 'Download numbers');
  await dialog.getByRole('tab', { name: 'Rows', exact: true }).click();
  await dialog.getByRole('checkbox', { name: /^With 1 note/ }).check();
  expect(await downloaded(dialog, 'Download CSV')).toContain(
    'Steps 3 to 5: The gap <b>begins</b>.',
  );

  await bench.open(await bench.importText('numbers.json', file), '?step=4');
  await expect(bench.ledger.getByRole('list', { name: 'Notes of this step' })).toContainText(
    'The gap <b>begins</b>.',
  );
});

test('a bug report opens as the session it holds, with what was expected at its step', async ({
  page,
}) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const { stdout } = await run(process.execPath, [
    ...['lib/host/cli/bin.mjs', 'bug-report', 'public/samples/production-incident.json'],
    ...['--step', '143', '--expected', 'It compacts here.'],
  ]);
  const id = await bench.importText('bug.json', stdout);
  await bench.open(id, '?policy=contextguard-threshold&step=143');
  await expect(page.getByRole('heading', { name: 'Numbers only' })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('144 steps');
  await expect(bench.ledger.getByRole('list', { name: 'Notes of this step' })).toContainText(
    'It compacts here.',
  );
  await expect(bench.ledger).toContainText('150,000');
});
