import { expect, test } from './support/test';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { expectFits } from './support/expect-no-violations';
import { WorkbenchPage } from './pages/workbench-page';

/** Starts with 100,000 tokens that it does not hold, drops 40,000 at step 8, compacts before step 16. */
function log(name: string): string {
  const made = new ClaudeCodeLog(name);
  for (let i = 0; i < 24; i++) {
    made.user('p'.repeat(4_000));
    if (i === 16) made.compaction('auto', 150_000);
    const before = i < 8 ? 128_000 : i < 16 ? 88_000 : 20_000;
    made.answer(before + i * 1_500, 'a'.repeat(400));
  }
  return made.text();
}

test('a recording that starts in the middle, a drop and what a projection is worth are said', async ({
  page,
}, info) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importText('gaps.jsonl', log('gaps')), '?step=0');
  await bench.openSettings();
  await expect(bench.settings.locator('[data-unknown-head]')).toHaveText(
    /^The recording starts in the middle: [\d,]+ tokens of its first request are not in it; a compaction covers them\. The prefix is taken as 43,982 tokens, as the first request behind its first compaction shows\.$/,
  );

  // The drop: a mark on the rail with its name, a step of the keys, words in ledger and table.
  await expect(bench.line('event-drop')).toHaveAttribute('d', /^M/);
  await expect(bench.chart.locator('[data-legend=drop]')).toHaveText(
    'drop without a recorded cause',
  );
  await page.keyboard.press('.');
  await expect(bench.ledger.locator('[data-event=drop]')).toContainText(
    'fewer than step 7 sent (138,500 → 100,000); the recording does not say why.',
  );
  const row = bench.steps.locator('[role=row][aria-selected=true]');
  await expect(row).toContainText('drop without a recorded cause');
  await page.screenshot({ path: info.outputPath('drop.png') });

  // The receipt: recorded and projected side by side.
  await bench.openTab('Receipt');
  const across = page.locator('[data-accuracy=across]');
  await expect(across).toContainText('Across 1 compaction: median error ');
  await expect(across.getByRole('row')).toHaveCount(2);
  await expect(across.getByRole('rowheader')).toHaveText('16');
  await across.scrollIntoViewIfNeeded();
  await page.screenshot({ path: info.outputPath('receipt.png') });
  await expectFits(page, [768]);
});
