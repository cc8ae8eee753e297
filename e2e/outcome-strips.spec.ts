import { WorkbenchPage } from './pages/workbench-page';
import { expectFits } from './support/expect-no-violations';
import { expect, test } from './support/test';

/*
 * The incident (production-incident.json): at step 143 the correction is 150,000 / 18,000 = 8.33 and the
 * heuristic 24,000, so a cap of 7.5 reaches the threshold of 180,000: 7.4 lets it overflow.
 */
test('outcomes along a setting: keys, a click, a drag, a grid, both themes', async ({ page }) => {
  // Holds what several pages held.
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));
  const row = bench.parameters.locator('[data-setting="cap"]');
  const thumb = bench.slider('Correction cap');
  const cap = bench.number('Correction cap');
  const outcomes = row.locator('[data-outcomes="cap"]');
  const windows = bench.parameters.locator('[data-setting="window"]');
  await bench.settled();

  await test.step('the thumb reads its outcome, and Alt with an arrow goes to the next one', async () => {
    await expect(thumb).toHaveAttribute('aria-valuetext', '5×: no compaction, 1 overflow');
    await expect(row.locator('[data-edge="7.5"]')).toBeVisible();
    await expect(outcomes).toHaveAttribute('title', '2 outcomes, exact to 0.1');
    await expect(bench.slider('Context window')).toHaveAttribute(
      'aria-valuetext',
      /no compaction, 1 overflow$/,
    );
    await expect(windows.locator('[data-block="▲"]')).toHaveCount(1);
    await thumb.focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(cap).toHaveValue('7.5');
    await expect(thumb).toHaveAttribute('aria-valuetext', '7.5×: 1 compaction, no overflow');
    await expect(bench.verdict).toContainText('no overflow (was 1), 1 compaction (was 0)');
  });

  await test.step('the strip of another setting follows, and fits in both themes', async () => {
    // With a cap of 7.5 the incident is caught at the limit.
    await expect(bench.slider('Context window')).toHaveAttribute(
      'aria-valuetext',
      /1 compaction, no overflow$/,
    );
    await expect(windows.locator('[data-outcomes="window"]')).toHaveAttribute('data-fresh', 'true');
    await expect(windows.locator('[data-outcomes="window"]')).toHaveAttribute(
      'title',
      /outcomes from .+, exact to the token$|outcomes, exact to the token$/,
    );
    await expectFits(page, [1440], '[data-setting]');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  await test.step('a click on the track sets the value there', async () => {
    await bench.type('Correction cap', '5');
    await bench.settled();
    const box = await outcomes.boundingBox();
    if (box === null) throw new Error('The strip has no place');
    await page.mouse.click(box.x + box.width * 0.95, box.y + 8);
    await expect.poll(async () => Number(await cap.inputValue())).toBeGreaterThan(9);
    await expect(thumb).toHaveAttribute('aria-valuetext', /1 compaction, no overflow$/);
    // The chart's scale follows the calibrated value, and the handle with it.
    await bench.settled();
    // A busy browser lets the hand go before it has drawn a move.
    await page.evaluate(() => {
      window.requestAnimationFrame = (draw) =>
        window.setTimeout(() => draw(performance.now()), 300);
      window.cancelAnimationFrame = (timer) => window.clearTimeout(timer);
    });
    await page.mouse.click(box.x + box.width * 0.85, box.y + 8);
    await expect.poll(async () => Number(await cap.inputValue())).toBeLessThan(9);
    await bench.settled();
    await page.reload();
    await bench.settled();
    expect(Number(await cap.inputValue())).toBeLessThan(9);
  });

  await test.step('strips lag a drag, and are faded until they follow', async () => {
    await expect(outcomes).toHaveAttribute('data-fresh', 'true');
    await bench.dragHandle('Context window', 40, 40, {
      held: async () => {
        await expect(outcomes).toHaveAttribute('data-fresh', 'false');
      },
    });
    await expect(outcomes).toHaveAttribute('data-fresh', 'true');
  });

  await test.step('a policy without certificates has a grid, and says so', async () => {
    await bench.usePolicy('claude-code');
    await expect(windows.locator('[data-outcomes="window"]')).toHaveAttribute(
      'title',
      /from a grid of .+ values: not exact$/,
    );
  });
});
