import { expect, test } from './support/test';
import { WorkbenchPage } from './pages/workbench-page';
import { crowdedSettings } from './support/crowded-settings';
import { expectNoViolations, expectReadableColours } from './support/expect-no-violations';
import { watchErrors } from './support/watch-errors';

/** Policies whose settings have the longest names and numbers, and the most of them. */
const wide = ['gemini-cli', 'adk-sliding', 'claude-code', 'contextguard-threshold'];

/*
 * What each policy of the registry says on the page is checked without a browser, in
 * components/workbench/panels.test.tsx: here one page shows that it follows the choice.
 */
test('a page follows the chosen policy, its version, its notes and its threshold', async ({
  page,
}, info) => {
  // Holds what several pages held.
  test.slow();
  const errors = watchErrors(page);
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('kubernetes-agent.json');
  await bench.open(id, '?policy=goat-documented&fault=state-lost@120&step=0');

  await test.step('notes of a policy: on the rail, in the ledger and the table, by keys', async () => {
    await expect(bench.chart.locator('[data-legend=boundary]')).toBeVisible();
    await page.locator('h1').click();
    const boundary = bench.ledger.locator('[data-event=boundary]');
    const events = bench.steps.locator('[aria-selected=true] [data-column=events]');
    // The fault is an event of its own among them.
    await expect(async () => {
      await page.keyboard.press('n');
      await expect(boundary).toContainText('preTokens', { timeout: 2_000 });
      // Both of one step: a slow page may show a step before the one of the last key.
      await expect(events).toContainText('boundary message', { timeout: 2_000 });
    }).toPass();
  });

  await test.step('accessible with groups open and notes on the rail, light and dark', async () => {
    await bench.openSettings();
    for (const group of await bench.settings.locator('[data-group] > button').all()) {
      await group.click();
    }
    await expectNoViolations(page);
    await page.screenshot({ path: info.outputPath('goat.png') });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectReadableColours(page);
  });

  await test.step('every policy is offered, and a chosen one is in the address', async () => {
    expect((await bench.policyIds()).length).toBeGreaterThan(40);
    for (const policy of wide) {
      await bench.usePolicy(policy);
      await expect.poll(() => bench.setting('policy')).toBe(isOwn(policy) ? null : policy);
      expect(await crowdedSettings(bench.settings)).toEqual([]);
    }
  });

  await test.step('a version is chosen, and says where it comes from', async () => {
    await bench.preset.selectOption({ label: 'v0.12.0 – v0.15.0: never compacts' });
    await expect(bench.verdict).toContainText('no compaction');
    await expect(bench.provenance).toContainText('v0.12.0 (211f636), 2026-03-29');
    await expect(bench.provenance).toContainText('default of 0 attempts');
    await expect(bench.settings.locator('[data-group=History]')).toContainText(/\d changed/);
    await expect.poll(() => bench.compactions()).toBe(0);
    await bench.preset.selectOption({ label: 'v0.9.0: watermark fixed' });
    await expect.poll(() => bench.compactions()).toBeGreaterThan(0);
  });

  await test.step('entries that a policy loses are marked on the chart', async () => {
    await bench.usePolicy('contextguard-sliding-window');
    await expect.poll(() => bench.marks('lost')).toBeGreaterThan(0);
    await expect(bench.chart.locator('[data-legend=lost]')).toBeVisible();
    await expect(bench.verdict).toContainText(/up to \d+ entries lost/);
  });

  await test.step('a threshold moves the window through the policy’s own inverse', async () => {
    await bench.usePolicy('claude-code');
    const threshold = bench.handle('Threshold');
    await expect(threshold).toHaveAttribute('aria-valuenow', '167000');
    await threshold.focus();
    // window − 20,000 − 13,000: a thousand lower is a window a thousand smaller.
    await page.keyboard.press('ArrowDown');
    await expect(threshold).toHaveAttribute('aria-valuenow', '166000');
    await expect.poll(() => bench.setting('window')).toBe('199000');
  });
  expect(errors).toEqual([]);
});

/** The sample's own policy, which an address does not name. */
const isOwn = (policy: string): boolean => policy === 'contextguard-threshold';
