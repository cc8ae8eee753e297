import { expect, test } from '../support/test';
import { expectNoViolations } from '../support/expect-no-violations';
import { watchErrors } from '../support/watch-errors';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

test('a key pins the settings as B, beside which the what-if moves on', async ({ page }) => {
  const errors = watchErrors(page);
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('production-incident.json');
  await bench.open(id, '?policy=contextguard-threshold&cap=7.5');
  const bar = page.getByRole('region', { name: 'Pinned as B' });
  await expect(bar).toHaveCount(0);

  await page.locator('body').press('b');
  await expect(bar).toContainText('never leaves B');
  await expect(page).toHaveURL(/[?&]b=contextguard-threshold/);
  await bench.number('Correction cap').fill('5');
  await bench.number('Correction cap').press('Enter');
  await expect(bar).toContainText('differs from the what-if in Cap 7.5×');
  await expect(bar).toContainText(
    'The what-if leaves B at step 143: the what-if held, refused (150,000 < 180,000); B compacted (180,000 ≥ 180,000).',
  );
  await expect(bar.locator('[data-total="compactions"]')).toHaveText(/Compactions\s*0\s*B 1/);
  await expect(page.locator('[data-pinned-value="cap"]')).toHaveText('B 7.5×');
  await expect(page.locator('[data-part="pinned-decision"]')).toHaveAttribute('d', /^M/);
  await expect(page.locator('[data-part="pinned-compaction"]')).toHaveCount(1);
  await expectNoViolations(page);

  // The link opens both; exchanged, undone, and taken away.
  await page.goto(page.url());
  await expect(bar.locator('[data-total="compactions"]')).toHaveText(/Compactions\s*0\s*B 1/);
  await page.locator('body').press('Shift+B');
  await expect(bar.locator('[data-total="compactions"]')).toHaveText(/Compactions\s*1\s*B 0/);
  await page.locator('body').press('z');
  await expect(bar.locator('[data-total="compactions"]')).toHaveText(/Compactions\s*0\s*B 1/);
  await bar.getByRole('link', { name: 'Compare what-if and B' }).click();
  await expect(page.locator('[data-divergence="B"]')).toContainText('B leaves A at step 143');
  await page.goBack();
  await expect(bar).toBeVisible();
  await page.locator('body').press('b');
  await expect(bar).toHaveCount(0);
  await expect(page).not.toHaveURL(/[?&]b=/);
  expect(errors).toEqual([]);
});

test('a B that cannot be replayed is named, and can be taken away', async ({ page }) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('production-incident.json');
  await bench.open(id, '?policy=contextguard-threshold&b=nobody');
  const bar = page.getByRole('region', { name: 'Pinned as B' });
  await expect(bar.getByRole('alert')).toContainText('b=nobody was left out: There is no policy');
  await bar.getByRole('button', { name: /Unpin/ }).click();
  await expect(bar).toHaveCount(0);
});
