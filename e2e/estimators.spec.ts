import { expect, test } from './support/test';
import { WorkbenchPage } from './pages/workbench-page';
import { EstimatorsPage } from './pages/estimators-page';
import { expectNoViolations } from './support/expect-no-violations';

// Other samples' tables are read without a browser, in components/workbench/panels.test.tsx.
test('scores the refused step, marks the rule in force, and leads to each rule’s worst miss', async ({
  page,
}, info) => {
  const tab = new EstimatorsPage(page);
  await tab.open('production-incident.json', '?step=10');
  await expect(tab.panel).toContainText('144 of 144 steps scored');
  await expect(tab.panel).toContainText('step 143 was refused: its real count is from the error');
  // The last real was 150,000, the refused request 200,819: 150,000 / 200,819 − 1 = −25 %.
  await expect(tab.worst('calibrated')).toHaveText('−25 % at 143');
  await expect(tab.inForce).toHaveCount(1);
  await expect(tab.inForce).toHaveAttribute('data-estimator', 'calibrated');
  await expect(tab.inForce).toContainText('in force');
  // The rule that failed is not the first any more.
  await expect(tab.rows.first()).not.toHaveAttribute('data-estimator', 'calibrated');
  // By script and kind of what each step added: of the rule in force, then of another one.
  await expect(tab.byAdded.getByRole('combobox', { name: 'Rule' })).toHaveValue('calibrated');
  const median = tab.added('script-latin').nth(1);
  await expect(median).toHaveText(/^\d\.\d\d$/);
  await tab.byAdded.getByRole('combobox', { name: 'Rule' }).selectOption('factor-1');
  // The heuristic alone is far below what the provider counted.
  await expect(median).toHaveText(/^0\.\d\d$/);
  await expectNoViolations(page, '[role=tabpanel]');
  await page.screenshot({ path: info.outputPath('refused.png') });
  await tab.worst('calibrated').getByRole('button', { name: 'Select step 143' }).click();
  await expect(page).toHaveURL(/tab=estimators/);
  await expect(page.getByRole('heading', { name: 'Step 143', exact: true })).toBeVisible();

  // A changed cap is another rule: the row it gets is its own.
  await page.getByRole('textbox', { name: 'Correction cap', exact: true }).fill('8');
  await page.keyboard.press('Enter');
  await expect(tab.inForce).toHaveAttribute('data-estimator', 'in-force');
  // 24,000 × min(150,000 / 18,000, 8) = 192,000.
  await expect(tab.worst('in-force')).toHaveText(/ at \d+$/);

  // Another policy leaves the rows of the others alone.
  const before = await tab.median('delta-session').textContent();
  await new WorkbenchPage(page).usePolicy('clairvoyant');
  await expect(page).toHaveURL(/policy=clairvoyant/);
  // The panels of text are drawn together, after the address.
  await expect(page.locator('[data-verdict]')).toContainText('Under Clairvoyant: ');
  await expect(tab.median('delta-session')).toHaveText(before ?? '');
});
