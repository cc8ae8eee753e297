import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { MatrixPage } from '../pages/matrix-page';
import { WorkbenchPage } from '../pages/workbench-page';
import { expectClosesTo } from '../support/expect-closes-to';

test('dialogs of the workbench: fetched late or not at all, they keep the focus and give it back', async ({
  page,
}) => {
  test.slow();
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));
  await expect(page.locator('[data-fresh="false"], [data-effect="pending"]')).toHaveCount(0);
  await page.route('**/_next/static/chunks/*.js', (route) => route.abort());
  const opener = page.getByRole('button', { name: 'Share' });
  const fault = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await opener.click();
  await fault.getByRole('button', { name: 'Close' }).click();
  await expect(fault).toBeHidden();
  await opener.click();
  await expect(fault).toBeVisible();
  await page.unroute('**/_next/static/chunks/*.js');
  await fault.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  await page.keyboard.press('Escape');

  // One that is still being fetched takes the keys that are typed for it.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await bench.steps.focus();
  // 1 alone would select a setting for the arrow keys, and Escape takes the dialog back.
  await page.keyboard.press('g');
  const waiting = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(waiting).toBeFocused();
  await page.keyboard.press('1');
  await page.keyboard.press('Escape');
  await expect(waiting).toBeHidden();
  await expect(bench.steps).toBeFocused();
  await page.keyboard.press('g');
  await expect(waiting).toBeFocused();
  release();
  await expect(page.getByLabel('Step, 0 to 143')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'deselect' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(bench.steps).toBeFocused();
  await page.unroute('**/_next/static/chunks/*.js');

  for (const [opener, dialog] of [
    ['Share', 'Share'],
    ['Keyboard shortcuts', 'Keyboard'],
  ] as const) {
    await expectClosesTo(page.getByRole('button', { name: opener }), dialog);
  }
  const settings = page.getByRole('button', { name: 'All settings…' });
  await settings.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'All settings' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(settings).toBeFocused();
  // Opened by a key, the focus returns to where it was.
  await bench.steps.focus();
  await page.keyboard.press('g');
  await expect(page.getByLabel('Step, 0 to 143')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bench.steps).toBeFocused();

  // A dialog whose opener went leads back to the page.
  // By its text: while the dialog is open, roles outside of it are hidden.
  const gone = page.locator('header button', { hasText: 'Share' });
  await gone.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog).toBeVisible();
  await gone.evaluate((button) => {
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
  await expectClosesTo(page.getByRole('button', { name: 'Limits by model' }), 'Limits by model');
  const matrix = new MatrixPage(page);
  await matrix.open('?columns=contextguard-threshold,none&window=4k');
  await expect(matrix.grid).toBeVisible();
  await expectClosesTo(page.getByRole('button', { name: 'Columns 2' }), 'Columns');
});
