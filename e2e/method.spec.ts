import { expect, test } from './support/test';
import { expectFits } from './support/expect-no-violations';
import { WorkbenchPage } from './pages/workbench-page';

// What the tables hold: lib/answers/report/method/method-sections.test.ts, lib/answers/report/systems/system-table.test.ts.
test('the receipt leads from a session’s accuracy to every assumption behind it, and on to the systems', async ({
  page,
}) => {
  test.slow();
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'), '?tab=receipt');
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText('Growth, steps projected');
  await receipt.getByRole('link', { name: /What a projection assumes/ }).click();
  await expect(page).toHaveURL(/\/method$/);
  const accuracy = page.getByRole('region', { name: 'Projections beside recordings' });
  await expect(accuracy).toContainText('first request after a compaction');
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'Summaries' })
    .click();
  await expect(
    page.getByRole('region', { name: /^Recorded compactions, table / }),
  ).toBeInViewport();
  await expectFits(page, [1440, 768, 390]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('link', { name: 'Systems' }).click();
  await expect(page).toHaveURL(/\/systems$/);
  const pi = page.locator('tr[data-system="pi"]');
  await expect(pi).toContainText('computes what the system’s code computes');
  await expectFits(page, [1440, 768]);
});
