import { expect, test } from './support/test';
import { MatrixPage } from './pages/matrix-page';
import { WorkbenchPage } from './pages/workbench-page';
import { expectFits, expectNoViolations } from './support/expect-no-violations';

const TWO = '?columns=contextguard-threshold,none';
const HEAVY = 'stress/8k_heavytooldefinitions';

test('computes every cell in the background, stops on request, and goes on where it stopped', async ({
  page,
}) => {
  const matrix = new MatrixPage(page);
  await matrix.slowWorker();
  await matrix.open(TWO);
  await expect(page.getByRole('progressbar', { name: 'Progress of cells' })).toBeVisible();
  // The server's HTML says 0; a first cell shows that the page listens.
  await expect(matrix.progress).toHaveText(/^Computing: [1-9][\d,]* of 300 cells$/);
  // The page answers meanwhile.
  await page.getByRole('searchbox', { name: 'Search scenarios' }).fill('summary');
  await expect(page).toHaveURL(/q=summary/);
  await page.getByRole('searchbox', { name: 'Search scenarios' }).fill('');
  await expect(matrix.progress).toHaveText(/^Computing: /);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(matrix.progress).toHaveText(/^Stopped at \d+ of 300 cells$/);
  const stopped = await matrix.progress.innerText();
  await matrix.reach('extra/usermessagelookslikesummary');
  await expect(matrix.cell('extra/usermessagelookslikesummary', 'none')).toHaveText('·');
  // Nothing that was under way is added later.
  await matrix.deliver();
  await page.waitForTimeout(1_000);
  await expect(matrix.progress).toHaveText(stopped);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(matrix.progress).toHaveText('300 cells computed');
  await expect(matrix.cell('extra/usermessagelookslikesummary', 'none')).not.toHaveText('·');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

// Totals over all vectors and what the files hold: lib/answers/report/outcome/matrix.test.ts.
test('is gone through by keys, added up, exported, and priced as a model that is named', async ({
  page,
}) => {
  test.slow();
  const matrix = new MatrixPage(page);
  await matrix.open(`${TWO}&source=stress`);
  await expect(matrix.progress).toHaveText('86 cells computed');
  // Only the rows in view are drawn; the keyboard leads to the last.
  await expect(matrix.grid).toHaveAttribute('aria-rowcount', '44');
  const rows = matrix.grid.getByRole('row');
  expect(await rows.count()).toBeLessThan(44);
  await matrix.grid.getByRole('gridcell').first().focus();
  for (let times = 0; times < 5; times++) await page.keyboard.press('PageDown');
  const last = page.locator('[data-cell]:focus');
  await expect(last).toHaveAttribute('data-row', '42');
  // Neither the heads nor the totals cover it.
  await expect(last).toBeInViewport({ ratio: 1 });
  const [place, totals] = await Promise.all([
    last.boundingBox(),
    matrix.grid.locator('[data-foot]').boundingBox(),
  ]);
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual((totals?.y ?? 0) + 0.5);
  await page.keyboard.press('End');
  await expect(last).toHaveAttribute('data-cell', 'none');

  const cell = matrix.cell(HEAVY, 'contextguard-threshold');
  await matrix.reach(HEAVY);
  await expect(cell).toHaveText('↻◆ 40');
  await expect(cell).toHaveAccessibleName(
    /8k_HeavyToolDefinitions, ContextGuard threshold: compacts in a loop, 40 compactions/,
  );
  await expect(matrix.cell(HEAVY, 'none')).toHaveText('▲ 35');
  // The totals are the sums of what the file names cell by cell.
  const csv = await matrix.exported('CSV');
  expect(csv.name).toBe('highwater-matrix.csv');
  const records = csv.text.trimEnd().split('\r\n');
  const [head = [], ...cells] = records.map((record) => record.split(','));
  expect(cells).toHaveLength(86);
  const overflow = cells
    .filter((record) => record[head.indexOf('policy')] === 'none')
    .reduce((sum, record) => sum + Number(record[head.indexOf('overflowSteps')]), 0);
  expect(overflow).toBeGreaterThan(0);
  await expect(matrix.total('overflow steps', 'none')).toHaveText(overflow.toLocaleString('en-US'));
  expect((await matrix.exported('JSON')).name).toBe('highwater-matrix.json');
  expect((await matrix.exported('Markdown')).name).toBe('highwater-matrix.md');

  const model = page.getByRole('textbox', { name: 'cost, priced as' });
  await model.fill('claude-opus-4-8');
  await model.press('Enter');
  await expect(page).toHaveURL(/model=claude-opus-4-8/);
  const basis = page.locator('[data-priced]');
  await expect(basis).toContainText('anthropic/claude-opus-4-8 in @pydantic/genai-prices');
  await matrix.reach(HEAVY);
  await expect(cell).toHaveText(/^↻◆ 40~\$\d+\.\d+$/);
  await expect(cell).toHaveAccessibleName(/; cost ~\$\d+\.\d+$/);
  await expect(matrix.total('cost', 'contextguard-threshold')).toHaveText(/^~\$\d+\.\d\d$/);

  // A price of its own overrules the list, also after a reload.
  const before = (await cell.textContent()) ?? '';
  await page.getByRole('button', { name: 'Prices …' }).click();
  await page.getByRole('combobox', { name: /for$/ }).selectOption('claude-opus-4-8');
  const input = page.getByRole('textbox', { name: 'Price of cache writes, 5 min' });
  await input.fill('500');
  await input.press('Enter');
  await expect(page).toHaveURL(/prices=claude-opus-4-8%3DcacheWrite%3A500/);
  await expect(cell).not.toHaveText(before);
  await expect(cell).toHaveText(/~\$/);
  const given = (await cell.textContent()) ?? '';
  await expectFits(page, [1440, 768]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(basis).toBeVisible();
  await matrix.reach(HEAVY);
  await expect(cell).toHaveText(given);
  await page.getByRole('button', { name: 'No cost' }).click();
  await expect(cell).toHaveText('↻◆ 40');
});

test('chooses its columns, explains them, and opens a cell, which is added only when asked', async ({
  page,
}) => {
  const matrix = new MatrixPage(page);
  const workbench = new WorkbenchPage(page);
  const count = async (): Promise<number> => {
    const answer = await page.request.get('/api/sessions');
    return ((await answer.json()) as { sessions: unknown[] }).sessions.length;
  };
  await matrix.open(
    '?columns=claude-code~to-2.1.20,contextguard-threshold~v0.9.0,none&q=8k_KubeAgent',
  );
  const before = await count();
  // The server's HTML shows the columns before the page listens.
  await expect(matrix.progress).toHaveText(/cells computed$/);
  const heads = matrix.grid.getByRole('columnheader');
  await expect(heads.filter({ hasText: 'ContextGuard' })).toHaveCount(1);
  await heads.filter({ hasText: 'Claude Code' }).getByRole('button').focus();
  await expect(page.getByRole('tooltip')).toContainText('Claude Code');

  await page.getByRole('button', { name: 'Columns 3' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  const boxes = (policy: string) =>
    columns.getByRole('group', { name: policy, exact: true }).getByRole('checkbox');
  await boxes('ContextGuard threshold').first().check();
  await boxes('Claude Code').and(page.locator(':checked')).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/columns=contextguard-threshold%2C.*none/);
  await expect(heads).toHaveCount(4);
  await expect(matrix.progress).toHaveText(/cells computed$/);

  const first = matrix.cell('stress/8k_kubeagent', 'contextguard-threshold');
  await expect(first).toHaveText('◆ 10');
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await expect(first).not.toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '8k_KubeAgent' });
  await expect(dialog).toContainText('10 compactions');
  await expectNoViolations(page, '[role=dialog]');
  // The focus goes back to the cell.
  await page.keyboard.press('Escape');
  await expect(first).toBeFocused();
  expect(await count()).toBe(before);

  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Add to the library and open' }).click();
  await expect(page).toHaveURL(/\/sessions\/[0-9a-z]+/);
  await expect.poll(() => workbench.compactions()).toBe(10);
  expect(await count()).toBe(before + 1);
});
