import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';

async function downloaded(dialog: Locator, button: string): Promise<string> {
  const download = dialog.page().waitForEvent('download');
  await dialog.getByRole('button', { name: button, exact: true }).click();
  return readFile(await (await download).path(), 'utf8');
}

// That notes arrive with a session file: lib/server/http/sessions/share.test.ts; with a bug report:
// lib/cli/report/bug-command.test.ts.
test('steps, ranges and links have notes, which the chart marks; they leave only where they are ticked', async ({
  page,
}) => {
  test.slow();
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('production-incident.json');
  const brought = '<img src=x onerror=alert(1)> look here';
  await bench.open(id, `?step=120&range=20-143&note=${encodeURIComponent(brought)}`);
  const here = bench.ledger.getByRole('list', { name: 'Notes of this step' });
  const marks = page.locator('[data-note-mark]');

  // A link brings a note, which is shown as text until it is kept.
  const linked = page.locator('[data-linked-note]');
  await expect(linked).toContainText(brought);
  await expect(linked.locator('img')).toHaveCount(0);
  await linked.getByRole('button', { name: 'Keep it' }).click();
  await expect(linked).toHaveCount(0);
  await expect(here).toContainText(brought);
  expect(new URL(page.url()).searchParams.has('note')).toBe(false);

  // On the shown range.
  await page.keyboard.press('e');
  await bench.ledger.getByRole('checkbox', { name: 'On the shown steps 20 to 143' }).check();
  await bench.ledger.getByRole('textbox', { name: 'Note on steps 20 to 143' }).fill('It grows.');
  await bench.ledger.getByRole('button', { name: 'Save note' }).click();
  await expect(here).toContainText('Steps 20 to 143');
  await expectFits(page, [1440, 768], '[data-ledger]');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });

  // On another step, by keys alone, and kept over a reload.
  await page.goto(`/sessions/${id}?step=31`);
  await bench.drawn();
  await expect(marks).toHaveCount(2);
  await page.keyboard.press('e');
  const field = bench.ledger.getByRole('textbox', { name: 'Note on step 31' });
  await expect(field).toBeFocused();
  await field.fill('The <b>tracker</b> tools join here.');
  await page.keyboard.press('Control+Enter');
  await expect(here).toContainText('The <b>tracker</b> tools join here.');
  await expect(marks).toHaveCount(3);

  // The list of all leads to each; a mark selects its step.
  await bench.ledger.getByText('3 notes in this session').click();
  await bench.ledger.getByRole('button', { name: /^Step 120 / }).click();
  await expect(bench.ledger).toHaveAttribute('data-ledger', '120');
  await page.getByRole('button', { name: /^Note on step 31/ }).click();
  await expect(bench.ledger).toHaveAttribute('data-ledger', '31');
  const own = here.getByRole('listitem').filter({ hasText: 'tools join here' });
  await own.getByRole('button', { name: 'Edit' }).click();
  await here.getByRole('textbox').fill('They join.');
  await here.getByRole('button', { name: 'Save' }).click();
  const edited = here.getByRole('listitem').filter({ hasText: 'They join.' });
  await edited.getByRole('button', { name: 'Delete' }).click();
  await expect(marks).toHaveCount(2);
  await bench.ledger.getByRole('button', { name: 'Undo' }).click();
  await expect(marks).toHaveCount(3);

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog).toContainText('3 notes of yours, as written');
  expect(await downloaded(dialog, 'Download numbers')).not.toContain('They join.');
  await dialog.getByRole('checkbox', { name: /^With 3 notes/ }).check();
  await expectNoViolations(page, '[role=dialog]');
  expect(await downloaded(dialog, 'Download numbers')).toContain('They join.');
  await dialog.getByRole('tab', { name: 'Rows', exact: true }).click();
  await dialog.getByRole('checkbox', { name: /^With 3 notes/ }).check();
  expect(await downloaded(dialog, 'Download CSV')).toContain('Steps 20 to 143: It grows.');
});
