import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';

test('what failed before this visit is in the library until it is dismissed', async ({
  page,
}, info) => {
  const library = new LibraryPage(page);
  await new WorkbenchPage(page).importSample('timing-gap.json');
  await page.request.post('/api/imports', { data: { action: 'dismiss' } });
  for (const name of ['cut.json', 'half.json']) {
    await page.request.post('/api/sessions', {
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': name },
      data: `{"format":"highwater-session",\n"version":1,"${name}`,
    });
  }
  await library.open();
  const failed = page.getByRole('button', { name: '2 files failed to import' });
  await expect(failed.locator('..')).toContainText('half.json: The JSON');
  await failed.click();
  const cut = library.importOf('cut.json');
  await expect(cut.getByRole('alert')).toContainText('cut.json, line 2');
  await expect(cut).toContainText(/Not imported, 20\d\d-\d\d-\d\d \d\d:\d\d/);
  await expectNoViolations(page);
  await expectFits(page, [1440, 768]);
  await page.screenshot({ path: info.outputPath('failed.png') });
  await page.setViewportSize({ width: 1440, height: 900 });

  // Tried again, it fails again, and says so.
  const tried = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/imports') && answer.request().method() === 'POST',
  );
  await cut.getByRole('button', { name: 'Try cut.json again' }).click();
  expect((await tried).ok()).toBe(true);
  await expect(cut.getByRole('alert')).toContainText('cut.json, line 2');
  await cut.getByRole('button', { name: 'Dismiss cut.json' }).click();
  await expect(library.importOf('cut.json')).toHaveCount(0);
  await library.importOf('half.json').getByRole('button', { name: 'Dismiss half.json' }).click();
  await expect(library.imports).toContainText('No imports since this page was opened.');
  await page.reload();
  await library.ready();
  await expect(page.getByRole('link', { name: 'Watch a folder' })).toBeVisible();
  await expect(page.getByRole('button', { name: /failed to import/ })).toHaveCount(0);
});

test('a row is opened into a what-if, or put into a corpus, and a view gone to, by keys', async ({
  page,
}, info) => {
  const library = new LibraryPage(page);
  const bench = new WorkbenchPage(page);
  await bench.importSample('production-incident.json');
  await library.open('/?q=incident');
  await library.grid.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const row = library.row('production incident');
  await expect(row.getByRole('button', { name: /^What-if/ })).toBeVisible();
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('row.png') });
  // The value in the middle of the sparkline of 144 steps.
  await row.locator('[role=gridcell] > svg').first().hover();
  await expect(row).toContainText(/near 7[03]/);

  await page.keyboard.press('a');
  const add = page.getByRole('dialog', { name: 'Add to a corpus' });
  await expect(add).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(add).toHaveCount(0);
  await expect(library.selection).toHaveCount(0);
  await expect(library.grid).toBeFocused();

  await page.keyboard.press('w');
  await bench.drawn();
  await expect(page).not.toHaveURL(/#/);
  await expect(page.getByText('deselect')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => bench.setting('window')).toBe('199000');
  await page.goBack();
  await page.goBack();
  await library.ready();

  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\?severity=overflow$/);
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page).toHaveURL(/\/$/);
});
