import { expect, test } from '../support/test';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { expectFits, expectNoViolations } from '../support/expect-no-violations';
import { watchErrors } from '../support/watch-errors';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

/** Requests of GPT-5.4 that grow by 20,000 tokens to 300,000. */
function growing(): string {
  const log = new ClaudeCodeLog('track').user('Fix the parser. '.repeat(200));
  for (let i = 1; i <= 15; i++) {
    log.answer(20_000 * i, 'x'.repeat(4_000)).user('y'.repeat(48_000));
  }
  return log.text().replaceAll('claude-opus-4-6', 'gpt-5.4');
}

test('draws what each step costs, with the table behind it and a line at the price cliff', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importText('track.jsonl', growing());
  await page.goto(`/sessions/${id}?policy=contextguard-threshold&window=200000`);
  await bench.drawn();
  await expect(page.locator('[data-price-tiers]')).toHaveCount(0);

  // The menu opens it, and the link holds it.
  await page.getByRole('button', { name: 'Tracks' }).click();
  const menu = page.getByRole('dialog', { name: 'Tracks below the chart' });
  await menu.getByRole('checkbox', { name: /^cost/ }).click();
  await expect.poll(() => bench.setting('tracks')).toContain('cost');
  const track = page.locator('[data-track="cost"]');
  await expect(track.locator('[data-part="now"]')).toHaveText(/^\$\d+\.\d+ ~\$\d+\.\d+$/);
  await expect(track.locator('[data-part="value"] path').first()).toHaveAttribute('d', /^M/);
  await expect(track.locator('[data-part="projected"] path').first()).toHaveAttribute('d', /^M/);
  await expect(track).toContainText(/so far [+−]\$/);

  // Above 271,999 tokens GPT-5.4 costs double.
  await expect(page.locator('[data-price-tiers]')).toHaveAccessibleName(
    'Prices change: above 271,999: $5.00 a million of input, $2.50 below',
  );
  await menu.getByRole('button', { name: 'All tracks as a table' }).click();
  const table = page.getByRole('dialog', { name: 'Tracks as a table' });
  await expect(table.getByRole('columnheader', { name: 'cost, by usage' })).toBeVisible();
  const first = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '0' }) });
  await expect(first.first()).toContainText('$0.');
  await expectNoViolations(page, '[role=dialog]');
  await page.keyboard.press('Escape');

  await expect(track).toBeVisible();
  await expectFits(page, [768]);
  expect(errors).toEqual([]);
});
