import { expect, test } from './support/test';
import { WorkbenchPage } from './pages/workbench-page';
import { watchErrors } from './support/watch-errors';

// The page's accessibility and fit: workbench/background.spec.ts, of its tab of the request:
// workbench/request.spec.ts; bad links and the limit: reach/keys.spec.ts.

test('answers why compaction did not fire, and what would have', async ({ page }, info) => {
  test.slow();
  const errors = watchErrors(page);
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));
  await expect(bench.verdict).toHaveText(
    'Refused at step 143: 200,819 of 200,000 tokens; it never compacted.',
  );
  await expect(bench.operand('decision')).toHaveText('150,000');
  await expect(bench.operand('margin')).toHaveText('−30,000');
  await expect(bench.ledger.locator('[data-flip="Window"]')).toHaveText('≤ 187,500');
  await expect(bench.ledger.locator('[data-flip="Cap"]')).toHaveText('≥ 7.5×');
  await page.screenshot({ path: info.outputPath('incident.png') });

  // A flip point holds: typed in, it turns the decision; one less does not.
  await bench.type('Context window', '187500');
  await expect(bench.verdict).toContainText('no overflow (was 1), 1 compaction (was 0)');
  await expect(bench.operand('decision')).toHaveText('150,000');
  await expect(bench.operand('threshold')).toHaveText('150,000');
  await expect.poll(() => bench.compactions()).toBe(1);
  await bench.type('Context window', '187,501');
  await expect(bench.verdict).toContainText('1 overflow as before, no compaction');
  await bench.type('Context window', '200k');
  await page.locator('h1').click();
  await page.keyboard.press('2');
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowUp');
  await expect(bench.number('Correction cap')).toHaveValue('8');
  await expect(bench.verdict).toContainText('With a cap of 8×: no overflow (was 1), 1 compaction');
  await expect.poll(() => bench.setting('window')).toBeNull();
  await expect.poll(() => bench.setting('cap')).toBe('8');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reset Correction cap' }).click();
  await expect(bench.verdict).toContainText('it never compacted');
  await expect.poll(() => bench.setting('cap')).toBeNull();

  await test.step('attaches the prefix that a trace does not hold', async () => {
    const before = await bench.operand('heuristic').textContent();
    await bench.openSettings();
    await expect(bench.settings).toContainText('tool definitions not recorded');
    await page.getByRole('button', { name: 'Attach prompt and tools' }).click();
    const dialog = page.getByRole('dialog', { name: 'System prompt and tools' });
    const field = dialog.getByLabel('Tool definitions (JSON)', { exact: true });
    await field.fill('[{');
    await dialog.getByRole('button', { name: 'Attach' }).click();
    await expect(dialog.getByRole('alert')).toContainText('not JSON');
    const tools = [{ name: 'kubectl', description: 'x'.repeat(4_000), parameters: {} }];
    await field.fill(JSON.stringify(tools));
    await dialog.getByRole('button', { name: 'Attach' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(bench.operand('heuristic')).not.toHaveText(before ?? '');
    await page.getByRole('button', { name: 'Change the prefix' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(bench.operand('heuristic')).toHaveText(before ?? '');
  });

  await test.step('a link followed right after a change of the view leads away', async () => {
    const tab = page.getByRole('tab', { selected: false }).first();
    const name = await tab.innerText();
    // Within the time that the address waits for the change.
    await tab.evaluate((chosen: HTMLElement) => {
      chosen.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
      document.querySelector<HTMLElement>('header a[href="/"]')?.click();
    });
    await expect(page).toHaveURL(/:\d+\/$/);
    await page.goBack();
    await expect(page.getByRole('tab', { selected: true })).toHaveText(name);
  });
  expect(errors).toEqual([]);
});

test('changes window and threshold by slider, number, keys and drag', async ({ page }) => {
  test.slow();
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('kubernetes-agent.json'));
  const count = (): Promise<number> => bench.compactions();
  const threshold = bench.handle('Threshold');
  await expect(bench.line('event-recorded')).toHaveAttribute('d', /^(M[^M]*){3}$/);
  await expect.poll(count).toBe(0);

  await test.step('the threshold sets the window and snaps across the gap', async () => {
    await expect(threshold).toHaveAttribute('aria-valuenow', '180000');
    await threshold.focus();
    // No window has a threshold between 160,000 and 180,000.
    await page.keyboard.press('ArrowDown');
    await expect(threshold).toHaveAttribute('aria-valuenow', '160000');
    await expect.poll(() => bench.setting('window')).toBe('199999');
    await page.keyboard.press('ArrowUp');
    await expect(threshold).toHaveAttribute('aria-valuenow', '180000');
    await bench.dragHandle('Threshold', 4, 4);
    await expect(threshold).toHaveAttribute('aria-valuenow', '180000');
    await expect.poll(() => bench.setting('window')).toBeNull();
    await bench.dragHandle('Threshold', 60, 10);
    const value = Number(await threshold.getAttribute('aria-valuenow'));
    expect(value).toBeLessThan(150_000);
    await expect(bench.operand('threshold')).toHaveText(value.toLocaleString('en-GB'));
    await bench.resetAll();
    await expect(bench.number('Context window')).toHaveValue('200,000');
  });

  await bench.slider('Context window').focus();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  // Three pages of ten steps of 1,000.
  await expect(bench.handle('Context window')).toHaveAttribute('aria-valuenow', '170000');
  await expect.poll(() => bench.setting('window')).toBe('170000');
  const thumb = await bench.press('Context window');
  await page.mouse.move(thumb.x - 60, thumb.y, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => Number(bench.setting('window'))).toBeLessThan(170_000);

  await bench.type('Context window', '80000');
  await expect.poll(count).toBeGreaterThan(3);
  await expect(bench.verdict).toContainText(/^With a window of 80,000: /);
  await expect(bench.operand('threshold')).toHaveText('64,000');
  await expect.poll(() => bench.setting('window')).toBe('80000');

  await page.locator('h1').click();
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bench.number('Context window')).toHaveValue('91,000');
  await expect.poll(() => bench.setting('window')).toBe('91000');
  await page.keyboard.press('Escape');

  // Both presses are one gesture.
  await page.keyboard.press('z');
  await expect(bench.number('Context window')).toHaveValue('80,000');
  await page.keyboard.press('Shift+Z');
  await expect(bench.number('Context window')).toHaveValue('91,000');

  const history = await page.evaluate(() => window.history.length);
  await bench.dragHandle('Context window', -40, 20);
  await expect.poll(() => Number(bench.setting('window'))).toBeGreaterThan(91_000);
  await expect.poll(() => page.evaluate(() => window.history.length)).toBe(history + 1);
  await page.goBack();
  await expect(bench.number('Context window')).toHaveValue('91,000');
  await expect(bench.handle('Context window')).toHaveAttribute('aria-valuenow', '91000');
});

test('changes the factor, which a recording without usage is replayed by', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('no-usage.json'));
  await expect(bench.verdict).toContainText('asks for it at step 57');
  await expect.poll(() => bench.compactions()).toBe(0);
  await bench.type('Default factor', '4');
  await expect.poll(() => bench.compactions()).toBeGreaterThan(1);
  await expect.poll(() => bench.setting('factor')).toBe('4');
  await bench.slider('Default factor').focus();
  await page.keyboard.press('Home');
  await expect(bench.verdict).toContainText('no compaction');
  await expect.poll(() => bench.setting('factor')).toBe('0.5');
  const thumb = await bench.press('Default factor');
  await page.mouse.move(thumb.x + 160, thumb.y, { steps: 8 });
  await expect.poll(() => bench.compactions()).toBeGreaterThan(1);
  await page.mouse.up();
  await expect.poll(() => Number(bench.setting('factor'))).toBeGreaterThan(3);
});

// That an address is written as it is read: view-url.test.ts.
test('a link opens its view; steps, events, range, policies, presets, request and receipt from there', async ({
  page,
}) => {
  test.slow();
  const errors = watchErrors(page);
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('kubernetes-agent.json');
  await bench.open(id, '?window=120000&cap=3.5&step=77&range=40-140&tab=request&note=kept');
  const heading = bench.ledger.getByRole('heading', { name: /^Step / });
  await expect(bench.number('Context window')).toHaveValue('120,000');
  await expect(bench.number('Correction cap')).toHaveValue('3.5');
  await expect(heading).toHaveText('Step 77');
  await expect(page.getByRole('tab', { name: 'Request' })).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => bench.setting('range')).toBe('40-140');
  await expect.poll(() => bench.setting('note')).toBe('kept');

  await test.step('one selection everywhere, by keys and clicks', async () => {
    await page.getByRole('tab', { name: 'Steps' }).click();
    await page.locator('h1').click();
    await page.keyboard.press('f');
    await expect.poll(() => bench.setting('range')).toBeNull();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(heading).toHaveText('Step 1');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(heading).toHaveText('Step 11');
    await page.keyboard.press('End');
    await expect(heading).toHaveText('Step 245');
    await expect(bench.steps.locator('[aria-selected=true]')).toContainText('245');
    await expect.poll(() => bench.setting('step')).toBe('245');
    await page.keyboard.press('Home');
    await page.keyboard.press('n');
    await expect(bench.ledger.locator('[data-outcome=compacted]')).toBeVisible();
    await page.keyboard.press('g');
    await page.getByLabel('Step, 0 to 245').fill('42');
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText('Step 42');
    await bench.steps.getByRole('row').filter({ hasText: /^44/ }).click();
    await expect(heading).toHaveText('Step 44');
    await page.keyboard.press('ArrowDown');
    await expect(heading).toHaveText('Step 45');
    await page.locator('h1').click();
    await page.keyboard.press('w');
    await expect.poll(() => bench.setting('range')).toMatch(/^\d+-\d+$/);
    await page.keyboard.press('f');
    await expect.poll(() => bench.setting('range')).toBeNull();
    const plot = await bench.line('cursor').evaluate((line) => {
      const box = line.closest('svg')?.getBoundingClientRect();
      return { x: box?.x ?? 0, y: box?.y ?? 0, width: box?.width ?? 0 };
    });
    await page.mouse.click(plot.x + plot.width / 2, plot.y + 120);
    await expect(heading).toHaveText(/^Step 1[0-4]\d$/);
  });

  await test.step('other policies and presets', async () => {
    await bench.openSettings();
    await bench.preset.selectOption({ label: 'WithMaxTokens(180000)' });
    await expect(bench.number('Context window')).toHaveValue('180,000');
    await bench.resetAll();
    await expect(bench.number('Context window')).toHaveValue('200,000');
    await bench.usePolicy('recorded');
    await expect(bench.verdict).toContainText('Under As recorded: ');
    await expect(bench.parameters).toContainText('This policy has no settings.');
    await expect.poll(() => bench.setting('policy')).toBe('recorded');
    await bench.usePolicy('contextguard-threshold');
  });

  await test.step('the request follows the step, and its entries open; the receipt', async () => {
    await page.locator('h1').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('n');
    await page.getByRole('tab', { name: 'Request' }).click();
    await expect(bench.request).toContainText('covered by the summary');
    await page.locator('h1').click();
    await page.keyboard.press('Home');
    // The list before may begin with the user's entry as well.
    await expect(page.locator('[data-request]')).toContainText('Step 0:');
    const first = bench.request.getByRole('button', { name: /^0 / });
    await expect(first).toContainText('user');
    await first.click();
    await expect(bench.request.locator('pre').first()).not.toBeEmpty();
    await bench.openTab(/^Receipt/);
    await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Density');
  });
  expect(errors).toEqual([]);
});

test('a session that is not there says so', async ({ page }) => {
  const response = await page.goto('/sessions/nosuchsession');
  expect(response?.status()).toBe(404);
  await expect(
    page.getByRole('heading', { name: 'This session is not in the library' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'To the library' })).toBeVisible();
});
