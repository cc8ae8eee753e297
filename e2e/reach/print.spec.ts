import { WorkbenchPage } from '../pages/workbench-page';
import { expect, test } from '../support/test';

/** Pages of a document, each of which is an object of its own. */
const pagesOf = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test('a session prints on one page: verdict, cause, chart and ledger, without what is pressed', async ({
  page,
}) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));
  await bench.settled();
  for (const landscape of [true, false]) {
    expect(pagesOf(await page.pdf({ format: 'A4', landscape }))).toBe(1);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(bench.verdict).toContainText('Refused at step 143');
  await expect(page.locator('[data-headline]')).toBeVisible();
  await expect(bench.chart).toBeVisible();
  await expect(bench.ledger).toBeVisible();
  await expect(bench.steps).toBeHidden();
  await expect(bench.parameters).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add a note' })).toBeHidden();
  await expect(page.locator('[data-remedy]').first()).toBeHidden();
});
