import { expect, test } from '../support/test';
import { WorkbenchPage } from '../pages/workbench-page';

test('a slider moved by a key is at rest; thirty nudges are one entry of the history, as a drag is', async ({
  page,
}) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('timing-gap.json'));
  await bench.slider('Context window').press('ArrowLeft');
  await expect(bench.number('Context window')).toHaveValue('199,000');
  // Every panel of text has had its turn; what is at rest is read out, what moves is not.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 40; frame++) await new Promise(requestAnimationFrame);
  });
  const said = page.getByRole('region', { name: 'Cause' }).getByRole('status');
  await expect(said).toContainText((await bench.verdict.textContent()) ?? '');
  await page.keyboard.press('z');
  await expect(bench.number('Context window')).toHaveValue('200,000');
  await expect.poll(() => bench.setting('window')).toBeNull();

  const entries = (): Promise<number> => page.evaluate(() => window.history.length);
  const before = await entries();

  await page.keyboard.press('1');
  for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowDown');
  await expect(bench.number('Context window')).toHaveValue('170,000');
  await expect.poll(() => bench.setting('window')).toBe('170000');
  await expect.poll(entries).toBe(before + 1);

  // Each control is a gesture of its own: the slider, the number, the handle on the chart.
  await bench.slider('Correction cap').focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
  await expect.poll(entries).toBe(before + 2);
  await bench.number('Default factor').focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowUp');
  await expect.poll(entries).toBe(before + 3);
  await bench.handle('Context window').focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowUp');
  await expect(bench.number('Context window')).toHaveValue('175,000');
  await expect.poll(entries).toBe(before + 4);

  await page.goBack();
  await expect(bench.number('Context window')).toHaveValue('170,000');
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(bench.number('Context window')).toHaveValue('200,000');
});

test('a bad link is named, the limit is set, values fit the data by a key and a button', async ({
  page,
}) => {
  test.slow();
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('timing-gap.json'), '?window=lots&cap=3&step=99999');
  await test.step('what is bad in a link is named until it is closed, the rest is taken', async () => {
    const notice = page.getByRole('alert').filter({ hasText: 'left out' });
    await expect(notice).toContainText('window=lots was left out');
    await expect(notice).toContainText('step=99999 was left out');
    await expect(bench.number('Correction cap')).toHaveValue('3');
    await page.getByRole('button', { name: 'Close the notice' }).click();
    await expect(notice).toHaveCount(0);
  });
  await test.step('the limit is the user’s to set, and not the window', async () => {
    await bench.type('Context window', '150000');
    await bench.openSettings();
    const limit = bench.settings.locator('[data-setting=limit]');
    await bench.type('Limit', '100000');
    await expect(limit).toContainText('set by hand');
    await expect(bench.verdict).toContainText(/\d overflows? \(was /);
    await expect(bench.number('Context window')).toHaveValue('150,000');
    await page.getByRole('button', { name: 'Reset Limit' }).click();
    await expect(limit).not.toContainText('set by hand');
  });
  await bench.type('Context window', '1000000');
  await page.getByRole('heading', { level: 1 }).click();
  const fit = page.getByRole('button', { name: 'Fit values' });
  await expect(fit).toHaveAttribute('aria-pressed', 'false');
  const height = (): Promise<number> =>
    bench.line('real').evaluate((line) => line.getBoundingClientRect().height);
  // Lines of the policy reach higher than the recording.
  await expect(bench.chart.locator('[data-track]')).toHaveCount(0);
  const plot = await bench.chart.evaluate((chart) => chart.getBoundingClientRect().height);
  await expect.poll(height).toBeLessThan(plot * 0.2);

  await page.keyboard.press('h');
  await expect(fit).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(height).toBeGreaterThan(plot * 0.3);
  await expect.poll(() => bench.setting('fit')).toBe('data');
  // Window and threshold are above the chart, and say so.
  await expect(bench.chart.locator('[data-handle=window]')).toContainText('window ↑');
  await fit.click();
  await expect.poll(() => bench.setting('fit')).toBeNull();
  await expect(bench.chart.locator('[data-handle=window]')).not.toContainText('↑');

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText(
    'fit values to the data, or to the window',
  );
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText(
    /Highwater \d+\.\d+\.\d+, engine \d+/,
  );
});
