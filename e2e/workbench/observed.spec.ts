import { expect, test } from '../support/test';
import { CausePage } from '../pages/cause-page';
import { WorkbenchPage } from '../pages/workbench-page';

const STEP = '3,961';

// Other steps and sessions, in every panel: components/workbench/said-alike.test.tsx.
test('a session of 10,000 steps: a step reads the same everywhere, before and after a what-if, and what is long is drawn by what is in sight', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const bench = new WorkbenchPage(page);
  const why = new CausePage(page);
  const id = await bench.importSample('long-session.json');
  await bench.open(id, '?step=3961&range=3941-3971');
  const row = bench.steps.locator('[role=row][aria-selected=true]');

  const reads = async (): Promise<void> => {
    await expect(why.headline).toHaveText(
      /^Step 3,961 compacted: .* = 180,158, is 158 above the threshold of 180,000\.$/,
    );
    await expect(bench.ledger.locator('[data-outcome]')).toContainText('compacted');
    await expect(bench.operand('decision')).toHaveText('180,158');
    await expect(bench.operand('margin')).toHaveText('+158');
    await expect(row.locator('[data-column=outcome]')).toContainText('compacted');
    await expect(row.locator('[data-column=decision]')).toHaveText('180,158');
    await bench.readsInTooltip(STEP, 'compacted', '180,158');
  };
  await reads();
  await bench.type('Context window', '90000');
  await expect(bench.verdict).toContainText('With a window of 90,000: ');
  await bench.back().click();
  await expect(bench.verdict).not.toContainText('With a window');
  await reads();

  const goTo = async (step: number): Promise<void> => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('g');
    await page.getByLabel('Step, 0 to 9,999').fill(`${step}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await test.step('no figure of six digits is cut at 768 px', async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await goTo(1_993);
    await expect(row.locator('[data-column="heuristic"]')).toHaveText('122,953');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const cut = await bench.steps
      .locator('[role="gridcell"]:not([data-column="outcome"])')
      .evaluateAll((cells) =>
        cells
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      );
    expect(cut).toEqual([]);
  });

  await test.step('a request of 20,000 entries is drawn by what is in sight', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await bench.usePolicy('none');
    await goTo(9_999);
    await page.getByRole('tab', { name: 'Request' }).click();
    await page.getByRole('button', { name: 'In order' }).click();
    await expect(bench.request.getByRole('listitem').first()).toBeVisible();
    expect(await bench.request.getByRole('listitem').count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'Newest first' }).click();
    await expect(bench.request.getByRole('button', { name: /^19,\d{3}/ }).first()).toBeVisible();
  });
});
