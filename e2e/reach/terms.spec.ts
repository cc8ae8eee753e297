import { expect, test } from '../support/test';
import { LibraryPage } from '../pages/library-page';
import { MatrixPage } from '../pages/matrix-page';
import { ScenariosPage } from '../pages/scenarios-page';
import { WorkbenchPage } from '../pages/workbench-page';

test('terms of the workbench explain themselves on focus', async ({ page }) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));
  const tip = page.getByRole('tooltip');
  for (const [term, words] of [
    [bench.steps.getByRole('button', { name: 'correction' }), 'last real ÷ last heuristic'],
    [bench.steps.getByRole('button', { name: 'margin' }), 'decision − threshold'],
    [bench.chart.getByRole('button', { name: 'calibrated' }), 'heuristic × correction'],
    [bench.parameters.getByRole('button', { name: 'About Correction cap' }), 'correction'],
    [bench.ledger.getByRole('button', { name: 'Heuristic', exact: true }), 'count'],
  ] as const) {
    await term.focus();
    await expect(tip).toContainText(words);
    await page.keyboard.press('Escape');
    await expect(tip).toBeHidden();
  }
});

test('heads of tables explain themselves on focus', async ({ page }) => {
  await new WorkbenchPage(page).importSample('production-incident.json');
  const library = new LibraryPage(page);
  const tip = page.getByRole('tooltip');
  await library.open();
  await library.grid.getByRole('button', { name: 'tier' }).focus();
  await expect(tip).toContainText('every step and the prefix');
  const gallery = new ScenariosPage(page);
  await gallery.open('?window=4k');
  await gallery.table.getByRole('button', { name: 'ratio' }).focus();
  await expect(tip).toContainText('Real tokens for each heuristic token');
  await gallery.table.getByRole('button', { name: 'as expected' }).focus();
  await expect(tip).toContainText('Same outcome as the reference');
  const matrix = new MatrixPage(page);
  await matrix.open('?columns=contextguard-threshold&window=4k');
  await matrix.grid.getByRole('button', { name: 'loops' }).focus();
  await expect(tip).not.toBeEmpty();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('a term explains itself when it is tapped', async ({ page }) => {
    const bench = new WorkbenchPage(page);
    await bench.open(await bench.importSample('production-incident.json'));
    const tip = page.getByRole('tooltip');
    await bench.steps.getByRole('button', { name: 'correction' }).tap();
    await expect(tip).toContainText('last real ÷ last heuristic');
    await page.getByRole('heading', { level: 1 }).tap();
    await expect(tip).toBeHidden();
  });
});
