import { expect, test } from '../support/test';
import { expectNoViolations } from '../support/expect-no-violations';
import { LibraryPage } from '../pages/library-page';
import { MatrixPage } from '../pages/matrix-page';
import { ScenariosPage } from '../pages/scenarios-page';
import { WorkbenchPage } from '../pages/workbench-page';

test('a tip opens under a resting pointer and on focus, also without the code that places it', async ({
  page,
}) => {
  const bench = new WorkbenchPage(page);
  await bench.open(await bench.importSample('production-incident.json'));
  const tip = page.getByRole('tooltip');
  const term = bench.steps.getByRole('button', { name: 'correction' });
  await page.route('**/_next/static/chunks/*.js', (route) => route.abort());
  await term.hover();
  await expect(tip).toContainText('last real ÷ last heuristic');
  await expect(term).toHaveAccessibleDescription(/last real ÷ last heuristic/);
  await page.mouse.move(0, 0);
  await expect(tip).toBeHidden();
  await page.unroute('**/_next/static/chunks/*.js');
  await term.hover();
  await expect(tip).toBeVisible();
  // The pointer may go into the tip, and the tip stands beside its term.
  await tip.hover();
  await page.waitForTimeout(400);
  await expect(tip).toBeVisible();
  const [box, of] = [await tip.boundingBox(), await term.boundingBox()];
  expect(Math.abs((box?.y ?? 0) - (of?.y ?? 0))).toBeLessThan(150);
  await page.mouse.move(0, 0);
  await expect(tip).toBeHidden();

  // Every kind of term explains itself.
  for (const [one, words] of [
    [bench.steps.getByRole('button', { name: 'correction' }), 'last real ÷ last heuristic'],
    [bench.steps.getByRole('button', { name: 'margin' }), 'decision − threshold'],
    [bench.chart.getByRole('button', { name: 'calibrated' }), 'heuristic × correction'],
    [bench.parameters.getByRole('button', { name: 'About Correction cap' }), 'correction'],
  ] as const) {
    await one.focus();
    await expect(tip).toContainText(words);
    await page.keyboard.press('Escape');
    await expect(tip).toBeHidden();
  }

  // An operand of the ledger has its words in the line below.
  await bench.ledger.getByRole('button', { name: 'Heuristic', exact: true }).focus();
  await expect(bench.ledger.locator('[data-source-line]')).toContainText('policy’s own count');
  const scale = bench.steps.getByRole('combobox', { name: /^Scale the / });
  // In a low window the table is below the chart.
  await page.setViewportSize({ width: 1440, height: 520 });
  await expect(scale.first()).not.toBeInViewport();
  // The browser scrolls to what gets the focus; the tip stays.
  await scale.first().focus();
  await expect(scale.first()).toBeInViewport();
  await expect(tip).toContainText('fault');
  await page.setViewportSize({ width: 1440, height: 900 });
  await bench.number('Correction cap').fill('5000');
  await expect(bench.number('Correction cap')).toHaveAccessibleDescription(/^[\d.]+ to [\d,.]+$/);
  await expect(bench.parameters.getByText(/^[\d.]+ to [\d,.]+$/)).toBeVisible();
});

test('a key says in full what is short or cut off where the focus is', async ({ page }) => {
  const library = new LibraryPage(page);
  await library.empty();
  const bench = new WorkbenchPage(page);
  const id = await bench.importSample('production-incident.json');
  await library.open();
  const tip = page.getByRole('tooltip');
  await library.grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await expect(tip).toContainText('production-incident.json');
  await expect(tip).toContainText('Peak 200,819 tokens, limit 200,000');
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  await expect(library.grid).toBeFocused();
  // The same key closes it, and where nothing has the focus the page is read.
  await bench.open(id);
  await page.keyboard.press('F2');
  await expect(tip).not.toBeEmpty();
  await page.keyboard.press('F2');
  await expect(tip).toBeHidden();
});

test('heads of tables and controls of the other pages explain themselves on focus', async ({
  page,
}) => {
  await new WorkbenchPage(page).importSample('production-incident.json');
  const library = new LibraryPage(page);
  const tip = page.getByRole('tooltip');
  await library.open();
  await page.getByRole('button', { name: /^Live/ }).focus();
  await expect(tip).toContainText('changes appear by themselves');
  await library.importing();
  await page.getByRole('checkbox', { name: 'Numbers only' }).focus();
  await expect(tip).toContainText('Replays come out the same');

  const gallery = new ScenariosPage(page);
  await gallery.open('?q=8k_HeavyToolDefinitions');
  await gallery.table.getByRole('button', { name: 'ratio' }).focus();
  await expect(tip).toContainText('Real tokens for each heuristic token');
  await gallery.table.getByRole('button', { name: 'as expected' }).focus();
  await expect(tip).toContainText('Same outcome as the reference');
  await gallery.cell('8k_HeavyToolDefinitions', 'outcome').getByRole('button').focus();
  await expect(tip).toContainText('40 compactions');
  await gallery.cell('8k_HeavyToolDefinitions', 'expected').getByRole('button').focus();
  await expect(tip).toContainText('Reference: ');
  await page.goto('/scenarios/builder');
  await page.getByRole('button', { name: 'About Context window' }).focus();
  await expect(tip).toContainText("The provider's limit");
  const matrix = new MatrixPage(page);
  await matrix.open('?columns=contextguard-threshold&window=4k');
  await matrix.grid.getByRole('button', { name: 'loops' }).focus();
  await expect(tip).not.toBeEmpty();
});
