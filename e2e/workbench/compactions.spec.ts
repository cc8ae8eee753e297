import { expect, test } from '../support/test';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { expectNoViolations } from '../support/expect-no-violations';
import { WorkbenchPage } from '../pages/workbench-page';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Two compactions, before steps 5 and 11, by Claude Code itself; an image in what is asked first. */
function log(name: string): string {
  const made = new ClaudeCodeLog(name);
  for (let i = 0; i < 14; i++) {
    made.user(`Please look at file ${i}. ${'p'.repeat(2_000)}`);
    if (i === 5 || i === 11) made.compaction('auto', 165_000 + i);
    // Close below what the agent counted: a count far from every request is not believed.
    made.answer(i < 5 ? 130_000 + i * 8_000 : 101_000 + i * 6_000, 'a'.repeat(400));
  }
  const [first = '', ...more] = made.text().split('\n');
  const line = JSON.parse(first) as { readonly message: { readonly content: string } };
  const source = { type: 'base64', media_type: 'image/png', data: PNG };
  const content = [
    { type: 'text', text: line.message.content },
    { type: 'image', source },
  ];
  const asked = { ...line, message: { ...line.message, content } };
  return [JSON.stringify(asked), ...more].join('\n');
}

test('a recorded compaction is opened on the event rail and by keys, its summary and what it replaced read', async ({
  page,
}) => {
  test.slow();
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importText('compacted.jsonl', log('compacted')));
  const tab = page.getByRole('tab', { name: /^Compactions/ });
  const detail = page.locator('[data-compaction-detail]');

  await test.step('the verdict is of a what-if only where something is changed', async () => {
    const tag = page.getByRole('button', { name: /^What-if/ });
    await expect(tag).toHaveCount(0);
    await bench.usePolicy('contextguard-threshold');
    await expect(tag).toBeVisible();
    // Escape closes the settings, then leaves the what-if.
    await page.keyboard.press('Escape');
    await expect(bench.settings).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(tag).toHaveCount(0);
  });

  await test.step('a click on its mark opens it; the plot around it selects steps', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Home');
    await expect(bench.ledger.getByRole('heading', { name: 'Step 0' })).toBeVisible();
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
    // The chart is there beside every tab.
    const again = await marks.boundingBox();
    if (again === null) throw new Error('The rail has no recorded compaction');
    await page.mouse.click(again.x + 5, again.y - 60);
    // The step that the session opens at is in no address.
    await expect(bench.ledger.getByRole('heading', { name: 'Step 5' })).toBeVisible();
  });

  await test.step('an image of the recording is shown as an image', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Home');
    await page.getByRole('tab', { name: 'Request' }).click();
    await bench.request.getByRole('button', { name: /^0/ }).click();
    const image = bench.request.getByRole('img', { name: /inline image\/png/ });
    await expect(image).toBeVisible();
    const width = () => image.evaluate((one) => (one as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBe(1);
  });

  await test.step('keys alone lead to it, and choose in the table', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    // n: the next compaction of the session; o: its tab.
    await page.keyboard.press('n');
    await page.keyboard.press('o');
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(detail.getByRole('heading', { level: 2 })).toContainText(
      'Step 5 compacted 165,005 tokens to',
    );
    await expect(page.locator('[data-summary=recorded] pre').first()).not.toBeEmpty();
    const grid = page.getByRole('grid', { name: 'Compactions' });
    await grid.focus();
    await page.keyboard.press('End');
    await expect(grid.locator('[aria-selected=true]')).toHaveAttribute('data-compaction', 'r1');
    await expect(detail.getByRole('heading', { level: 2 })).toContainText('Step 11');
    await expect.poll(() => bench.setting('compaction')).toBe('r1');
    await expectNoViolations(page, '[role=tabpanel]');
  });

  // What was replaced opens entry by entry.
  const covered = page.getByRole('button', { name: /replaced by the summary$/ });
  await covered.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Entries replaced' })).toContainText(
    'Please look at file',
  );
});

test('a mechanical summary, its continuation and the session keys are shown', async ({ page }) => {
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

  // The prompt entry by entry; what it holds to the byte: compaction.test.ts.
  await page.getByRole('button', { name: 'The prompt as it is written' }).click();
  await expect(page.getByRole('region', { name: 'Entries of the prompt' })).toContainText(
    'model: [called tool: logs_query]',
  );

  // The keys' values and the callbacks' numbers: state-keys.test.ts. Over time as strips, and the same as a table.
  const over = page.getByRole('region', { name: 'Session state over time' });
  await expect(
    over.getByRole('img', { name: /^Session state by step: summary up to/ }),
  ).toBeVisible();
  await expect(over.locator('[data-state-strip] .recharts-line-curve')).toHaveCount(5);
  await over.getByRole('button', { name: 'As a table' }).click();
  await expect(over.getByRole('table').getByRole('row').first()).toContainText('real_tokens');
  await expectNoViolations(page, '[role=tabpanel]');

  // A policy without such state says so, here and in the ledger.
  await bench.usePolicy('goat-as-coded');
  await expect(page.locator('[data-state-keys="0"]')).toContainText(
    'keeps none of ContextGuard’s keys',
  );
  await expect(bench.ledger.locator('[data-session-state]')).toHaveCount(0);
});
