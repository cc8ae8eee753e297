import { expect, test } from './support/test';
import { WorkbenchPage } from './pages/workbench-page';

/*
 * What each fault makes of a session is tested in lib/analysis/explain/fault-verdicts.test.ts, how links name them
 * in lib/engine/replay/faults/fault-list.test.ts.
 * The incident (production-incident.json): step 142 has 150,000 real tokens and a heuristic of
 * 18,000; step 143 a heuristic of 24,000 and 200,819 real ones, above the limit of 200,000. The
 * correction is 150,000 / 18,000 = 8.33, capped at 5: calibrated 120,000, decision 150,000.
 */
const INCIDENT = 'production-incident.json';

/** Expects a fault in the list, in the verdict and in the address. */
async function isInjected(bench: WorkbenchPage, fault: string): Promise<void> {
  await expect(bench.faults.locator(`[data-fault="${fault}"]`)).toBeVisible();
  await expect.poll(() => bench.faultsOfAddress()).toEqual([fault]);
  // Every test has waited for the verdict on this fault.
  await expect(bench.verdict).toContainText('With 1 fault: ');
}

/** Removes the only fault, and expects the verdict from before. */
async function removes(bench: WorkbenchPage, before: string): Promise<void> {
  await bench.faults.getByRole('button', { name: /^Remove: / }).click();
  await expect(bench.verdict).toHaveText(before);
  await expect.poll(() => bench.faultsOfAddress()).toEqual([]);
}

/** Every other kind as the page adds it, with what the address says of it. */
const KINDS = [
  ['Usage stops', { Step: '142' }, 'usage-stops@142'],
  ['State lost: process restart', { Step: '143' }, 'state-lost@143'],
  ['Summariser fails', {}, 'summariser-fails@1'],
  ['Calibration not reset', {}, 'keep-calibration'],
] as const;

test('faults of a link and of every kind are listed, drawn, removed and undone; bad ones are named', async ({
  page,
}) => {
  test.slow();
  const bench = new WorkbenchPage(page);
  await bench.open(
    await bench.importSample(INCIDENT),
    '?step=143&fault=meteor@3&fault=window@143=180000&fault=state-lost',
  );
  const notice = page.getByRole('alert').filter({ hasText: 'left out' });
  await expect(notice).toContainText('There is no fault "meteor"');
  await expect(notice).toContainText('state-lost@<step>');

  // 180,000 − 20 % = 144,000, which 150,000 reaches.
  await expect(bench.operand('decision')).toHaveText('150,000');
  await expect(bench.operand('threshold')).toHaveText('144,000');
  // The recording is still judged by its own limit.
  await expect(bench.verdict).toContainText('no overflow (was 1), 1 compaction (was 0)');
  await bench.openSettings();
  await expect(bench.faults.locator('[data-fault="window@143=180000"]')).toBeVisible();
  await expect(bench.verdict).toContainText('With 1 fault: ');
  await expect.poll(() => bench.marks('fault')).toBe(1);
  // The threshold falls at step 143: a line of two levels.
  await expect(bench.line('threshold')).toHaveAttribute('d', /^M[^V]*V[\d.]+H[\d.]+$/);
  await expect(bench.handle('Threshold')).toHaveAttribute('aria-valuenow', '180000');
  await expect(bench.ledger.locator('[data-event=fault]')).toContainText('180,000');
  const injected = (await bench.verdict.textContent()) ?? '';
  await bench.faults.getByRole('button', { name: /^Remove: / }).click();
  await expect(bench.verdict).toContainText('it never compacted');
  await expect.poll(() => bench.faultsOfAddress()).toEqual([]);
  const before = (await bench.verdict.textContent()) ?? '';
  await page.locator('h1').click();
  await page.keyboard.press('z');
  await expect(bench.verdict).toHaveText(injected);
  await page.keyboard.press('Shift+Z');
  await expect(bench.verdict).toHaveText(before);

  // Two numbers of a row that are typed at once are both kept.
  await bench.addFault('Window changes: model switch');
  const fields = bench.faults.getByRole('textbox');
  await expect(fields).toHaveCount(2);
  // In one turn of the browser: React takes the keys, and no panel of text is drawn in between.
  await bench.faults.evaluate(async (panel) => {
    const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const inputs = [...panel.querySelectorAll('input')];
    for (const [index, value] of ['143', '180000'].entries()) {
      const input = inputs[index];
      own?.set?.call(input, value);
      input?.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await Promise.resolve();
      input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      await Promise.resolve();
    }
  });
  await expect.poll(() => bench.faultsOfAddress()).toEqual(['window@143=180000']);
  await expect(bench.verdict).toHaveText(injected);
  // So are the presses of a key.
  await fields.first().evaluate(async (input) => {
    for (let press = 0; press < 5; press++) {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      await Promise.resolve();
    }
  });
  await expect.poll(() => bench.faultsOfAddress()).toEqual(['window@138=180000']);

  for (const [kind, fields] of KINDS) await bench.addFault(kind, fields);
  await expect
    .poll(() => bench.faultsOfAddress())
    .toEqual(['window@138=180000', ...KINDS.map(([, , fault]) => fault)]);
  await expect(bench.verdict).toContainText('With 2 changes: ');
  await expect(bench.faults).toContainText('misses');
  await expect(bench.operand('last-real')).toHaveText('–');
  await bench.faults.getByRole('button', { name: 'Clear all' }).click();
  await expect(bench.verdict).toHaveText(before);
  await expect.poll(() => bench.faultsOfAddress()).toEqual([]);
});

test('a compaction by hand, and a tool response cut or scaled from the steps table and the request', async ({
  page,
}) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample(INCIDENT), '?step=143');
  const before = (await bench.verdict.textContent()) ?? '';
  expect(before).toContain('it never compacted');
  await bench.addFault('Compaction by hand', { Step: '143' });
  await expect(bench.verdict).toContainText('1 compaction (was 0)');
  // The rule goes by 150,000 as before, below its threshold of 180,000: the user is the cause.
  await expect(bench.operand('decision')).toHaveText('150,000');
  await expect(page.getByText('the user asked for it', { exact: true })).toBeVisible();
  await expect(bench.faults).toContainText('24,000 tokens become');
  await isInjected(bench, 'compact@143');
  await removes(bench, before);

  const scale = bench.steps.getByRole('combobox', { name: 'Scale the responses of entry 288' });
  await scale.selectOption({ label: 'cut to 2,000 bytes' });
  // 5,977 counted tokens become 500 and the name's.
  await expect(bench.faults).toContainText('are cut to 2,000 bytes each');
  await expect(bench.verdict).toContainText('no overflow');
  await isInjected(bench, 'truncate@288=2000');

  // Entry 288 holds 5,977 of the 6,000 heuristic tokens that entered at step 143, so as much of the
  // 50,819 real ones: without it nothing overflows.
  await scale.selectOption({ label: 'gone' });
  await expect(bench.operand('heuristic')).toHaveText('18,023');
  await isInjected(bench, 'response@288*0');
  await page.getByRole('tab', { name: 'Request' }).click();
  // Of no tokens now, the entry is the last of its turn: what came in at this step is shown alone.
  await page.getByRole('button', { name: 'Only new' }).click();
  await bench.request.getByRole('button', { name: /^288/ }).click();
  const inRequest = bench.request.getByRole('combobox', { name: /of entry 288/ });
  await expect(inRequest).toHaveValue('response@288*0');
  await inRequest.selectOption({ label: 'response as is' });
  await expect(bench.verdict).toHaveText(before);
  await expect.poll(() => bench.faultsOfAddress()).toEqual([]);
});
