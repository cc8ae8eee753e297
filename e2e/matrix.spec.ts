import { expect, test } from './support/test';
import { MatrixPage } from './pages/matrix-page';
import { WorkbenchPage } from './pages/workbench-page';
import { expectFits, expectNoViolations } from './support/expect-no-violations';

const TWO = '?columns=contextguard-threshold,none';
const HEAVY = 'stress/8k_heavytooldefinitions';

test('computes every cell in the background', async ({ page }) => {
  const matrix = new MatrixPage(page);
  await matrix.slowWorker();
  await matrix.open();
  await expect(page.getByRole('progressbar', { name: 'Progress of cells' })).toBeVisible();
  // The server's HTML says 0; a first cell shows that the page listens.
  await expect(matrix.progress).toHaveText(/^Computing: [1-9][\d,]* of [\d,]+ cells$/);
  // The page answers meanwhile.
  await page.getByRole('searchbox', { name: 'Search scenarios' }).fill('kube');
  await expect(page).toHaveURL(/q=kube/);
  await expect(matrix.progress).toHaveText(/^Computing: /);
  await matrix.deliver();
  await expect(matrix.progress).toHaveText(/^[\d,]+ cells computed$/, { timeout: 30_000 });
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

/** What the matrix of the stress scenarios exports is what it shows. */
async function expectExported(matrix: MatrixPage): Promise<void> {
  const overflow = await matrix.total('overflow steps', 'none').innerText();
  const csv = await matrix.exported('CSV');
  expect(csv.name).toBe('highwater-matrix.csv');
  expect(csv.text.split('\r\n')).toHaveLength(1 + 86 + 1);
  expect(csv.text).toContain(`${HEAVY},8000,contextguard-threshold,,loop,40,40,40,0,39,true,`);
  expect(csv.text).toContain(`${HEAVY},8000,none,,overflow,40,0,0,35,`);

  const json = JSON.parse((await matrix.exported('JSON')).text) as {
    columns: { key: string; totals: { overflowSteps: number } }[];
  };
  const none = json.columns.find(({ key }) => key === 'none');
  expect(none?.totals.overflowSteps).toBe(Number(overflow.replaceAll(',', '')));

  const markdown = await matrix.exported('Markdown');
  expect(markdown.name).toBe('highwater-matrix.md');
  expect(markdown.text).toContain('| `8k_HeavyToolDefinitions` | loop · 40 c | overflow 35 |');
}

test('has the outcomes of the vectors, cell by cell, added up and in files', async ({ page }) => {
  const matrix = new MatrixPage(page);
  await matrix.open(TWO);
  await expect(matrix.progress).toHaveText('300 cells computed');
  // Only the rows in view are drawn; the keyboard leads to the last.
  await expect(matrix.grid).toHaveAttribute('aria-rowcount', '151');
  const rows = matrix.grid.getByRole('row');
  expect(await rows.count()).toBeLessThan(80);
  await matrix.grid.getByRole('gridcell').first().focus();
  for (let times = 0; times < 15; times++) await page.keyboard.press('PageDown');
  const last = page.locator('[data-cell]:focus');
  await expect(last).toHaveAttribute('data-row', '149');
  // Neither the heads nor the totals cover it.
  await expect(last).toBeInViewport({ ratio: 1 });
  const [cell, totals] = await Promise.all([
    last.boundingBox(),
    matrix.grid.locator('tfoot').boundingBox(),
  ]);
  expect((cell?.y ?? 0) + (cell?.height ?? 0)).toBeLessThanOrEqual((totals?.y ?? 0) + 0.5);
  await page.keyboard.press('End');
  await expect(page.locator('[data-cell]:focus')).toHaveAttribute('data-cell', 'none');

  await matrix.reach(HEAVY);
  await expect(matrix.cell(HEAVY, 'contextguard-threshold')).toHaveText('↻◆ 40');
  await expect(matrix.cell(HEAVY, 'contextguard-threshold')).toHaveAccessibleName(
    /8k_HeavyToolDefinitions, ContextGuard threshold: compacts in a loop, 40 compactions/,
  );
  await expect(matrix.cell(HEAVY, 'none')).toHaveText('▲ 35');
  await matrix.reach('stress/200k_normalconversation');
  await expect(matrix.cell('stress/200k_normalconversation', 'none')).toHaveText('–');

  // Both matrices of the seeds: 92 sessions, 363 compactions; nothing at all overflows on 2,487 steps.
  const add = async (line: string, column: string): Promise<number> =>
    Number((await matrix.total(line, column).innerText()).replaceAll(',', ''));
  const sums = { compactions: 0, overflow: 0, overflowing: 0 };
  for (const source of ['stress', 'brutal']) {
    await matrix.open(`${TWO}&source=${source}`);
    await expect(matrix.progress).toHaveText(/cells computed$/);
    sums.compactions += await add('compactions', 'contextguard-threshold');
    sums.overflow += await add('overflow steps', 'none');
    sums.overflowing += await add('scenarios overflowing', 'none');
    expect(await add('overflow steps', 'contextguard-threshold')).toBe(0);
    if (source === 'stress') await expectExported(matrix);
  }
  expect(sums).toEqual({ compactions: 363, overflow: 2_487, overflowing: 76 });
});

test('stops on request, and goes on where it stopped', async ({ page }) => {
  const matrix = new MatrixPage(page);
  await matrix.slowWorker();
  await matrix.open(TWO);
  await expect(matrix.progress).toHaveText(/^Computing: [1-9][\d,]* of 300 cells$/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(matrix.progress).toHaveText(/^Stopped at \d+ of 300 cells$/);
  const stopped = await matrix.progress.innerText();
  await matrix.reach('extra/usermessagelookslikesummary');
  await expect(matrix.cell('extra/usermessagelookslikesummary', 'none')).toHaveText('·');
  // Nothing that was under way is added later.
  await matrix.deliver();
  await page.waitForTimeout(2_000);
  await expect(matrix.progress).toHaveText(stopped);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(matrix.progress).toHaveText('300 cells computed');
  await expect(matrix.cell('extra/usermessagelookslikesummary', 'none')).not.toHaveText('·');
});

test('chooses its columns, in the address', async ({ page }) => {
  const matrix = new MatrixPage(page);
  await matrix.open(`${TWO}&window=4k`);
  // The server's HTML shows the columns before the page listens.
  await expect(matrix.progress).toHaveText(/cells computed$/);
  await expect(matrix.grid.getByRole('columnheader')).toHaveCount(3);
  await page.getByRole('button', { name: 'Columns 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByRole('checkbox', { name: /Conservative: no usage reported/ }).check();
  await dialog.getByRole('checkbox', { name: /^No compaction/ }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(
    /columns=contextguard-threshold%2Ccontextguard-threshold%7Econservative/,
  );
  await expect(matrix.grid.getByRole('columnheader')).toHaveCount(3);
  await expect(matrix.progress).toHaveText(/cells computed$/);
  await expectFits(page, [1440, 768]);
});

test('names the system of every column, and explains a column on focus', async ({ page }) => {
  const matrix = new MatrixPage(page);
  await matrix.open('?columns=claude-code~to-2.1.20,contextguard-threshold~v0.9.0&window=4k');
  const heads = matrix.grid.getByRole('columnheader');
  await expect(heads.filter({ hasText: 'Claude Code' })).toHaveCount(1);
  await expect(heads.filter({ hasText: 'ContextGuard' })).toHaveCount(1);
  await heads.filter({ hasText: 'Claude Code' }).getByRole('button').focus();
  await expect(page.getByRole('tooltip')).toContainText('Claude Code');
});

test('opens a cell as a view of the scenario, and adds it only when asked', async ({ page }) => {
  const matrix = new MatrixPage(page);
  const workbench = new WorkbenchPage(page);
  const count = async (): Promise<number> => {
    const answer = await page.request.get('/api/sessions');
    return ((await answer.json()) as { sessions: unknown[] }).sessions.length;
  };
  await matrix.open(`${TWO}&q=8k_KubeAgent`);
  const before = await count();
  const first = matrix.cell('stress/8k_kubeagent', 'contextguard-threshold');
  await expect(first).toHaveText('◆ 10');
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await expect(matrix.cell('stress/8k_kubeagent', 'none')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '8k_KubeAgent' });
  await expect(dialog).toContainText('ContextGuard threshold');
  await expect(dialog).toContainText('10 compactions');
  await expectNoViolations(page, '[role=dialog]');
  expect(await count()).toBe(before);
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

test('shows what each cell costs as a model that is named, in files and the link', async ({
  page,
}) => {
  const matrix = new MatrixPage(page);
  await matrix.open(`${TWO}&source=stress`);
  await expect(matrix.progress).toHaveText('86 cells computed');
  const model = page.getByRole('textbox', { name: 'cost, priced as' });
  await model.fill('claude-opus-4-8');
  await model.press('Enter');
  await expect(page).toHaveURL(/model=claude-opus-4-8/);
  const basis = page.locator('[data-priced]');
  await expect(basis).toContainText('anthropic/claude-opus-4-8 in @pydantic/genai-prices');
  const cell = matrix.cell(HEAVY, 'contextguard-threshold');
  await matrix.reach(HEAVY);
  await expect(cell).toHaveText(/^↻◆ 40~\$\d+\.\d+$/);
  await expect(cell).toHaveAccessibleName(/; cost ~\$\d+\.\d+$/);
  await expect(matrix.total('cost', 'contextguard-threshold')).toHaveText(/^~\$\d+\.\d\d$/);
  const { text } = await matrix.exported('CSV');
  expect(text).toMatch(/^[^\r]*,limit,costUsd\r\n/);
  await expectFits(page, [1440]);

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
  await expectFits(page, [768]);
  await page.reload();
  await expect(basis).toBeVisible();
  await matrix.reach(HEAVY);
  await expect(cell).toHaveText(given);
  await page.getByRole('button', { name: 'No cost' }).click();
  await expect(cell).toHaveText('↻◆ 40');
});
