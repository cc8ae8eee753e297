import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { MatrixPage } from '../pages/matrix-page';
import { WorkbenchPage } from '../pages/workbench-page';
import { expectClosesTo } from '../support/expect-closes-to';

test('a dialog of the workbench keeps the focus and gives it back', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));
  for (const [opener, dialog] of [
    ['Share …', 'Share'],
    ['Keyboard shortcuts', 'Keyboard'],
    ['Attach prompt and tools', 'System prompt and tools'],
  ] as const) {
    await expectClosesTo(page.getByRole('button', { name: opener }), dialog);
  }
  // Opened by a key, the focus returns to where it was.
  await bench.steps.focus();
  await page.keyboard.press('g');
  await expect(page.getByLabel('Step, 0 to 143')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bench.steps).toBeFocused();
});

test('a dialog whose opener went leads back to the page', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));
  // By its text: while the dialog is open, roles outside of it are hidden.
  const opener = page.locator('header button', { hasText: 'Share …' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog).toBeVisible();
  await opener.evaluate((button) => {
    button.style.display = 'none';
  });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.locator('#main')).toBeFocused();
});

test('dialogs of the other pages do the same', async ({ page }) => {
  await new WorkbenchPage(page).importSample('production-incident.json');
  const library = new LibraryPage(page);
  await library.open();
  await expectClosesTo(page.getByRole('button', { name: 'Limits …' }), 'Limits by model');
  const matrix = new MatrixPage(page);
  await matrix.open('?columns=contextguard-threshold,none&window=4k');
  await expect(matrix.grid).toBeVisible();
  await expectClosesTo(page.getByRole('button', { name: 'Columns 2' }), 'Columns');
});
