import { expect, test } from '../support/test';
import { WorkbenchPage } from '../pages/workbench-page';
import { expectFits } from '../support/expect-no-violations';
import { watchErrors } from '../support/watch-errors';

/**
 * Stands for the workbench's page as a whole: everything that a chart can have is on it.
 * Starts and lands at 68 → 71, 128 → 131, 187 → 189; the last starts at 245 and the recording ends.
 */
test('a compaction beside the agent: its start, its delay and its landing are on the rail and in words', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const errors = watchErrors(page);
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('kubernetes-agent.json');
  await bench.open(id, '?policy=copilot&window=200000&step=68');
  await expect(bench.verdict).toContainText('no overflow, 3 compactions as before');
  await expect(bench.chart.locator('[data-legend=start]')).toHaveText(
    'starts beside the agent, lands later',
  );
  // A line for each of the three delays, and half a diamond for each of the four starts.
  await expect(bench.line('spans')).toHaveAttribute('d', /^(M[\d.]+ [\d.]+H[\d.]+){3}$/);
  const starts = (await bench.line('event-start').getAttribute('d')) ?? '';
  expect(starts.split('Z').filter((path) => path !== '')).toHaveLength(4);
  await expect(bench.ledger).toContainText(
    'held: one starts beside the agent, it lands at step 71',
  );

  // Step by step to the landing.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(bench.ledger).toContainText('held: one is under way, started at step 68');
  await page.keyboard.press('ArrowRight');
  await expect(bench.ledger).toContainText(/compacted: started at step 68/i);
  expect(errors).toEqual([]);
  await expectFits(page, [1440, 768]);
});
