import { expect, test } from './support/test';
import { expectFits } from './support/expect-no-violations';
import { WorkbenchPage } from './pages/workbench-page';

test('the receipt leads from a session’s accuracy to every assumption behind it', async ({
  page,
}) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));
  await page.getByRole('tab', { name: 'Receipt' }).click();
  await expect(page).toHaveURL(/tab=receipt/);
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText('Growth, steps projected');
  await receipt.getByRole('link', { name: /What a projection assumes/ }).click();
  await expect(page).toHaveURL(/\/method$/);
  await expect(page.getByRole('link', { name: 'Method' })).toHaveAttribute('aria-current', 'page');
  const accuracy = page.getByRole('region', { name: 'Projections beside recordings' });
  await expect(accuracy).toContainText('first request after a compaction');
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'Summaries' })
    .click();
  await expect(
    page.getByRole('region', { name: /^Recorded compactions, table / }),
  ).toBeInViewport();
  await expect(page.getByRole('heading', { name: /What cannot be known offline/ })).toBeVisible();
  await expectFits(page, [1440, 768, 390]);
});
