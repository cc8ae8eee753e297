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

  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('estimators.png') });
});

test('says when nothing can be scored', async ({ page }) => {
  const tab = new EstimatorsPage(page);
  await tab.open('no-usage.json');
  await expect(tab.panel).toContainText('None of the 84 steps has recorded usage');
  await expect(tab.rows).toHaveCount(0);
  await expect(tab.line).toHaveCount(0);
});

test('is reached by its tab, and replaying with the winner leaves its table alone', async ({
  page,
}) => {
  const tab = new EstimatorsPage(page);
  await tab.open('timing-gap.json', '?policy=anchor-delta');
  await expect(tab.panel).toContainText('64 of 65 steps scored');
  await expect(tab.panel).toContainText('1 step without usage or refused left out');
  const before = await tab.median('delta-session').textContent();
  await page.getByRole('combobox', { name: 'Policy', exact: true }).selectOption('clairvoyant');
  await expect(page).toHaveURL(/policy=clairvoyant/);
  // The panels of text are drawn together, after the address.
  await expect(page.locator('[data-verdict]')).toContainText('What-if (Clairvoyant)');
  await expect(tab.median('delta-session')).toHaveText(before ?? '');
});
