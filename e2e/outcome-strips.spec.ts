import { WorkbenchPage } from './pages/workbench-page';
import { expectFits } from './support/expect-no-violations';
import { expect, test } from './support/test';

/*
 * The incident (production-incident.json): at step 143 the correction is 150,000 / 18,000 = 8.33 and the
 * heuristic 24,000, so a cap of 7.5 reaches the threshold of 180,000: 7.4 lets it overflow.
 */
test('outcomes along a setting: plateau, keys, a click, a drag, a grid, both themes', async ({
  page,
}) => {
  // Holds what several pages held.
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));
  const row = bench.parameters.locator('[data-setting="cap"]');
  const strip = row.getByRole('slider', { name: 'Outcomes along Correction cap' });
  const cap = row.getByRole('textbox', { name: 'Correction cap' });
  const plateau = row.locator('[data-plateau]');
  const windows = bench.parameters.locator('[data-setting="window"]');

  await test.step('keys read a plateau, and Enter applies it', async () => {
    await expect(plateau).toHaveText(
      'no compaction, 1 overflow: 1 – 7.4, 6.5 wide; 2.5 higher changes it',
    );
    await expect(row.getByText('2 outcomes, exact to 0.1')).toBeVisible();
    await expect(windows.locator('[data-plateau]')).toContainText(
      'no compaction, 1 overflow: 187,501 – ',
    );
    await expect(windows.locator('[data-block="▲"]')).toHaveCount(1);
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

  await test.step('the strip of another setting follows, and fits in both themes', async () => {
    // With a cap of 7.5 the incident is caught at the limit.
    await expect(windows.locator('[data-plateau]')).toContainText('1 compaction, no overflow');
    await expect(windows.locator('[data-outcomes="window"]')).toHaveAttribute('data-fresh', 'true');
    await expect(windows.getByText(/outcomes, exact to the token$/)).toBeVisible();
    await expectFits(page, [1440], '[data-setting]');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  await test.step('a click chooses', async () => {
    await bench.type('Correction cap', '5');
    const outcomes = bench.parameters.locator('[data-outcomes="cap"]');
    await expect(plateau).toContainText('no compaction, 1 overflow');
    await expect(outcomes).toHaveAttribute('data-fresh', 'true');
    const box = await strip.boundingBox();
    if (box === null) throw new Error('The strip has no place');
    await strip.click({ position: { x: box.width * 0.95, y: 6 } });
    await expect(row.locator('[data-chosen]')).toContainText('compacts at 143');
    await row.getByRole('button', { name: 'Use 7.5' }).click();
    await expect(cap).toHaveValue('7.5');
  });

  await test.step('strips lag a drag, and say so', async () => {
    const outcomes = bench.parameters.locator('[data-outcomes="cap"]');
    await expect(outcomes).toHaveAttribute('data-fresh', 'true');
    const fresh = outcomes.locator('[data-plateau]');
    await bench.dragHandle('Context window', 40, 40, {
      held: async () => {
        await expect(outcomes).toHaveAttribute('data-fresh', 'false');
        await expect(fresh).toContainText('Of the settings before: ');
      },
    });
    await expect(outcomes).toHaveAttribute('data-fresh', 'true');
    await expect(fresh).not.toContainText('Of the settings before');
  });

  await test.step('a policy without certificates has a grid, and says so', async () => {
    await bench.policy.selectOption('claude-code');
    await expect(windows.getByText(/from a grid of .+ values: not exact$/)).toBeVisible();
  });
});
