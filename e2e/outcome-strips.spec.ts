import { WorkbenchPage } from './pages/workbench-page';
import { expectFits } from './support/expect-no-violations';
import { expect, test } from './support/test';

/*
 * The incident (production-incident.json): at step 143 the correction is 150,000 / 18,000 = 8.33 and the
 * heuristic 24,000, so a cap of 7.5 reaches the threshold of 180,000: 7.4 lets it overflow.
 */
test('the outcomes along the cap: plateau and keys', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));
  const row = bench.parameters.locator('[data-setting="cap"]');
  const strip = row.getByRole('slider', { name: 'Outcomes along Correction cap' });
  const cap = row.getByRole('textbox', { name: 'Correction cap' });
  const plateau = row.locator('[data-plateau]');
  await expect(plateau).toHaveText(
    'no compaction, 1 overflow: 1 – 7.4, 6.5 wide; 2.5 higher changes it',
  );
  await expect(row.getByText('2 outcomes, exact to 0.1')).toBeVisible();

  await strip.focus();
  await page.keyboard.press('ArrowRight');
  await expect(strip).toHaveAttribute(
    'aria-valuetext',
    '7.5 – 10, 2.6 wide: compacts at 143. Enter applies 7.5',
  );
  await expect(cap).toHaveValue('5');
  await page.keyboard.press('Escape');
  await expect(plateau).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(cap).toHaveValue('7.5');
  await expect(plateau).toHaveText(
    '1 compaction, no overflow: 7.5 – 10, 2.6 wide; 0.1 lower changes it',
  );
  await expect(bench.verdict).toContainText('compacts at step 143');
});

test('the outcomes along the window follow another setting, and are drawn in both themes', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));
  const row = bench.parameters.locator('[data-setting="window"]');
  const strip = row.locator('[data-outcomes="window"]');
  const plateau = row.locator('[data-plateau]');
  await expect(plateau).toContainText('no compaction, 1 overflow: 187,501 – ');
  await expect(strip).toHaveAttribute('data-fresh', 'true');
  await expect(strip.locator('[data-block="▲"]')).toHaveCount(1);
  // With a cap of 7.5 the incident is caught at the limit.
  const cap = bench.parameters.locator('[data-setting="cap"]');
  await cap.getByRole('textbox', { name: 'Correction cap' }).fill('7.5');
  await page.keyboard.press('Enter');
  await expect(plateau).toContainText('1 compaction, no overflow');
  await expect(strip).toHaveAttribute('data-fresh', 'true');
  await expect(row.getByText(/outcomes, exact to the token$/)).toBeVisible();
  await expectFits(page, [1440], '[data-setting]');
});

test('a click on the strip chooses, a drag keeps its frames, and a grid says that it is one', async ({
  page,
}) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));
  const row = bench.parameters.locator('[data-setting="cap"]');
  const strip = row.getByRole('slider', { name: 'Outcomes along Correction cap' });
  await expect(strip).toBeVisible();
  const box = await strip.boundingBox();
  if (box === null) throw new Error('The strip has no place');
  await strip.click({ position: { x: box.width * 0.95, y: 6 } });
  await expect(row.locator('[data-chosen]')).toContainText('compacts at 143');
  await row.getByRole('button', { name: 'Use 7.5' }).click();
  await expect(row.getByRole('textbox', { name: 'Correction cap' })).toHaveValue('7.5');

  // Strips lag a drag, and say so.
  const cap = bench.parameters.locator('[data-outcomes="cap"]');
  await expect(cap).toHaveAttribute('data-fresh', 'true');
  const fresh = cap.locator('[data-plateau]');
  await bench.dragHandle('Context window', 40, 40, {
    held: async () => {
      await expect(cap).toHaveAttribute('data-fresh', 'false');
      await expect(fresh).toContainText('Of the settings before: ');
    },
  });
  await expect(cap).toHaveAttribute('data-fresh', 'true');
  await expect(fresh).not.toContainText('Of the settings before');

  // A policy without certificates has a grid.
  await bench.policy.selectOption('claude-code');
  const windows = bench.parameters.locator('[data-setting="window"]');
  await expect(windows.getByText(/from a grid of .+ values: not exact$/)).toBeVisible();
});
