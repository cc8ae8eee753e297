import { expect, test } from './support/test';
import { EstimatorsPage } from './pages/estimators-page';
import { expectNoViolations } from './support/expect-no-violations';

test('scores every estimator on the session’s own usage', async ({ page }, info) => {
  const tab = new EstimatorsPage(page);
  await tab.open('images-documents.json');
  await expect(tab.panel).toContainText('42 of 42 steps scored');
  await expect(tab.panel).toContainText('1 of them is the first after the start');
  await expect(page).toHaveURL(/tab=estimators/);

  // The first request: system prompt 190 / 4 = 47; one tool 13 / 4 + 31 / 4 + 111 / 4 = 3 + 7 + 27;
  // the user's text 80 / 4 = 20; two documents of type 15 / 4 = 3 and 177,771 / 4 + 140,866 / 4:
  // 47 + 37 + 20 + 3 + 44,442 + 3 + 35,216 = 79,768. The provider counted 3,467:
  // 2.5 × 79,768 = 199,420; 199,420 / 3,467 = 57.52.
  await expect(tab.median('first-factor-2.5')).toHaveText('57.52');
  // At 1,600 tokens a document: 47 + 37 + 20 + 3,200 = 3,304; × 1.05 (Gemini) = 3,469; ÷ 3,467.
  await expect(tab.median('first-prior')).toHaveText('1.00');

  // Narrowest spread first: documents at a flat cost beat everything that counts their bytes.
  await expect(tab.rows.first()).toHaveAttribute('data-estimator', 'anchor-delta');
  await expect(tab.line).toContainText('real ≈');

  await expectNoViolations(page, '[role=tabpanel]');
  await page.screenshot({ path: info.outputPath('estimators.png') });
});

test('says when nothing can be scored', async ({ page }) => {
  const tab = new EstimatorsPage(page);
  await tab.open('no-usage.json');
  await expect(tab.panel).toContainText('None of the 84 steps has recorded usage');
  await expect(tab.rows).toHaveCount(0);
  await expect(tab.line).toHaveCount(0);
});

test('scores the refused step, marks the rule in force, and leads to each rule’s worst miss', async ({
  page,
}, info) => {
  const tab = new EstimatorsPage(page);
  await tab.open('production-incident.json', '?step=10');
  await expect(tab.panel).toContainText('144 of 144 steps scored');
  await expect(tab.panel).toContainText('step 143 was refused: its real count is from the error');
  // The last real was 150,000, the refused request 200,819: 150,000 / 200,819 − 1 = −25.3 %.
  await expect(tab.worst('calibrated')).toHaveText('−25.3 % at 143');
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
  await expect(page.getByRole('heading', { name: 'Step 143 · ledger' })).toBeVisible();

  // A changed cap is another rule: the row it gets is its own.
  await page.getByRole('textbox', { name: 'Correction cap', exact: true }).fill('8');
  await page.keyboard.press('Enter');
  await expect(tab.inForce).toHaveAttribute('data-estimator', 'in-force');
  // 24,000 × min(150,000 / 18,000, 8) = 192,000.
  await expect(tab.worst('in-force')).toHaveText(/ at \d+$/);
});

test('is reached by its tab, and replaying with the winner leaves its table alone', async ({
  page,
}) => {
  const tab = new EstimatorsPage(page);
  await tab.open('timing-gap.json', '?policy=anchor-delta');
  await expect(tab.panel).toContainText('65 of 65 steps scored');
  const before = await tab.median('delta-session').textContent();
  await page.getByRole('combobox', { name: 'Policy', exact: true }).selectOption('clairvoyant');
  await expect(page).toHaveURL(/policy=clairvoyant/);
  // The panels of text are drawn together, after the address.
  await expect(page.locator('[data-verdict]')).toContainText('What-if (Clairvoyant)');
  await expect(tab.median('delta-session')).toHaveText(before ?? '');
});
