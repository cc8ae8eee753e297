import { readFileSync } from 'node:fs';
import { expect, test } from '../support/test';
import { ClaudeCodeLog } from '../support/claude-code-log';
import { expectNoViolations } from '../support/expect-no-violations';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

/** Two compactions, before steps 5 and 11, by Claude Code itself. */
function log(name: string): string {
  const made = new ClaudeCodeLog(name);
  for (let i = 0; i < 14; i++) {
    made.user(`Please look at file ${i}. ${'p'.repeat(2_000)}`);
    if (i === 5 || i === 11) made.compaction('auto', 165_000 + i);
    made.answer(i < 5 ? 30_000 + i * 2_000 : 20_000 + i * 1_500, 'a'.repeat(400));
  }
  return made.text();
}

test('a recorded compaction is found and its summary read by keys alone', async ({ page }) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importText('compacted.jsonl', log('compacted'));
  await bench.open(id, '?policy=claude-code&step=0');

  // n: the next compaction of the session; o: its tab.
  await page.keyboard.press('n');
  await page.keyboard.press('o');
  const detail = page.locator('[data-compaction-detail]');
  await expect(page.getByRole('tab', { name: /^Compactions/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(detail.getByRole('heading', { level: 2 })).toContainText(
    'Step 5 compacted 165,005 tokens to',
  );
  await expect(page.locator('[data-summary=recorded]')).toContainText('Summary, as recorded');
  await expect(page.locator('[data-summary=recorded] pre').first()).not.toBeEmpty();
  await expect(page.locator('[data-input=Coverage]')).toContainText('100 %');

  // The arrows choose in the table; the choice is in the address and opens again.
  const grid = page.getByRole('grid', { name: 'Compactions' });
  await grid.focus();
  await page.keyboard.press('End');
  await expect(grid.locator('[aria-selected=true]')).toHaveAttribute('data-compaction', 'r1');
  await expect(detail.getByRole('heading', { level: 2 })).toContainText('Step 11');
  await expect.poll(() => bench.setting('compaction')).toBe('r1');
  await page.reload();
  await expect(page.locator('[data-compaction-detail=r1]')).toBeVisible();
  await expectNoViolations(page, '[role=tabpanel]');

  // What was replaced opens entry by entry.
  const covered = page.getByRole('button', { name: /replaced by the summary$/ });
  await covered.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Entries replaced' })).toContainText(
    'Please look at file',
  );
});

test('a mechanical summary, its continuation and the session keys are shown', async ({ page }) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('production-incident.json');
  await bench.open(
    id,
    '?policy=contextguard-threshold&cap=7.5&summary=fallback&step=143&tab=compactions',
  );
  const summary = page.locator('[data-summary=mechanical]');
  await expect(summary.locator('pre').first()).toContainText(
    'user: Checkout answers with 503 for some customers since this morning. Find out why.',
  );
  await expect(summary.locator('[data-continuation]')).toContainText(
    "The user's current request is: `Compare with ledger in shop.`",
  );
  await expect(page.locator('[data-side=before]')).toContainText('200,819');
  await expect(page.locator('[data-side=after]')).toContainText('~');

  // What the summariser was given, to the byte, and the prompt entry by entry.
  await expect(page.locator('[data-input=Coverage]')).toHaveText(
    '4.0 %, 947 of 23,917 counted tokens',
  );
  await expect(page.locator('[data-input="Cut at 80 % of the window"]')).toHaveText(
    'not reached, 160,000',
  );
  await page.getByRole('button', { name: 'The prompt as it is written' }).click();
  await expect(page.getByRole('region', { name: 'Entries of the prompt' })).toContainText(
    'model: [called tool: logs_query]',
  );

  // The five keys before and after each callback, and the callbacks with the step's numbers.
  const real = page.locator('[data-key=realTokens]');
  await expect(real).toContainText('__context_guard_real_tokens_<agent>');
  await expect(real.getByRole('cell')).toHaveText(['150,000', '0', '0']);
  // Over time as strips, and the same as a table.
  const over = page.getByRole('region', { name: 'Session state over time' });
  await expect(
    over.getByRole('img', { name: /^Session state by step: summary up to/ }),
  ).toBeVisible();
  await expect(over.locator('[data-state-strip] .recharts-line-curve')).toHaveCount(5);
  await over.getByRole('button', { name: 'As a table' }).click();
  await expect(over.getByRole('table').getByRole('row').first()).toContainText('real_tokens');
  await expect(page.locator('[data-sequence]')).toContainText(
    '24,000 × 7.5 = 180,000; max with 150,000 = 180,000',
  );
  await expectNoViolations(page, '[role=tabpanel]');

  // A policy without such state says so, here and in the ledger.
  await bench.policy.selectOption('goat-as-coded');
  await expect(page.locator('[data-state-keys="0"]')).toContainText(
    'keeps none of ContextGuard’s keys',
  );
  await expect(bench.ledger.locator('[data-session-state]')).toHaveCount(0);
});

test('an encrypted summary is said to be one', async ({ page }) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const trace = readFileSync('lib/importers/formats/codex/fixtures/codex/compactions.jsonl');
  const id = await bench.importText('rollout.jsonl', trace);
  await bench.open(id, '?policy=codex&tab=compactions');
  await expect(page.getByRole('grid', { name: 'Compactions' })).toBeVisible();
  const rows = page.locator('[data-compaction^=r]');
  const texts: string[] = [];
  for (const row of await rows.all()) {
    await row.click();
    await expect(row).toHaveAttribute('aria-selected', 'true');
    const shown = page.locator('[data-summary]');
    await expect(shown).not.toContainText('…');
    texts.push(await shown.innerText());
  }
  expect(texts.join('\n')).toMatch(
    /The summary is encrypted: [\d,]+ characters that only the provider can read\./,
  );
});

test('a click on a compaction of the event rail opens it; the plot around it selects steps', async ({
  page,
}) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importText('marked.jsonl', log('marked'));
  await bench.open(id, '?policy=recorded&step=0');
  const tab = page.getByRole('tab', { name: /^Compactions/ });
  await expect(tab).toHaveAttribute('aria-selected', 'false');
  const marks = bench.line('event-recorded');
  const box = await marks.boundingBox();
  if (box === null) throw new Error('The rail has no recorded compaction');

  // Both marks in one path: the last is at its right end.
  await page.mouse.move(box.x + box.width - 5, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.up();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('[data-compaction-detail=r1]')).toBeVisible();
  await expect.poll(() => bench.setting('compaction')).toBe('r1');
  await expect.poll(() => bench.setting('step')).toBe('11');

  // The tab has taken the place of the chart, which a button brings back.
  await page.getByRole('button', { name: 'Show chart' }).click();
  const again = await marks.boundingBox();
  if (again === null) throw new Error('The rail has no recorded compaction');
  await page.mouse.click(again.x + 5, again.y - 60);
  await expect.poll(() => bench.setting('step')).toBe('5');
});

test('parameters are named a what-if only where something is changed', async ({ page }) => {
  await new LibraryPage(page).empty();
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importText('named.jsonl', log('named')));
  const title = bench.parameters.getByRole('heading', { level: 2 });
  await expect(title).toHaveText('Parameters');
  await bench.policy.selectOption('contextguard-threshold');
  await expect(title).toHaveText('What if');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'What happened' }).click();
  await expect(title).toHaveText('Parameters');
});
