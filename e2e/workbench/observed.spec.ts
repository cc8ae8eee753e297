import { expect, test } from '../support/test';
import { CausePage } from '../pages/cause-page';
import { LibraryPage } from '../pages/library-page';
import { WorkbenchPage } from '../pages/workbench-page';

/** Steps of recordings, what the recording did there, and a setting that makes another session of it. */
const RECORDED = [
  {
    file: 'long-session.json',
    step: 3_961,
    to: 3_971,
    headline: /^Step 3,961 compacted: .* = 180,158, is 158 above the threshold of 180,000\.$/,
    ledger: { outcome: 'Compacted', decision: '180,158', margin: '+158' },
    outcome: 'compacted',
  },
  {
    file: 'production-incident.json',
    step: 143,
    to: 143,
    headline: /^Step 143 held: the correction measured 8\.3333× and is capped at 5×\.$/,
    ledger: { outcome: 'Held', decision: '150,000', margin: '−30,000' },
    outcome: 'held',
  },
] as const;

for (const { file, step, to, headline, ledger, outcome } of RECORDED) {
  test(`step ${step} of ${file} reads the same everywhere, before and after a what-if`, async ({
    page,
  }) => {
    await new LibraryPage(page).empty();
    const bench = new WorkbenchPage(page);
    const why = new CausePage(page);
    await bench.open(await bench.importSample(file), `?step=${step}&range=${step - 20}-${to}`);

    const reads = async (): Promise<void> => {
      await expect(why.headline).toHaveText(headline);
      await expect(bench.ledger.locator('dt[data-outcome]')).toContainText(ledger.outcome);
      await expect(bench.operand('decision')).toHaveText(ledger.decision);
      await expect(bench.operand('margin')).toHaveText(ledger.margin);
      const row = bench.steps.locator('[role=row][aria-selected=true]');
      await expect(row.locator('[data-column=outcome]')).toContainText(outcome);
      await expect(row.locator('[data-column=decision]')).toHaveText(ledger.decision);
      const cursor = await bench.line('cursor').evaluate((line) => {
        const { x, y, height } = line.getBoundingClientRect();
        return { x, y: y + height * 0.3 };
      });
      await page.mouse.move(cursor.x - 60, cursor.y);
      await page.mouse.move(cursor.x - 4, cursor.y, { steps: 4 });
      const tooltip = bench.chart.locator('div', { hasText: /^step [\d,]+/ }).last();
      await expect(tooltip).toContainText(`step ${step.toLocaleString('en-US')}`);
      await expect(tooltip).toContainText(outcome);
      await expect(tooltip).toContainText(ledger.decision);
    };
    await reads();
    await bench.type('Context window', '90000');
    await expect(bench.verdict).toContainText('What-if (');
    await page.getByRole('button', { name: 'Back to the recording' }).click();
    await expect(bench.verdict).not.toContainText('What-if (');
    await reads();
  });
}
