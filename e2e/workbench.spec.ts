import { expect, test } from './support/test';
import { WorkbenchPage } from './pages/workbench-page';
import { expectFits } from './support/expect-no-violations';
import { watchErrors } from './support/watch-errors';

test('answers why compaction did not fire, and what would have; the prefix can be attached', async ({
  page,
}, info) => {
  const errors = watchErrors(page);
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));

  await expect(bench.verdict).toHaveText(
    'Recorded: no compaction; overflow at step 143 (200,819 > 200,000). ' +
      'Watched by ContextGuard threshold: asks for no compaction (at step 143 it estimated 150,000, needs 180,000).',
  );
  await expect(bench.operand('heuristic')).toHaveText('24,000');
  await expect(bench.operand('last-real')).toHaveText('150,000');
  await expect(bench.operand('last-heuristic')).toHaveText('18,000');
  await expect(bench.operand('calibrated')).toHaveText('120,000');
  await expect(bench.operand('decision')).toHaveText('150,000');
  await expect(bench.operand('margin')).toHaveText('−30,000');
  await expect(bench.ledger).toContainText('response of step 142');
  await expect(bench.ledger.locator('[data-flip="Window"]')).toHaveText('≤ 187,500');
  await expect(bench.ledger.locator('[data-flip="Cap"]')).toHaveText('≥ 7.5×');
  await expect(bench.ledger.locator('[data-flip="Factor"]')).toHaveText('not used here');
  await page.screenshot({ path: info.outputPath('incident.png') });

  // Each flip point holds: typed in, it turns the decision; one less does not.
  await bench.type('Context window', '187500');
  await expect(bench.verdict).toContainText('compacts at step 143 (150,000 ≥ 150,000)');
  await expect(bench.verdict).toContainText('nothing overflows');
  await expect.poll(() => bench.compactions()).toBe(1);
  await bench.type('Context window', '187,501');
  await expect(bench.verdict).toContainText('would not compact');
  await bench.type('Context window', '200k');
  await bench.type('Correction cap', '7.5');
  await expect(bench.verdict).toContainText('compacts at step 143');
  await expect(bench.parameters).toContainText('flips 1 decision');
  await expect.poll(() => bench.setting('window')).toBeNull();
  await expect.poll(() => bench.setting('cap')).toBe('7.5');

  // The recording holds no prompt: who has it attaches it.
  const before = await bench.operand('heuristic').textContent();
  await expect(bench.parameters).toContainText('tool definitions not recorded');
  await page.getByRole('button', { name: 'Attach prompt and tools' }).click();
  const dialog = page.getByRole('dialog', { name: 'System prompt and tools' });
  await dialog.getByLabel('Tool definitions (JSON)', { exact: true }).fill('[{');
  await dialog.getByRole('button', { name: 'Attach' }).click();
  await expect(dialog.getByRole('alert')).toContainText('not JSON');
  const tools = [{ name: 'kubectl', description: 'x'.repeat(4_000), parameters: {} }];
  await dialog.getByLabel('Tool definitions (JSON)', { exact: true }).fill(JSON.stringify(tools));
  await dialog.getByRole('button', { name: 'Attach' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(bench.operand('heuristic')).not.toHaveText(before ?? '');
  await page.getByRole('button', { name: 'Change the prefix' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(bench.operand('heuristic')).toHaveText(before ?? '');

  // A link followed right after a change of the view leads away.
  const tab = page.getByRole('tab', { selected: false }).first();
  const name = await tab.innerText();
  // Within the time that the address waits for the change.
  await tab.evaluate((chosen: HTMLElement) => {
    chosen.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
    document.querySelector<HTMLElement>('a[href="/method"]')?.click();
  });
  await expect(page).toHaveURL(/\/method$/);
  await page.goBack();
  await expect(page.getByRole('tab', { selected: true })).toHaveText(name);
  expect(errors).toEqual([]);
});

test('changes the window by slider, number, keys and drag; the threshold’s handle snaps across the gap', async ({
  page,
}) => {
  test.slow();
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('kubernetes-agent.json'));
  const threshold = bench.handle('Threshold');
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
  await expect(bench.parameters).toContainText(`threshold ${value.toLocaleString('en-GB')}`);
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect.poll(() => bench.setting('window')).toBeNull();

  const count = (): Promise<number> => bench.compactions();
  await expect(bench.line('event-recorded')).toHaveAttribute('d', /^(M[^M]*){3}$/);
  await expect.poll(count).toBe(0);

  await bench.slider('Context window').focus();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  // Three pages of ten steps of 1,000.
  await expect(bench.handle('Context window')).toHaveAttribute('aria-valuenow', '170000');
  await expect.poll(() => bench.setting('window')).toBe('170000');

  await bench.type('Context window', '80000');
  await expect.poll(count).toBeGreaterThan(3);
  await expect(bench.verdict).toContainText('≥ 64,000');
  await expect(bench.parameters).toContainText('threshold 64,000');
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

test('changes cap and factor by slider, number, keys and drag', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('no-usage.json'));
  await expect(bench.verdict).toContainText('asks for a compaction at steps 57, 58');
  await expect.poll(() => bench.compactions()).toBe(0);
  await bench.type('Default factor', '4');
  await expect.poll(() => bench.compactions()).toBeGreaterThan(1);
  await expect.poll(() => bench.setting('factor')).toBe('4');
  await bench.slider('Default factor').focus();
  await page.keyboard.press('Home');
  await expect(bench.verdict).toContainText('would not compact');
  await expect.poll(() => bench.setting('factor')).toBe('0.5');
  const thumb = await bench.press('Default factor');
  await page.mouse.move(thumb.x + 160, thumb.y, { steps: 8 });
  await expect.poll(() => bench.compactions()).toBeGreaterThan(1);
  await page.mouse.up();
  await expect.poll(() => Number(bench.setting('factor'))).toBeGreaterThan(3);

  await bench.open(await bench.importSample('production-incident.json'));
  await page.keyboard.press('2');
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowUp');
  await expect(bench.number('Correction cap')).toHaveValue('8');
  await expect(bench.verdict).toContainText('compacts at step 143');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reset Correction cap' }).click();
  await expect(bench.verdict).toContainText('asks for no compaction');
  await expect.poll(() => bench.setting('cap')).toBeNull();
});

test('a permalink gives the same numbers elsewhere', async ({ page, browser }) => {
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('kubernetes-agent.json');
  await bench.open(id, '?window=120000&cap=3.5&step=77&range=40-140&tab=request&note=kept');
  const verdict = await bench.verdict.textContent();
  await expect(page.getByRole('tab', { name: 'Request' })).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => bench.setting('note')).toBe('kept');

  const other = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const there = new WorkbenchPage(await other.newPage());
  await there.page.goto(page.url());
  await expect(there.verdict).toHaveText(verdict ?? '');
  // The names of tools come behind the numbers, on either page.
  await expect(async () => {
    expect(await there.ledger.innerText()).toBe(await bench.ledger.innerText());
  }).toPass({ timeout: 20_000 });
  // Either page may still draw its lines again: fonts and panels change the chart's size.
  await expect(async () => {
    const real = await bench.runs('real');
    expect(real.length).toBeGreaterThan(0);
    expect(await there.runs('real')).toEqual(real);
  }).toPass({ timeout: 20_000 });
  await other.close();
});

test('bad values of a link are left out and named, and the limit is the user’s to set', async ({
  page,
}) => {
  const bench = new WorkbenchPage(page);
  await bench.open(
    await bench.importSample('timing-gap.json'),
    '?window=lots&cap=3&step=99999&policy=wizard',
  );
  const notice = page.getByRole('alert').filter({ hasText: 'left out' });
  await expect(notice).toContainText('window=lots was left out: not a whole number');
  await expect(notice).toContainText('step=99999 was left out: steps 0 to 64');
  await expect(notice).toContainText('policy=wizard was left out');
  await expect(bench.number('Correction cap')).toHaveValue('3');
  await page.getByRole('button', { name: 'Close the notice' }).click();
  await expect(notice).toHaveCount(0);

  // The limit is not the window.
  await bench.type('Context window', '150000');
  const limit = bench.parameters.locator('[data-setting=limit]');
  await expect(limit).toContainText('overflow is judged by it');
  await bench.type('Limit', '100000');
  await expect(limit).toContainText('set by hand');
  await expect(bench.verdict).toContainText('overflows');
  await expect(bench.number('Context window')).toHaveValue('150,000');
  await page.getByRole('button', { name: 'Reset Limit' }).click();
  await expect(limit).not.toContainText('set by hand');
});

test('steps, events and the range by keys, one selection everywhere; policies, presets, request, receipt', async ({
  page,
}) => {
  test.slow();
  const errors = watchErrors(page);
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('kubernetes-agent.json'), '?step=10');
  const heading = bench.ledger.getByRole('heading', { name: /^Step / });
  await page.keyboard.press('ArrowRight');
  await expect(heading).toHaveText('Step 11 · ledger');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(heading).toHaveText('Step 1 · ledger');
  await page.keyboard.press('End');
  await expect(heading).toHaveText('Step 245 · ledger');
  await expect(bench.steps.locator('[aria-selected=true]')).toContainText('245');
  await expect.poll(() => bench.setting('step')).toBe('245');
  await page.keyboard.press('Home');
  await page.keyboard.press('n');
  await expect(bench.ledger.locator('[data-outcome=compacted]')).toBeVisible();
  await page.keyboard.press('g');
  await page.getByLabel('Step, 0 to 245').fill('42');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Step 42 · ledger');

  await bench.steps.getByRole('row').filter({ hasText: /^44/ }).click();
  await expect(heading).toHaveText('Step 44 · ledger');
  await page.keyboard.press('ArrowDown');
  await expect(heading).toHaveText('Step 45 · ledger');

  await page.locator('h1').click();
  await page.keyboard.press('w');
  await expect.poll(() => bench.setting('range')).toMatch(/^\d+-\d+$/);
  await page.keyboard.press('f');
  await expect.poll(() => bench.setting('range')).toBeNull();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');
  // A click at a point waits for nothing: the dialog would take it.
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const plot = await bench.line('cursor').evaluate((line) => {
    const box = line.closest('svg')?.getBoundingClientRect();
    return { x: box?.x ?? 0, y: box?.y ?? 0, width: box?.width ?? 0 };
  });
  await page.mouse.click(plot.x + plot.width / 2, plot.y + 120);
  await expect(heading).toHaveText(/^Step 1[0-4]\d · ledger$/);

  await page.getByLabel('Preset').selectOption({ label: 'WithMaxTokens(180000)' });
  await expect(bench.number('Context window')).toHaveValue('180,000');
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(bench.number('Context window')).toHaveValue('200,000');

  await page.getByLabel('Policy').selectOption('recorded');
  await expect(bench.verdict).toContainText('the recording’s own compactions');
  await expect(bench.parameters).toContainText('This policy has no settings.');
  await expect.poll(() => bench.setting('policy')).toBe('recorded');
  await page.getByLabel('Policy').selectOption('none');
  await expect(bench.verdict).toContainText('never compacts');
  await page.getByLabel('Policy').selectOption('contextguard-threshold');

  await page.locator('h1').click();
  await page.keyboard.press('n');
  await page.getByRole('tab', { name: 'Request' }).click();
  const request = page.getByRole('region', { name: 'Entries of the request' });
  await expect(request).toContainText('covered by the summary');
  await page.locator('h1').click();
  await page.keyboard.press('Home');
  // The list before may begin with the user's entry as well.
  await expect(page.locator('[data-request]')).toContainText('Step 0:');
  const first = request.getByRole('button', { name: /^0 / });
  await expect(first).toContainText('user');
  await first.click();
  await expect(request.locator('pre').first()).not.toBeEmpty();
  await page.getByRole('tab', { name: /^Receipt/ }).click();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Density');
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

test('is accessible and fits, light and dark', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('kubernetes-agent.json'), '?window=150000');
  await bench.settled();
  await expectFits(page, [1440, 768]);
  await page.getByRole('tab', { name: 'Request' }).click();
  await expect(page.getByRole('region', { name: 'Entries of the request' })).toBeVisible();
  await expectFits(page, [1440, 768], '[role=tabpanel]');
});

test('cuts no figure of six digits at 768 px', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('long-session.json'), '?step=1993');
  const row = bench.steps.locator('[role="row"][aria-selected="true"]');
  await expect(row.locator('[data-column="heuristic"]')).toHaveText('122,953');
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  const cut = await bench.steps
    .locator('[role="gridcell"]:not([data-column="outcome"])')
    .evaluateAll((cells) =>
      cells
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
});
