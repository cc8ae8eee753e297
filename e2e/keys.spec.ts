import { expect, test } from './support/test';
import { WorkbenchPage } from './pages/workbench-page';

test('thirty nudges by key are one entry of the history, as a drag is', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('timing-gap.json'));
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
