import { expect, test } from './support/test';
import { WorkbenchPage } from './pages/workbench-page';

/*
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
  await expect(bench.verdict).toContainText('1 fault injected');
}

/** Reloads, and expects the verdict and the fault to be as they were. */
async function staysOnReload(bench: WorkbenchPage, fault: string): Promise<void> {
  await isInjected(bench, fault);
  const verdict = (await bench.verdict.textContent()) ?? '';
  await bench.page.reload();
  await expect(bench.verdict).toHaveText(verdict);
  await expect(bench.faults.locator(`[data-fault="${fault}"]`)).toBeVisible();
}

/** Removes the only fault, and expects the verdict from before. */
async function removes(bench: WorkbenchPage, before: string): Promise<void> {
  await bench.faults.getByRole('button', { name: /^Remove: / }).click();
  await expect(bench.verdict).toHaveText(before);
  await expect.poll(() => bench.faultsOfAddress()).toEqual([]);
}

test('a window that changes at a step', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample(INCIDENT));
  const before = (await bench.verdict.textContent()) ?? '';
  expect(before).toContain('asks for no compaction');
  // 180,000 − 20 % = 144,000, which 150,000 reaches.
  await bench.addFault('Window changes: model switch', { Step: '143', Window: '180,000' });
  await expect(bench.verdict).toContainText('compacts at step 143 (150,000 ≥ 144,000)');
  await expect(bench.verdict).toContainText('nothing overflows');
  // The recording is still judged by its own limit.
  await expect(bench.verdict).toContainText('overflow at step 143 (200,819 > 200,000)');
  await expect.poll(() => bench.marks('fault')).toBe(1);
  // The threshold falls at step 143: a line of two levels.
  await expect(bench.line('threshold')).toHaveAttribute('d', /^M[^V]*V[\d.]+H[\d.]+$/);
  await expect(bench.handle('Threshold')).toHaveAttribute('aria-valuenow', '180000');
  await expect(bench.ledger.locator('[data-event=fault]')).toContainText('180,000');
  await staysOnReload(bench, 'window@143=180000');
  await removes(bench, before);
  await page.locator('h1').click();
  await page.keyboard.press('z');
  await expect(bench.verdict).toContainText('compacts at step 143');
  await page.keyboard.press('Shift+Z');
  await expect(bench.verdict).toHaveText(before);
});

test('usage that stops, state that is lost: one after the other, then both by a link', async ({
  page,
}) => {
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample(INCIDENT);
  await bench.open(id, '?window=187500&step=143');
  const before = (await bench.verdict.textContent()) ?? '';
  expect(before).toContain('compacts at step 143 (150,000 ≥ 150,000)');
  // Without the count of step 142 the last real is step 141's 147,829: 2,171 below 150,000.
  await bench.addFault('Usage stops', { Step: '142' });
  await expect(bench.verdict).toContainText('at step 142 it estimated 147,829, needs 150,000');
  await expect(bench.operand('last-real')).toHaveText('147,829');
  await expect(bench.faults).toContainText('misses');
  await isInjected(bench, 'usage-stops@142');
  await removes(bench, before);

  // Neither last real nor last heuristic: 24,000 × 2.5 = 60,000, below 150,000.
  await bench.addFault('State lost: process restart', { Step: '143' });
  await expect(bench.verdict).toContainText('would not compact');
  await expect(bench.operand('decision')).toHaveText('60,000');
  await expect(bench.operand('last-real')).toHaveText('–');
  await isInjected(bench, 'state-lost@143');
  await removes(bench, before);

  await bench.open(id, '?window=187500&step=143&fault=usage-stops@142&fault=state-lost@143');
  await expect(bench.verdict).toContainText('2 faults injected');
  await expect(bench.faults.getByRole('listitem')).toHaveCount(2);
  await expect(bench.faults).toContainText('misses');
});

test('usage that starts', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('no-usage.json'));
  const before = (await bench.verdict.textContent()) ?? '';
  // 42,170 × 2.5 = 105,425 without usage; with it the correction is 1 and 63,709 the highest,
  // 104,858 − 63,709 = 41,149 below.
  expect(before).toContain(
    'asks for a compaction at steps 57, 58, 59, 60 and 23 more (first 105,425 ≥ 104,858)',
  );
  await bench.addFault('Usage starts', { Step: '0' });
  await expect(bench.verdict).toContainText('it estimated 63,709, needs 104,858');
  await expect.poll(() => bench.compactions()).toBe(0);
  await isInjected(bench, 'usage-starts@0');
  await removes(bench, before);
});

test('a compaction by hand, and a tool response cut or scaled from the steps table and the request', async ({
  page,
}) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample(INCIDENT), '?step=143');
  const before = (await bench.verdict.textContent()) ?? '';
  expect(before).toContain('asks for no compaction');
  await bench.addFault('Compaction by hand', { Step: '143' });
  await expect(bench.verdict).toContainText('compacts at step 143');
  await expect(bench.verdict).toContainText('nothing overflows');
  // The rule goes by 150,000 as before, below its threshold of 180,000: the user is the cause.
  await expect(bench.operand('decision')).toHaveText('150,000');
  await expect(page.getByText('the user asked for it', { exact: true })).toBeVisible();
  await expect(bench.faults).toContainText('24,000 tokens become');
  await expect.poll(() => bench.marks('fault')).toBe(1);
  await isInjected(bench, 'compact@143');
  await removes(bench, before);

  const scale = bench.steps.getByRole('combobox', { name: 'Scale the responses of entry 288' });
  await scale.selectOption({ label: 'cut to 2,000 bytes' });
  // 5,977 counted tokens become 500 and the name's.
  await expect(bench.faults).toContainText('are cut to 2,000 bytes each');
  await expect(bench.verdict).toContainText('nothing overflows');
  await isInjected(bench, 'truncate@288=2000');
  await removes(bench, before);

  // Entry 288 holds 5,977 of the 6,000 heuristic tokens that entered at step 143, so as much of the
  // 50,819 real ones: without it nothing overflows.
  await scale.selectOption({ label: 'gone' });
  await expect(bench.verdict).toContainText('nothing overflows');
  await expect(bench.operand('heuristic')).toHaveText('18,023');
  await staysOnReload(bench, 'response@288*0');
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

/** Faults of the first summary, and what becomes of the session under Crush. */
const OF_SUMMARIES = [
  // Crush passes the request on: the next step tries again, at 169,331 instead of 162,044.
  [
    'Summariser fails',
    'summariser-fails@1',
    'compacts at steps 69, 130 and 191 (first 169,329 ≥ 160,000); ' +
      'sends unchanged requests after a failure at step 68',
  ],
  // An empty summary leaves no message: the 137 entries it was to cover are nowhere.
  ['Summariser answers with nothing', 'summariser-empty@1', 'loses up to 137 entries'],
] as const;

test('the 1st compaction fails, or answers with nothing', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('kubernetes-agent.json'), '?policy=crush');
  const before = (await bench.verdict.textContent()) ?? '';
  expect(before).toContain('compacts at steps 68, 129 and 189 (first 162,044 ≥ 160,000)');
  for (const [kind, fault, outcome] of OF_SUMMARIES) {
    await bench.addFault(kind);
    await expect(bench.verdict).toContainText(outcome);
    await expect.poll(() => bench.marks('fault')).toBe(1);
    await isInjected(bench, fault);
    await removes(bench, before);
  }
});

test('calibration that is not reset, beside usage that stops', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('kubernetes-agent.json');
  await bench.open(id, '?step=77&fault=usage-stops@76');
  // The compaction at step 76 forgets the last real, and no response reports one since.
  await expect(bench.operand('last-real')).toHaveText('–');
  await bench.addFault('Calibration not reset');
  // Step 75's 177,366 stays, so the next step decides on it.
  await expect(bench.operand('last-real')).toHaveText('177,366');
  await expect.poll(() => bench.faultsOfAddress()).toEqual(['usage-stops@76', 'keep-calibration']);
  await expect(bench.verdict).toContainText('2 faults injected');
  await bench.faults.getByRole('button', { name: 'Clear all' }).click();
  await expect(bench.verdict).not.toContainText('injected');
  await expect.poll(() => bench.faultsOfAddress()).toEqual([]);
});

test('faults of a link that cannot be read are named; a row takes two numbers at once', async ({
  page,
}) => {
  const bench = new WorkbenchPage(page);
  await bench.open(
    await bench.importSample(INCIDENT),
    '?fault=meteor@3&fault=window@143=180000&fault=state-lost',
  );
  const notice = page.getByRole('alert').filter({ hasText: 'left out' });
  await expect(notice).toContainText('There is no fault "meteor"');
  await expect(notice).toContainText('state-lost@<step>');
  await expect(bench.verdict).toContainText('compacts at step 143');

  // Two numbers of a row that are typed at once are both kept.
  await bench.faults.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => bench.faultsOfAddress()).toEqual([]);
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
  // So are the presses of a key.
  await fields.first().evaluate(async (input) => {
    for (let press = 0; press < 5; press++) {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      await Promise.resolve();
    }
  });
  await expect.poll(() => bench.faultsOfAddress()).toEqual(['window@138=180000']);
});
